import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { filesOf, linksOf } from '../../support/published.ts';
import { builtSite } from '../../support/site.ts';

const dir = builtSite();
const read = (path: string) => readFileSync(join(dir, path), 'utf8');
const eventsOf = (path: string) =>
  new ICAL.Component(ICAL.parse(read(path))).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
const single = filesOf(dir).filter((file) => /^Events\/item\/[^/]+\.ics$/.test(file));

describe.each(['events.ics', 'calendar.ics'])('%s', (file) => {
  test('has lines of at most 75 bytes that end in CRLF', () => {
    const lines = read(file).split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([]);
  });

  test('has events with identities and titles of their own, each on its day', () => {
    const events = eventsOf(file);
    expect(events.length).toBeGreaterThan(20);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    expect(events.filter(({ summary }) => !summary).map(({ uid }) => uid)).toEqual([]);
    if (file === 'calendar.ics') expect(events.every(({ startDate }) => startDate.isDate)).toBe(true);
  });

  test('is linked where visitors look', () => {
    const page = file === 'events.ics' ? 'Events.html' : 'Calendar.html';
    expect(linksOf(read(page)).map(({ href }) => href)).toContain(`/${file}`);
  });
});

test('every event with a date has a file of its own, which its page offers', () => {
  const all = eventsOf('events.ics');
  expect(single).toHaveLength(all.length);
  for (const file of single) {
    const [event, ...others] = eventsOf(file);
    expect(others).toEqual([]);
    expect(all.map(({ uid }) => uid)).toContain(event?.uid);
    const link = linksOf(read(file.replace('.ics', '.html'))).find(({ label }) => label === 'Add to calendar');
    expect(link?.href).toBe(`/${file}`);
  }
});

test('an event without a date has a page and no file', () => {
  const pages = filesOf(dir).filter((file) => /^Events\/item\/[^/]+\.html$/.test(file));
  const without = pages.filter((page) => !existsSync(join(dir, page.replace('.html', '.ics'))));
  expect(without.length).toBeGreaterThan(0);
  for (const page of without) expect(read(page)).not.toContain('Add to calendar');
});

test('a list of news leads to the feed', () => {
  expect(linksOf(read('News.html'))).toContainEqual({ label: 'News feed (RSS)', href: '/feed.xml' });
});
