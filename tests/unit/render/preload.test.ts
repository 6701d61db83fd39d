import { describe, expect, test } from 'vitest';
import { namePreloads } from '../../../src/render/preload.ts';

const MODULES = {
  '/assets/list.js': ['/assets/lib.js'],
  '/src/islands/filters/hydrate.tsx': ['/assets/hydrate.js', '/assets/react.js', '/assets/lib.js'],
};
const script = '<script type="module" src="/assets/list.js"></script>';
const mark = '<link rel="modulepreload" href="/src/islands/filters/hydrate.tsx">';
const preloads = (html: string) => [...html.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, address]) => address);

describe('the head of a page', () => {
  test('names what its scripts load at once', () => {
    const html = namePreloads(`<head></head><body>${script}</body>`, MODULES);
    expect(html).toBe(`<head><link rel="modulepreload" href="/assets/lib.js"></head><body>${script}</body>`);
  });

  test('names once each module that the page marks by its place in the project', () => {
    const html = namePreloads(`<head></head><body>${mark}${script}</body>`, MODULES);
    expect(preloads(html.slice(0, html.indexOf('</head>')))).toEqual([
      '/assets/hydrate.js',
      '/assets/react.js',
      '/assets/lib.js',
    ]);
    expect(html.slice(html.indexOf('<body>'))).toBe(`<body>${script}</body>`);
  });

  test('stays as it is where no script is a file', () => {
    const html = '<head></head><body><script type="module">one()</script></body>';
    expect(namePreloads(html, MODULES)).toBe(html);
  });
});
