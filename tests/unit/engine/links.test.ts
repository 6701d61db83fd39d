import { describe, expect, test } from 'vitest';
import { addressesOf, addressPath, pathsFor, visitAddresses } from '../../../src/engine/links.ts';

function found(html: string): { needed: string[]; mentioned: string[] } {
  const all = { needed: [] as string[], mentioned: [] as string[] };
  visitAddresses(Buffer.from(html), (address, needed) => all[needed ? 'needed' : 'mentioned'].push(address));
  return all;
}

describe('the addresses in a document', () => {
  test.each([
    ['<a href="/News?year=2025#x">', ['/News?year=2025#x']],
    ["<a class='x' href='/News'>", ['/News']],
    ['<p>à</p><a href="/à/ছবি?q=é">', ['/à/ছবি?q=é']],
    ['<img srcset="/à.webp 320w, /é.webp 640w">', ['/à.webp', '/é.webp']],
    ['<a href=/News>', ['/News']],
    ['<a href = "/News" hidden>', ['/News']],
    ['<img alt="a > b" src="/a.webp"/>', ['/a.webp']],
    ['<img srcset="/m/1.webp 320w, /m/2.webp 640w" src="/m/1.webp">', ['/m/1.webp', '/m/2.webp', '/m/1.webp']],
    ['<a href="/Q?a=1&amp;b=2">', ['/Q?a=1&b=2']],
    ['<a href="/a&#x27;b&#39;c">', ["/a'b'c"]],
    ['<style>a{background:url("/x.woff2")}b{c:url( /y.svg )}</style><a href="/z">', ['/x.woff2', '/y.svg', '/z']],
    ['<form action="/api/form"><button formaction="/b"></form>', ['/api/form', '/b']],
    ['<astro-island component-url="/_astro/a.js" renderer-url="/_astro/b.js"></astro-island>', ['/_astro/a.js', '/_astro/b.js']],
  ])('are needed where the browser follows them: %s', (html, needed) => {
    expect(found(html)).toEqual({ needed, mentioned: [] });
  });

  test.each([
    '<a href="https://example.org/x">',
    '<script src="//example.org/x.js"></script>',
    '<a href="#top">',
    '<a href="mailto:a@example.org">',
    '<a title="/x" aria-label="/y">',
    '<p>href="/x" &lt;a href="/y"&gt;</p>',
    '<p title=\' href="/x"\'>',
    '<script>const link = \'<a href="/x">\';</script>',
    '<title><a href="/x"></title><textarea><a href="/y"></textarea>',
    '<!-- <a href="/x"> -->',
    '1 < 2 href="/x"',
    '<a href="/unfinished',
  ])('are none of these: %s', (html) => {
    expect(found(html)).toEqual({ needed: [], mentioned: [] });
  });

  test('in data for scripts are mentioned only', () => {
    const html = `<astro-island props="{&quot;a&quot;:[0,&quot;/media/x/1.webp&quot;],&quot;t&quot;:[0,&quot;and / or&quot;]}"></astro-island><a data-full="/media/y/1.webp">`;
    expect(found(html)).toEqual({ needed: [], mentioned: ['/media/x/1.webp', '/media/y/1.webp'] });
  });
});

describe('an address', () => {
  test('is looked up without query and fragment, decoded', () => {
    expect(addressPath('/a%20b?x=/y#z')).toBe('/a b');
    expect(addressPath('/100%?x')).toBe('/100%');
  });

  test('is answered by a flat file, and a file by its addresses', () => {
    expect(pathsFor('/')).toEqual(['index.html', 'index.html']);
    expect(pathsFor('/News/2025')).toEqual(['News/2025.html', 'News/2025']);
    for (const path of ['index.html', 'News.html', 'a.js']) {
      for (const address of addressesOf(path)) expect(pathsFor(address)).toContain(path);
    }
  });
});
