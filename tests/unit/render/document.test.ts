import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { finishDocument, outputPath } from '../../../src/render/document.ts';
import { createFragment, createSheets, placeholder } from '../../../src/render/fragments.ts';

const SHARED = '/assets/start.1.js';
const finish = (html: string, serviceOrigin: string | null = null) => {
  const rendered = { bytes: new TextEncoder().encode(html), fragments: [], sheets: createSheets([]) };
  const { bytes } = finishDocument(rendered, SHARED, serviceOrigin);
  return Buffer.from(bytes).toString();
};
const pagePolicy = (html: string, serviceOrigin: string | null = null) =>
  /content="([^"]*)"/.exec(finish(`<meta charset="utf-8">${html}`, serviceOrigin))?.[1] ?? '';
const sha = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

describe('the scripts of a page', () => {
  test('stand behind the policy with what they share, before the page is read', () => {
    const html = '<meta charset="utf-8"><title>News</title><main>Cards</main><script type="module" src="/assets/a.js"></script>';
    expect(finish(html).replace(/<meta http-equiv[^>]*>/, '')).toBe(
      '<meta charset="utf-8"><script type="module" src="/assets/start.1.js" async></script>' +
        '<script type="module" src="/assets/a.js" async></script><title>News</title><main>Cards</main>',
    );
  });

  test('are not named by a page that has none in files', () => {
    expect(finish('<meta charset="utf-8"><script>one()</script>')).not.toContain(' src=');
  });
});

describe('the policy of a page', () => {
  test('allows exactly the inline scripts and styles that the page has', () => {
    const policy = pagePolicy('<style>a{}</style><script>one()</script><script type="module">two()</script>');
    expect(policy).toContain(`script-src 'self' ${sha('one()')} ${sha('two()')};`);
    expect(policy).toContain(`style-src 'self' ${sha('a{}')};`);
    expect(policy).not.toContain('unsafe-inline');
  });

  test('has one hash for style sheets that stand side by side', () => {
    expect(pagePolicy('<style>a{}</style><style>b{}</style>')).toContain(`style-src 'self' ${sha('a{}b{}')};`);
  });

  test('leaves out scripts that are files or data', () => {
    const policy = pagePolicy('<script src="/assets/a.js"></script><script type="application/ld+json">{}</script>');
    expect(policy).toContain("script-src 'self';");
  });

  test('frames only the origins of the facades on the page', () => {
    expect(pagePolicy('<div data-embed="https://maps.example.org/embed?q=1"></div>')).toContain(
      "frame-src 'self' https://maps.example.org",
    );
    expect(pagePolicy('')).toMatch(/frame-src 'self'$/);
  });

  test('lets script and forms reach the content service when the browser talks to it directly', () => {
    const policy = pagePolicy('', 'https://content.example.org');
    expect(policy).toContain("connect-src 'self' https://content.example.org;");
    expect(policy).toContain("form-action 'self' https://content.example.org;");
  });
});

describe('a finished document', () => {
  test('has its policy before any script or style', () => {
    const html = finish('<html><head><meta charset="utf-8"><style>a{}</style></head></html>');
    expect(html.indexOf('content-security-policy')).toBeGreaterThan(0);
    expect(html.indexOf('content-security-policy')).toBeLessThan(html.indexOf('<style>'));
  });

  test('is refused with an island of Astro, whose name differs from folder to folder', () => {
    expect(() => finish('<meta charset="utf-8"><astro-island uid="Zabc"></astro-island>')).toThrow('island');
  });

  test.each(['<script>one(', '<style>a{}'])('is refused with %s and no end of it', (open) => {
    expect(() => finish(`<meta charset="utf-8">${open}`)).toThrow('without its');
  });

  test('has the right policy also after hundreds of others', () => {
    for (let at = 0; at < 600; at += 1) {
      const sheet = `a{width:${at}px}`;
      expect(pagePolicy(`<style>${sheet}</style>`)).toContain(`style-src 'self' ${sha(sheet)};`);
    }
  });

  test('takes no tag in a script for one of the page', () => {
    const script = '<script>say("</head><style><script src=x><astro-island")</script>';
    expect(finish(`<head><meta charset="utf-8">${script}</head>`)).toContain(`${script}</head>`);
    expect(pagePolicy(script)).toContain(`${sha(script.slice(8, -9))};style-src 'self';`);
  });

  test('keeps every letter of every script', () => {
    const words = '<p>दीपावली मेला · শুভ · “quoted” 🎉</p>';
    expect(finish(`<meta charset="utf-8">${words}`)).toContain(words);
    expect(pagePolicy('<script>say("দিন")</script>')).toContain(sha('say("দিন")'));
  });

  test('has the fragments and sheets that it shares, with their hashes, frames, scripts and addresses', () => {
    const sheets = createSheets(['a{content:"·";src:url(/x.woff2)}']);
    const markup =
      '<style>/*#0*/b{}</style><p data-embed="https://maps.example.org/"><a href="/Tc">·</a></p><script>one()</script><script src="/assets/b.js"></script>';
    const html = `<meta charset="utf-8"><title>Home</title>${placeholder(0)}<main></main>`;
    const rendered = { bytes: new TextEncoder().encode(html), fragments: [createFragment(markup, sheets)], sheets };
    const finished = finishDocument(rendered, SHARED, null);
    const text = Buffer.from(finished.bytes).toString();
    const style = 'a{content:"·";src:url(/x.woff2)}b{}';
    expect(text).toContain(
      `<title>Home</title><style>${style}</style><p data-embed="https://maps.example.org/"><a href="/Tc">·</a></p><script>one()</script><main></main>`,
    );
    expect(text).toContain(`script-src 'self' ${sha('one()')};style-src 'self' ${sha(style)};`);
    expect(text).toContain("frame-src 'self' https://maps.example.org");
    expect(text).toContain('<script src="/assets/b.js" async></script>');
    expect(finished.addresses).toEqual(['/x.woff2', '/Tc', '/assets/b.js', '/assets/start.1.js']);
  });

  test.each(['<script>', '<script src=x>', '"><style>', '<!--#0-->', '<astro-island', 'a="<style>b', "it's <script>"])(
    'takes %s in the value of an attribute for text',
    (text) => {
      const value = text.replaceAll('"', '&#34;');
      const head = `<a href="/News?q=">x</a><p title='"' data-a=1></p><meta content="${value}"><img alt="${value}">`;
      const html = `<meta charset="utf-8">${head}<style>a{}</style><b title="${value}">b</b><script>one("<b c="")</script>`;
      expect(finish(html)).toContain(html.slice('<meta charset="utf-8">'.length));
      expect(pagePolicy(html)).toContain(`${sha('one("<b c="")')};style-src 'self' ${sha('a{}')};`);
    },
  );

  test.each(['<!--#0-->', '<style>/*#7*/</style>'])('is refused with the placeholder of nothing: %s', (stray) => {
    expect(() => finish(`<meta charset="utf-8">${stray}`)).toThrow(/there is no/i);
  });

  test('is refused without a charset', () => {
    expect(() => finish('<html></html>')).toThrow('charset');
  });
});

test.each([
  ['/', 'index.html'],
  ['/Events', 'Events.html'],
  ['/SubGallery/a~41', 'SubGallery/a~41.html'],
  ['/404', '404.html'],
  ['/feed.xml', 'feed.xml'],
])('the page %s lies in %s', (page, path) => {
  expect(outputPath(page)).toBe(path);
});
