import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dayMonthYear } from '../../../src/lib/dates.ts';
import { elementsOf, linksOf, type PublishedPage, pagesOf, partOf, partsOf, textOf } from '../../support/published.ts';
import { builtSite } from '../../support/site.ts';

const dir = builtSite();
const pages = pagesOf(dir);
const byPath = new Map(pages.map((page) => [page.path, page.html]));
const SITE = 'http://localhost:4321';
/** The day on which the site was built. */
const TODAY = '2026-11-21';

const itemsOf = (base: string) => pages.filter(({ path }) => path.startsWith(`${base}/item/`));

function page(path: string): string {
  const html = byPath.get(path);
  if (html === undefined) throw new Error(`There is no page ${path}.`);
  return html;
}

const headingOf = (html: string) => textOf(partOf(html, 'h1'));
const metaOf = (html: string, property: string) =>
  elementsOf(html, 'meta').find(({ attribs }) => attribs.property === property)?.attribs.content;
const canonicalOf = (html: string) => elementsOf(html, 'link').find(({ attribs }) => attribs.rel === 'canonical')?.attribs.href;
const structuredOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null');
const relOf = (html: string, rel: string) => elementsOf(html, 'a').find(({ attribs }) => attribs.rel === rel)?.attribs.href;

/** The days that a part names, as machines read them. */
const daysIn = (html: string) => elementsOf(html, 'time').flatMap(({ attribs }) => attribs.datetime ?? []);

/** Items of a list in the order of its archive, by the links of their cards' headings. */
function linkedHeadings({ html }: PublishedPage): { readonly label: string; readonly href: string }[] {
  return partsOf(html, 'article').flatMap((card) => linksOf(partOf(card, 'h3') || partOf(card, 'h2')));
}

/** The neighbour of a page by its word, such as "Later", with the day it names. */
function neighbourOf(html: string, word: string): { readonly text: string; readonly day: string | undefined } {
  const nav = partOf(html, 'nav', { 'aria-label': 'Earlier and later' });
  const part = partsOf(nav, 'p').find((paragraph) => textOf(paragraph).startsWith(`${word} `)) ?? '';
  return { text: textOf(part), day: daysIn(part)[0] };
}

/** Each page leads to its neighbours by their titles, in the order of their days, and their links to all of them. */
function expectChain(items: readonly PublishedPage[]): void {
  const days: string[] = [];
  const first = items.filter(({ html }) => relOf(html, 'prev') === undefined);
  expect(first).toHaveLength(1);
  const seen = new Set<string>();
  for (let path = first[0]?.path; path !== undefined; path = relOf(page(path), 'next')) {
    seen.add(path);
    const next = relOf(page(path), 'next');
    if (next === undefined) continue;
    expect(relOf(page(next), 'prev')).toBe(path);
    const link = linksOf(partOf(page(path), 'main')).find(({ href }) => href === next);
    expect(link?.label).toBe(headingOf(page(next)));
    const { text, day } = neighbourOf(page(path), 'Later');
    expect(text).toContain(headingOf(page(next)));
    expect(neighbourOf(page(next), 'Earlier').text).toContain(headingOf(page(path)));
    days.push(day ?? '');
  }
  expect(seen.size).toBe(items.length);
  expect(days).toEqual([...days].sort());
}

