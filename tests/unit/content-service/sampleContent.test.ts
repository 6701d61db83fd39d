import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Library, openLibrary } from '../../../scripts/content-service/library.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../../src/collections/index.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'scripts/content-service/content');
const REFERENCE = /\.(jpg|png|webp|pdf)$/;

type Item = Readonly<Record<string, unknown>>;

let library: Library;
const complaints: string[] = [];

beforeAll(async () => {
  library = await openLibrary(FOLDER, (message) => complaints.push(message));
});

function items(collection: CollectionName): Item[] {
  return JSON.parse(new TextDecoder().decode(library.list(collection).bytes)) as Item[];
}

function references(value: unknown): string[] {
  if (typeof value === 'string') return REFERENCE.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(references) : [];
}

interface CalendarPaper {
  readonly blocks: readonly { readonly heading?: string; readonly rows?: readonly (readonly string[])[] }[];
}

const weekdayOf = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });

/** The days of the PDF's rows, such as "4 Sat", below the headings of their months. */
function calendarDays(): { day: string; weekday: string }[] {
  const paper: CalendarPaper = parse(readFileSync(join(ROOT, 'scripts/school-files/documents/calendar-2026-27.yaml'), 'utf8'));
  let month = '';
  return paper.blocks.flatMap(({ heading, rows = [] }) => {
    month = heading ?? month;
    return rows.slice(1).map(([day = '']) => {
      const [number = '', weekday = ''] = day.split(' ');
      return { day: new Date(`${number} ${month} UTC`).toISOString().slice(0, 10), weekday };
    });
  });
}

describe('the sample content', () => {
  it('can be read to the last file', () => {
    expect(complaints).toEqual([]);
  });

  it.each([
    ['news', 60],
    ['events', 60],
    ['video', 20],
    ['highlight', 12],
    ['notification', 3],
    ['onlineRegistration', 3],
    ['principalMessage', 2],
  ] as const)('has a school year of %s', (collection, least) => {
    expect(items(collection).length).toBeGreaterThanOrEqual(least);
  });

  it('has 25 albums of 2 to 30 photos, none twice in an album', () => {
    const albums = items('gallery').filter(({ category }) => category === 'PhotoGallery');
    expect(albums.length).toBeGreaterThanOrEqual(25);
    for (const album of albums) {
      const photos = references(album.attachments);
      expect(photos.length, String(album._id)).toBeGreaterThanOrEqual(2);
      expect(photos.length, String(album._id)).toBeLessThanOrEqual(30);
      expect(new Set(photos).size, String(album._id)).toBe(photos.length);
    }
  });

  it('has toppers of both classes in four sessions', () => {
    const groups = new Map<string, number>();
    for (const topper of items('topper')) {
      const key = `${String(topper.class)} ${String(topper.sessionYear).slice(0, 4)}`;
      groups.set(key, (groups.get(key) ?? 0) + 1);
    }
    expect([...groups.keys()].sort()).toEqual(
      ['10 2022', '12 2022', 'X 2023', 'X 2024', 'X 2025', 'XII 2023', 'XII 2024', 'XII 2025'].sort(),
    );
    expect(Math.min(...groups.values())).toBeGreaterThanOrEqual(12);
  });

  it('has calendar entries in each of thirteen months', () => {
    const months = new Set(items('academicCalender').map(({ date }) => String(date).slice(0, 7)));
    expect(months.size).toBe(13);
  });

  it.each(COLLECTION_NAMES)('names no item of %s twice', (collection) => {
    const ids = items(collection).map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(COLLECTION_NAMES)('has the file of every reference in %s', (collection) => {
    expect(references(items(collection)).filter((reference) => library.media(reference) === null)).toEqual([]);
  });

  it('names the same day for an event in the calendar as in the list of events', () => {
    const day = (date: unknown) =>
      new Date(typeof date === 'number' ? date : String(date)).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
    const same = (title: unknown) =>
      String(title)
        .toLowerCase()
        .replace(/[^\p{L}\p{M}]+/gu, ' ')
        .trim();
    const days = new Map(items('academicCalender').map(({ title, date }) => [same(title), day(date)]));
    const named = items('events').filter(({ title, date }) => date && days.has(same(title)) && day(date) >= '2026-05-01');
    expect(named.length).toBeGreaterThan(15);
    for (const { title, date } of named) expect(day(date), String(title)).toBe(days.get(same(title)));
  });

  it('has an entry on each day that the PDF of the academic calendar names, and the PDF names its weekdays rightly', () => {
    const entered = new Set(items('academicCalender').map(({ date }) => String(date).slice(0, 10)));
    const named = calendarDays();
    expect(named.length).toBeGreaterThan(45);
    for (const { day, weekday } of named) {
      expect(weekdayOf.format(new Date(day)), day).toBe(weekday);
      if (day >= '2026-05-01') expect(entered.has(day), `an entry on ${day}`).toBe(true);
    }
  });

  it('tells no news before its day: a report comes on the day of its event or later', () => {
    const dateOf = (collection: CollectionName, id: string) => {
      const item = items(collection).find(({ _id }) => _id === id);
      return new Date((item?.date ?? item?.fromDate) as string | number).getTime();
    };
    const reports = [
      ['inter-house-quiz', 'e-20261120'],
      ['childrens-day', 'e-20261114'],
      ['n-20261105', 'e-20261106'],
      ['n-20261012', 'e-20261010'],
      ['n-20260928', 'e-20260926'],
      ['n-20260824', 'e-20260822'],
    ] as const;
    for (const [news, event] of reports)
      expect(Math.ceil((dateOf('news', news) + 86_400_000 - dateOf('events', event)) / 86_400_000), news).toBeGreaterThan(0);
  });

  it('stays below 6 MB with the pictures and PDFs of the static pages', () => {
    const folders = [join(FOLDER, 'media'), join(ROOT, 'src/pictures'), join(ROOT, 'public/documents')];
    const bytes = folders.flatMap((folder) => readdirSync(folder).map((name) => statSync(join(folder, name)).size));
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_000_000);
  });
});
