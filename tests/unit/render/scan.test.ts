import { describe, expect, test } from 'vitest';
import { assemble, createSheets } from '../../../src/render/fragments.ts';

const addresses = (html: string) => assemble(Buffer.from(html), [], createSheets([])).findings.addresses;

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
  ])('are those that the browser follows: %s', (html, expected) => {
    expect(addresses(html)).toEqual(expected);
  });

  test('are those of files that a script is told of in JSON', () => {
    const config = { files: [{ key: '/ 2025', href: '/data/news/2025.0123456789ab.json' }], period: '/All' };
    const files = { 2025: '/data/calendar/2025.0123456789ab.json', a: '/media/0123456789ab/1.webp' };
    const attribute = (value: unknown) => JSON.stringify(value).replaceAll('"', '&#34;');
    expect(addresses(`<div data-config="${attribute(config)}" data-files="${attribute(files)}"></div>`)).toEqual([
      '/data/news/2025.0123456789ab.json',
      '/data/calendar/2025.0123456789ab.json',
      '/media/0123456789ab/1.webp',
    ]);
  });

  test.each([
    '<a href="https://example.org/x">',
    '<script src="//example.org/x.js"></script>',
    '<a href="#top">',
    '<a href="mailto:a@example.org">',
    '<a title="/x" aria-label="/y" data-title="/media/0123456789ab/1.webp">',
    '<p>href="/x" &lt;a href="/y"&gt;</p>',
    '<p title=\' href="/x"\'>',
    '<script>const link = \'<a href="/x">\';</script>',
    '<title><a href="/x"></title><textarea><a href="/y"></textarea>',
    '<!-- <a href="/x"> -->',
    '1 < 2 href="/x"',
  ])('are none of these: %s', (html) => {
    expect(addresses(html)).toEqual([]);
  });

  test('cannot be read from a tag without its end', () => {
    expect(() => addresses('<a href="/unfinished"')).toThrow('without its end');
  });
});
