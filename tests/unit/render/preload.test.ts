import { describe, expect, test } from 'vitest';
import { finishDocument } from '../../../src/render/document.ts';

const MODULES = {
  '/assets/list.js': ['/assets/lib.js'],
  '/src/islands/filters/hydrate.tsx': ['/assets/hydrate.js', '/assets/react.js', '/assets/lib.js'],
};
const script = '<script type="module" src="/assets/list.js"></script>';
const mark = '<link rel="modulepreload" href="/src/islands/filters/hydrate.tsx">';
const META = '<meta charset="utf-8">';

/** A document, finished, without its policy. */
function finished(html: string): string {
  const bytes = finishDocument(Buffer.from(html.replace('<head>', `<head>${META}`)), { contentService: null }, MODULES);
  return Buffer.from(bytes)
    .toString()
    .replace(/<meta http-equiv[^>]*>/, '')
    .replace(META, '');
}
const preloads = (html: string) => [...html.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, address]) => address);

describe('the head of a page', () => {
  test('names what its scripts load at once', () => {
    const html = finished(`<head></head><body>${script}</body>`);
    expect(html).toBe(`<head><link rel="modulepreload" href="/assets/lib.js"></head><body>${script}</body>`);
  });

  test('names once each module that the page marks by its place in the project', () => {
    const html = finished(`<head></head><body>${mark}${script}</body>`);
    expect(preloads(html.slice(0, html.indexOf('</head>')))).toEqual([
      '/assets/hydrate.js',
      '/assets/react.js',
      '/assets/lib.js',
    ]);
    expect(html.slice(html.indexOf('<body>'))).toBe(`<body>${script}</body>`);
  });

  test('stays as it is where no script is a file', () => {
    const html = '<head></head><body><script type="module">one()</script></body>';
    expect(finished(html)).toBe(html);
  });
});