describe.each([
  ['/News', 'News', 'NewsArticle'],
  ['/Events', 'Events', 'Event'],
] as const)('%s', (base, list, type) => {
  const items = itemsOf(base);

  test('has a page for every item, to which the headings of its cards lead', () => {
    const cards = pages
      .filter(({ path }) => path === base || new RegExp(`^${base}/[^/]+$`).test(path))
      .flatMap((archive) => linkedHeadings(archive));
    expect(items.length).toBeGreaterThan(24);
    expect(new Set(cards.map(({ href }) => href))).toEqual(new Set(items.map(({ path }) => path)));
    for (const { label, href } of cards) expect(headingOf(page(href))).toBe(label);
  });

  test('an item stands under its list in the breadcrumb', () => {
    for (const { html } of items) {
      const crumbs = partOf(html, 'nav', { 'aria-label': 'Breadcrumb' });
      expect(linksOf(crumbs)).toEqual([
        { label: 'Home', href: '/' },
        { label: list, href: base },
      ]);
      expect(textOf(crumbs).endsWith(headingOf(html))).toBe(true);
    }
  });

  test('an item has a canonical address, a preview and structured data of its own', () => {
    for (const { path, html } of items) {
      expect(canonicalOf(html)).toBe(SITE + path);
      expect(metaOf(html, 'og:url')).toBe(SITE + path);
      expect(metaOf(html, 'og:title')?.replace(/\s+/g, ' ')).toBe(headingOf(html));
      const structured = structuredOf(html);
      expect(structured).toMatchObject({ '@context': 'https://schema.org', '@type': type, url: SITE + path });
      const photo = linksOf(html).find(({ href }) => href.startsWith('/media/'));
      if (photo) expect([metaOf(html, 'og:image'), structured.image]).toEqual([SITE + photo.href, SITE + photo.href]);
    }
  });

  test('an item can be shared, by a link and, with script, by a button', () => {
    for (const { path, html } of items) {
      const share = linksOf(html).find(({ label }) => label === 'Share on WhatsApp');
      const address = new URL(share?.href ?? 'about:blank');
      expect(address.origin + address.pathname).toBe('https://wa.me/');
      expect(address.searchParams.get('text')).toContain(SITE + path);
      expect(partOf(html, 'main')).toMatch(/<button [^>]*>Share<\/button>/);
    }
  });

  test('an item says over its files that they are to download', () => {
    const withFiles = items.filter(({ html }) => linksOf(partOf(html, 'main')).some(({ label }) => /^Attachment\b/.test(label)));
    expect(withFiles.length).toBeGreaterThan(3);
    for (const { html } of items)
      expect(/<h2[^>]*>To download<\/h2>/.test(html), headingOf(html)).toBe(withFiles.some((other) => other.html === html));
  });

  test('an item says that it is over when it is an event of a day before today', () => {
    const told = items.filter(({ html }) => partOf(html, 'main').includes('This event is over.'));
    const lastDayOf = (html: string): string => {
      const { endDate, startDate, datePublished } = structuredOf(html);
      return endDate ?? startDate ?? datePublished ?? TODAY;
    };
    const past = items.filter(({ html }) => lastDayOf(html).slice(0, 10) < TODAY);
    expect(told.map(({ path }) => path)).toEqual(base === '/Events' ? past.map(({ path }) => path) : []);
    expect(past.length).toBeGreaterThan(3);
  });

  test('the items lead to their neighbours by title, from the oldest to the newest', () => {
    expectChain(items);
  });
});

test('the albums lead to their neighbours by title, from the oldest to the newest', () => {
  expectChain(pages.filter(({ path }) => path.startsWith('/SubGallery/')));
});

test('an item has all its text, pictures and files', () => {
  const read = (href: string) => JSON.parse(readFileSync(join(dir, href), 'utf8'));
  const index = /\/data\/events\/index\.[0-9a-f]{12}\.json/.exec(page('/Events'))?.[0] ?? '';
  const files = read(index).flatMap(({ href }: { href: string }) => read(href));
  expect(files.length).toBeGreaterThan(10);
  for (const { id, description, venue, date, images, attachments } of files) {
    const html = itemsOf('/Events').find(({ path }) => path === `/Events/item/${id}`)?.html ?? '';
    const text = textOf(partOf(html, 'main'));
    for (const words of [description, venue, date && dayMonthYear(date.day)])
      if (words) expect(text).toContain(words.replace(/\s+/g, ' ').replace(/\( /g, '(').trim());
    for (const medium of [...images, ...attachments]) {
      if (medium.kind === 'image') expect(html).toMatch(new RegExp(`href="/media/${medium.id}/\\d+\\.webp" data-pswp-width`));
      if (medium.kind === 'file') expect(linksOf(html).map(({ href }) => href)).toContain(medium.href);
    }
  }
});

test('the feed leads to the items', () => {
  const feed = readFileSync(join(dir, 'feed.xml'), 'utf8');
  const links = [...feed.matchAll(/<item>[\s\S]*?<link>([^<]*)<\/link>/g)].map(([, link = '']) => link.slice(SITE.length));
  expect(links).toHaveLength(20);
  expect(links.filter((link) => !byPath.has(link))).toEqual([]);
});

test('the next events stand above the list, nearest first', () => {
  const region = partOf(page('/Events'), 'section', { 'aria-labelledby': 'coming' });
  const days = daysIn(region);
  expect(textOf(region)).toMatch(/^Coming up /);
  expect(days).toHaveLength(3);
  expect(days).toEqual([...days].sort());
  expect(days.filter((day) => day < '2026-11-21')).toEqual([]);
  expect(linksOf(region).filter(({ href }) => !byPath.has(href))).toEqual([]);
});

test('the list of events has what is to come apart from what is over', () => {
  const [, ...groups] = partOf(page('/Events'), 'main').split('class="year">');
  const daysUnder = (heading: string) => {
    const group = groups.find((part) => part.startsWith(`${heading}<`)) ?? '';
    return daysIn(group);
  };
  for (const heading of ['Coming in 2026', 'Earlier in 2026']) {
    const days = daysUnder(heading);
    expect(days.length, heading).toBeGreaterThan(3);
    expect(days.filter((day) => day >= '2026-11-21').length, heading).toBe(heading.startsWith('Coming') ? days.length : 0);
  }
});

test('the calendar says what this month and the following ones bring', () => {
  const main = partOf(page('/Calendar'), 'main');
  const months = partsOf(main, 'h2').map(textOf);
  expect(months.filter((heading) => / \d{4}$/.test(heading)).slice(0, 2)).toEqual(['November 2026', 'December 2026']);
  expect(daysIn(main).length).toBeGreaterThan(10);
});
