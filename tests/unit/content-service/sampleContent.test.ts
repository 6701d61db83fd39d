import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Library, openLibrary } from '../../../scripts/content-service/library.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../../src/collections/index.ts';
import { placeholdersOf } from '../../../src/content/placeholders.ts';
import { whenOf } from '../../../src/lib/readHours.ts';
import { isHoliday } from '../../../src/lib/schoolDays.ts';
import { words } from '../../support/words.ts';

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

/** The PDF's rows, such as "4 Sat", below the headings of their months. */
function calendarRows(): { day: string; weekday: string; title: string }[] {
  const paper: CalendarPaper = parse(readFileSync(join(ROOT, 'scripts/school-files/documents/calendar-2026-27.yaml'), 'utf8'));
  let month = '';
  return paper.blocks.flatMap(({ heading, rows = [] }) => {
    month = heading ?? month;
    return rows.slice(1).map(([day = '', title = '']) => {
      const [number = '', weekday = ''] = day.split(' ');
      return { day: new Date(`${number} ${month} UTC`).toISOString().slice(0, 10), weekday, title };
    });
  });
}

/** An entry as the PDFs' font can write it: a title in another script has its English in brackets. */
const inLatin = (title: unknown) => /^\p{Script=Devanagari}.*\((.*)\)$/u.exec(String(title))?.[1] ?? String(title);

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
    const named = items('events').filter(({ title, date }) => date && days.has(same(title)) && day(date) >= '2026-04-01');
    expect(named.length).toBeGreaterThan(15);
    for (const { title, date } of named) expect(day(date), String(title)).toBe(days.get(same(title)));
  });

  it('names in the calendar what the PDF of the calendar names, day by day, and the PDF names its weekdays rightly', () => {
    const named = calendarRows();
    expect(named.length).toBeGreaterThan(60);
    expect(named.map(({ day, title }) => [day, title])).toEqual(
      items('academicCalender').map(({ date, title }) => [date, inLatin(title)]),
    );
    for (const { day, weekday } of named) expect(weekdayOf.format(new Date(day)), day).toBe(weekday);
  });

  it('has the days of src/content/facts/dates.yaml in the calendar', () => {
    const { dates, fees } = words.facts;
    const days = new Map(items('academicCalender').map(({ title, date }) => [inLatin(title), String(date)]));
    const facts: readonly (readonly [title: string, day: string])[] = [
      ['New session and semester 1 begin, classes I to X and XII', dates.session.from],
      [`New session ${fees.nextSession} begins, classes I to X and XII`, dates.nextSession],
      ['Semester 2 begins', dates.semester2],
      ['Open day with half-yearly results', dates.halfYearlyResults],
      ['Winter uniform begins', dates.winterUniform.from],
      ['Last day of the winter uniform', dates.winterUniform.to],
      ['Nursery registration opens', dates.nursery.registration.from],
      ['Last day of nursery registration', dates.nursery.registration.to],
      ['Open morning for nursery admission', dates.nursery.openMorning],
      ['Nursery: letters about places sent', dates.nursery.result],
      ['Last day to pay the nursery admission fee', dates.nursery.feesDue],
      ['Results of the scholarship test', dates.scholarship.result],
      [`Fees of ${fees.nextSession} announced`, fees.nextAnnounced],
      ['Free places in nursery: applications begin at the district education office', dates.nursery.free.from],
      ['Last day to apply for free places in nursery', dates.nursery.free.to],
      ['Last day to register for the scholarship test', dates.scholarship.registration],
      ['Founders’ scholarship test, classes VI to IX', dates.scholarship.test],
      ['Last day to pay the fees for January to March online', dates.feesJanuary.to],
      ['Annual athletics meet', dates.athletics],
      ['Annual day: The Postmaster of the Hills', dates.annualDay],
      ['Annual day play for parents of nursery to class V', dates.annualDayYounger],
      ['Farewell for class XII', dates.farewell],
      ['ICSE and ISC examinations begin (provisional)', dates.board],
      ['Report day', dates.reportDay],
      ['Meeting of the parents’ committee, 3:30 pm in the library', dates.committee],
      ['Book exchange', dates.bookExchange],
    ];
    for (const [title, day] of facts) expect(days.get(title), title).toBe(day);
    const spans = [
      ['Summer holidays', dates.holidays.summer],
      ['Puja holidays', dates.holidays.puja],
      ['Winter holidays', dates.holidays.winter],
      ['Spring holidays', dates.holidays.spring],
      ['Half-yearly examinations', dates.halfYearly],
      ['Preparatory examinations', dates.preparatory],
      ['Practical examinations', dates.practical],
      ['Annual examinations', dates.annual],
      ['Second examinations', dates.second],
    ] as const;
    for (const [name, { from, to }] of spans) {
      const title = [...days.keys()].find((entry) => entry.startsWith(name)) ?? '';
      const day = days.get(title) ?? '';
      const { lastDay } = whenOf({ day }, { title });
      expect([day, lastDay], name).toEqual([from, to]);
    }
  });

  it('has neither camp nor examination begin or end on a day without school', () => {
    const entries = items('academicCalender').map(({ title, date }) => ({
      title: inLatin(title),
      date: { day: String(date), at: 0 },
    }));
    const off = entries.filter(({ title }) => isHoliday(title)).map(({ title, date }) => whenOf(date, { title }));
    expect(off.length).toBeGreaterThan(20);
    const kept = entries.filter(({ title }) => /camp|examination|test\b/.test(title));
    expect(kept.length).toBeGreaterThan(6);
    for (const { title, date } of kept)
      for (const day of [date.day, whenOf(date, { title }).lastDay])
        expect(
          off.filter((holiday) => day >= holiday.day && day <= holiday.lastDay),
          `${title}: ${day}`,
        ).toEqual([]);
  });

  it('says of fees, hours and registration what the pages say', () => {
    const { fees, times, dates } = words.facts;
    const known = placeholdersOf(words);
    const texts = COLLECTION_NAMES.flatMap((name) => items(name)).map((item) => JSON.stringify(item));
    // In a week of fog the gates opened later.
    const gates = texts
      .filter((text) => !text.includes('because of fog'))
      .flatMap((text) => text.match(/gates open.*? at [\d:]+ am/g) ?? []);
    expect(gates.length).toBeGreaterThan(2);
    for (const said of gates) expect(said).toContain(` at ${times.gatesOpen}`);
    const registration = texts.flatMap((text) => text.match(/\b1 Dec 2026 to [^,.]*/g) ?? []);
    expect(registration).toEqual([known.get('dates.nursery.registration')]);
    expect(dates.nursery.registration.from).toBe(dates.nursery.openMorning);
    const online = texts.flatMap((text) => /([^"]*): fees for January to March/.exec(text)?.[1] ?? []);
    expect(online.map((days) => `${days} ${fees.nextSession.slice(0, 4)}`)).toEqual([known.get('dates.feesJanuary')]);
    const eventOn = (day: string) => items('events').find(({ date }) => date === day);
    expect(eventOn(dates.reportDay)?.time).toBe(times.reportDay);
    expect(eventOn(dates.athletics)?.time).toBe(times.athletics.replace('about ', ''));
    expect(eventOn(dates.athletics)?.description).toContain(`leave school at ${times.athleticsBuses}`);
    const [younger = ''] = (known.get('dates.annualDayYounger.on') ?? '').split(/ \d{4}/);
    expect(eventOn(dates.annualDay)?.description).toContain(`see the play on ${younger}`);
    expect(eventOn(dates.annualDayYounger)?.title).toBe('Annual day play for parents of nursery to class V');
    expect(dates.feesJanuary.to.slice(8)).toBe(Number.parseInt(fees.payTo, 10).toString());
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
      ['n-20260810', 'e-20260808'],
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
