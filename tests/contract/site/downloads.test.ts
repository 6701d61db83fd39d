import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linksOf, pagesOf, partOf, textOf } from '../../support/published.ts';
import { builtSite } from '../../support/site.ts';

const dir = builtSite();
const pages = pagesOf(dir);
const FILE = /^\/(?:files|documents)\//;

/** The links to files in the main part of some pages. */
const filesIn = (where: (path: string) => boolean) =>
  pages
    .filter(({ path }) => where(path))
    .flatMap(({ html }) => linksOf(partOf(html, 'main')).filter(({ href }) => FILE.test(href)));
const isDownloads = (path: string) => path === '/Downloads' || path.startsWith('/Downloads/');

test('every file that some page links stands among the downloads', () => {
  const offered = new Set(filesIn(isDownloads).map(({ href }) => href));
  const linked = new Set(filesIn((path) => !isDownloads(path)).map(({ href }) => href));
  expect(linked.size).toBeGreaterThan(10);
  expect([...linked].filter((href) => !offered.has(href))).toEqual([]);
  const documents = readdirSync(join(dir, 'documents')).map((name) => `/documents/${name}`);
  expect(documents.filter((href) => !offered.has(href))).toEqual([]);
});

test('/Downloads lists a paper once, whatever it belongs to', () => {
  const listed = filesIn((path) => path === '/Downloads').map(({ href }) => href);
  expect(listed.length).toBeGreaterThan(10);
  expect(listed.filter((href, at) => listed.indexOf(href) !== at)).toEqual([]);
});

test('the forms to fill in stand together, whether the office or the registration links bring them', () => {
  const page = pages.find(({ path }) => path === '/Downloads')?.html ?? '';
  const forms = page.split('<h2>').find((part) => part.startsWith('Forms and registration')) ?? '';
  const labels = linksOf(forms).map(({ label }) => label);
  for (const form of [/^Nursery admission form/, /^Sample transfer certificate/, /^Nursery admission 2027-28/])
    expect(labels.filter((label) => form.test(label))).toHaveLength(1);
});

test('a file says its kind and size, among the highlights too', () => {
  for (const { label, href } of filesIn((path) => isDownloads(path) || path === '/Highlights')) {
    const kilobytes = Math.max(1, Math.round(statSync(join(dir, decodeURIComponent(href))).size / 1000));
    expect(label, href).toMatch(new RegExp(`\\S (?:\\(PDF, ${kilobytes} kB\\)|PDF, ${kilobytes} kB)$`));
  }
});

test('a file is listed under a name that tells what it is, with what it belongs to below', () => {
  const page = pages.find(({ path }) => path === '/Downloads')?.html ?? '';
  const entries = page.split('<li>').map((entry) => textOf(entry).trim());
  for (const entry of [
    /^Consent form hill camp 2026 \(PDF, \d+ kB\) Hill camp, classes VIII and IX/,
    /^Athletics meet programme \(PDF, \d+ kB\) Annual athletics meet/,
    // The name of this one is a single word: it stands below the title of what brings it.
    /^Nursery admission 2027-28, with prospectus \(PDF, \d+ kB\) prospectus-2027-28\.pdf/,
  ])
    expect(entries.filter((text) => entry.test(text))).toHaveLength(1);
});

test('a file’s own name stands beside its link on the page of its event, news or notice', () => {
  const nameOf = (href: string) => decodeURIComponent(href.split('/').at(-1) ?? '');
  const attached = pages.flatMap(({ html }) => html.match(/<a class="file button".*?<\/a>(?:<small>.*?<\/small>)?/gs) ?? []);
  expect(attached.length).toBeGreaterThan(5);
  for (const file of attached) {
    const [link] = linksOf(file);
    expect(file).toContain(`<small>${nameOf(link?.href ?? '')}</small>`);
  }
});

test('the footer of every page leads there', () => {
  for (const { html } of pages) expect(linksOf(partOf(html, 'footer')).map(({ href }) => href)).toContain('/Downloads');
});
