import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { linksOf, textOf } from '../../support/published.ts';
import { openRig } from '../../support/rig.ts';
import { builtSite } from '../../support/site.ts';
import { filesOf, temporaryFolder } from '../../support/trees.ts';

const dir = builtSite();
const read = (path: string) => readFileSync(join(dir, path), 'utf8');
const eventsOf = (path: string) =>
  new ICAL.Component(ICAL.parse(read(path))).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
const single = filesOf(dir).filter((file) => /^Events\/item\/[^/]+\.ics$/.test(file));

describe.each(['events.ics', 'calendar.ics'])('%s', (file) => {
  test('has lines of at most 75 bytes that end in CRLF', () => {
    const lines = read(file).split('\r\n');
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
    expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([]);
  });

  test('has events with identities and titles of their own, each on its day', () => {
    const events = eventsOf(file);
    expect(events.length).toBeGreaterThan(20);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    expect(events.filter(({ summary }) => !summary).map(({ uid }) => uid)).toEqual([]);
  });

  test('is linked where visitors look', () => {
    const page = read(file === 'events.ics' ? 'Events.html' : 'Calendar.html');
    const address = linksOf(page).find(({ href }) => href.startsWith('webcal:'))?.href;
    expect(linksOf(page).map(({ href }) => href)).toContain(`/${file}`);
    expect(address).toMatch(new RegExp(`^webcal://[^/]+/${file}$`));
    expect(page).toMatch(new RegExp(`<button [^>]*data-copy="https?://[^/"]+/${file}"`));
  });
});

test('every event with a date has a file of its own, which its page offers, also when it is over', () => {
  const all = eventsOf('events.ics');
  expect(single).toHaveLength(all.length);
  const isOver = new Set<boolean>();
  for (const file of single) {
    const [event, ...others] = eventsOf(file);
    expect(others).toEqual([]);
    expect(all.map(({ uid }) => uid)).toContain(event?.uid);
    const page = read(file.replace('.ics', '.html'));
    const link = linksOf(page).find(({ label }) => label === 'Add to calendar');
    expect(link?.href).toBe(`/${file}`);
    isOver.add(page.includes('This event is over'));
  }
  expect(isOver).toEqual(new Set([true, false]));
});

test('the hours that an event’s page prints are those of its file and of what search engines read', () => {
  const hours = (id: string) => {
    const [event] = eventsOf(`Events/item/${id}.ics`);
    const { startDate, endDate } = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(read(`Events/item/${id}.html`))?.[1] ?? '{}');
    return [String(event?.startDate), String(event?.endDate), startDate, endDate];
  };
  const timed = (day: string, from: string, to = from) => [
    `${day}T${from}:00`,
    `${day}T${to}:00`,
    `${day}T${from}:00+05:30`,
    to === from ? undefined : `${day}T${to}:00+05:30`,
  ];
  expect(read('Events/item/e-20261218.html')).toContain('5:00 pm');
  expect(hours('e-20261218')).toEqual(timed('2026-12-18', '17:00'));
  expect(hours('e-20261201')).toEqual(timed('2026-12-01', '09:30', '11:30'));
  expect(hours('e-20261106')).toEqual(timed('2026-11-06', '10:00'));
  expect(hours('e-20260704')).toEqual(['2026-07-04', '2026-07-05', '2026-07-04', undefined]);
  expect(hours('e-20261012')).toEqual(['2026-10-12T06:00:00', '2026-10-15T00:00:00', '2026-10-12T06:00:00+05:30', '2026-10-14']);
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

test('the calendar of home goes on with the next month where little of this one is to come', async () => {
  const rig = await openRig({ copyOf: dirname(dir), now: () => Date.parse('2026-11-27T06:00:00Z') });
  try {
    expect(await rig.site.rebuild({})).toMatchObject({ ok: true });
    const listIn = (folder: string) =>
      textOf(/class="days".*?<\/section>/s.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[0] ?? '');
    expect(listIn(rig.dist)).toMatch(/ 28 Nov .* December 2026 01 Dec .* 01 Dec .* All 9 entries of December 2026$/);
    expect(listIn(dir)).toMatch(/ 28 Nov [^0-9]*$/);
  } finally {
    await rig.close();
  }
});

test('a calendar in which nothing stands yet has the component that each file must have', async () => {
  const content = temporaryFolder();
  const rig = await openRig({ content: content.path });
  try {
    expect(await rig.site.rebuild({})).toMatchObject({ ok: true });
    for (const file of ['events.ics', 'calendar.ics']) {
      const calendar = new ICAL.Component(ICAL.parse(readFileSync(join(rig.dist, file), 'utf8')));
      expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone']);
    }
  } finally {
    await rig.close();
    content.remove();
  }
});
