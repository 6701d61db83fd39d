import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomUtils } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { brotliSize, elementsOf, fetchedAtOnce, missingIn, type PublishedPage, pagesOf } from '../../support/published.ts';
import { SERVICE_TOKEN } from '../../support/rig.ts';
import { builtSite } from '../../support/site.ts';
import { filesOf } from '../../support/trees.ts';

const PAGE_BUDGET = 13_000;
const HOME_BUDGET = 14_500;
const budgetOf = (path: string) => (path === '/' ? HOME_BUDGET : PAGE_BUDGET);
const LIST = 73_600;
const FORM = 66_600;
/** Bytes of script after brotli, also of what is loaded later. */
const SCRIPT_BUDGETS: Readonly<Record<string, number>> = {
  '/': 89_100,
  '/Events': LIST,
  '/News': LIST,
  '/Gallery': LIST,
  '/VideoGallery': LIST,
  '/Toppers': LIST,
  '/ToppersXII': LIST,
  '/Tc': FORM,
  '/ContactUs': FORM,
  '/Careers': FORM,
  '/Suggestion': FORM,
};
/** With its engine; the words and the index come when something is typed. */
const SEARCH_BUDGET = 20_000;

const IMPORTS = /(?:\bfrom\s*|\bimport\s*)["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g;
const ANY_IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g;

/** Addresses of the modules that a script imports. */
function importsOf(script: string, pattern = ANY_IMPORTS): string[] {
  return [...script.matchAll(pattern)].map(([, address = '']) => address);
}

/** Addresses of the modules in a page's script tags and inline scripts. */
function namedModules(html: string): string[] {
  return elementsOf(html, 'script').flatMap((script) => script.attribs.src ?? importsOf(DomUtils.textContent(script)));
}

/** Sorted addresses of every module that a page's scripts import: statically (`once`) or also dynamically (`ever`). */
function modulesOf(dir: string, { html }: PublishedPage, when: 'once' | 'ever' = 'ever'): string[] {
  const found = new Set<string>();
  const follow = (address: string, from: string) => {
    const { pathname } = new URL(address, new URL(from, 'http://site'));
    if (found.has(pathname)) return;
    found.add(pathname);
    const text = readFileSync(join(dir, pathname), 'utf8');
    for (const further of importsOf(text, when === 'ever' ? ANY_IMPORTS : IMPORTS)) follow(further, pathname);
  };
  for (const address of namedModules(html)) follow(address, '/');
  return [...found].sort();
}

const dir = builtSite();
const pages = pagesOf(dir);
/** Words that a module of React cannot do without. */
const framework = /react\.|hydrateRoot|useState/;

/** Albums and items open their photos in a lightbox, and the shared address finds the album; neither needs a framework. */
const hasLightbox = (path: string) => /^\/(?:SubGallery(?:\/|$)|(?:News|Events)\/item\/)/.test(path);

/** Most pages share most modules. */
const weights = new Map<string, number>();

function weightOf(module: string): number {
  const weight = weights.get(module) ?? brotliSize(readFileSync(join(dir, module)));
  weights.set(module, weight);
  return weight;
}

describe('weight', () => {
  test('a page with its styles is at most 13,000 bytes of brotli, home 14,500', () => {
    const sizes = pages.map(({ path, html }) => ({ path, size: brotliSize(html, budgetOf(path)) }));
    const heavy = sizes.filter(({ path, size }) => size > budgetOf(path));
    expect(heavy).toEqual([]);
  });

  test('the styles of a page are one sheet, so that its policy has one hash for them', () => {
    expect(pages.filter(({ html }) => elementsOf(html, 'style').length !== 1).map(({ path }) => path)).toEqual([]);
  });

  test.each([
    ...Object.entries(SCRIPT_BUDGETS).map(([path, budget]) => [path, budget, 'ever'] as const),
    ['/Search', SEARCH_BUDGET, 'ever'] as const,
  ])('%s loads at most %i bytes of script', (path, budget, when) => {
    const page = pages.find((candidate) => candidate.path === path);
    const modules = page ? modulesOf(dir, page, when) : [];
    const size = modules.reduce((sum, module) => sum + weightOf(module), 0);
    expect(modules.length, 'modules found').toBeGreaterThan(2);
    expect(size).toBeLessThanOrEqual(budget);
  });

  test('a page without islands loads no framework, and the script of the header, which every page shares', () => {
    // The agenda follows the clock.
    const others = ['/Search', '/Calendar'];
    const still = pages.filter(({ path }) => !(path in SCRIPT_BUDGETS) && !others.includes(path) && !hasLightbox(path));
    expect(still.length).toBeGreaterThan(40);
    const loaded = new Set(still.flatMap((page) => modulesOf(dir, page)));
    expect([...loaded].reduce((sum, module) => sum + weightOf(module), 0)).toBeLessThan(3_450);
    expect(loaded.size).toBeLessThanOrEqual(5);
  });

  test('an album or an item loads no framework', () => {
    const albums = pages.filter(({ path }) => hasLightbox(path));
    const modules = new Set(albums.flatMap((page) => modulesOf(dir, page)));
    expect(albums.length).toBeGreaterThan(10);
    expect([...modules].filter((module) => framework.test(readFileSync(join(dir, module), 'utf8')))).toEqual([]);
  });
});

describe('what a page asks for by itself', () => {
  test('is the site’s own', () => {
    const strangers = pages.flatMap((page) =>
      fetchedAtOnce(page)
        .filter((address) => !/^(?:\/(?!\/)|data:|#)/.test(address))
        .map((address) => `${page.path} fetches ${address}`),
    );
    expect(strangers).toEqual([]);
  });

  test('is there', () => {
    expect(missingIn(dir)).toEqual([]);
  });
});

describe('no published file', () => {
  test('points at the content service’s pictures', () => {
    const texts = filesOf(dir).filter((file) => /\.(?:html|json|xml|txt|css|svg)$/.test(file));
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((file) => readFileSync(join(dir, file), 'utf8').includes('/api/image'))).toEqual([]);
  });

  test('holds the token of the content service', () => {
    expect(filesOf(dir).filter((file) => readFileSync(join(dir, file)).includes(SERVICE_TOKEN))).toEqual([]);
  });
});
