import { LISTS } from '../../collections/index.ts';
import { shiftMonth } from '../../lib/dates.ts';
import { memoize } from '../../lib/memoize.ts';
import { itemPath } from '../../lib/paths.ts';
import { searchable } from '../../lib/search.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';
import type { Agenda, CalendarMonth, DataFile } from '../../types/views.ts';
import { Digested, type Source } from '../query.ts';
import type { CollectionState, Row } from '../types.ts';
import { dataBody } from './dataFiles.ts';
import { groupBy, listIndex } from './listIndex.ts';

/** Entries on one page of a month. */
const ENTRIES_PER_PAGE = 40;
/** Entries of the agenda: as many whole months as they fit. */
const AGENDA_ENTRIES = 60;
/** Links to months that the agenda does not hold. */
const AGENDA_LINKS = 12;
/** Months before and after the current one that have a page, with or without entries. */
const MONTHS_AROUND = 12;

interface CalendarIndex {
  /** By month `2026-11`, sorted by day. */
  readonly months: ReadonlyMap<string, Row<CalendarEntry>[]>;
  /** By year, sorted by day. */
  readonly years: ReadonlyMap<string, Row<CalendarEntry>[]>;
}

const indexOf = memoize((state: CollectionState<CalendarEntry>): CalendarIndex => {
  const dayOf = (entity: CalendarEntry) => entity.date?.day ?? '';
  const dated = state.rows.filter((row) => row.entity.date !== null);
  const sorted = dated.sort((a, b) => (dayOf(a.entity) < dayOf(b.entity) ? -1 : dayOf(a.entity) > dayOf(b.entity) ? 1 : 0));
  return {
    months: groupBy(sorted, ({ entity }) => dayOf(entity).slice(0, 7)),
    years: groupBy(sorted, ({ entity }) => dayOf(entity).slice(0, 4)),
  };
});

/** The months that have a page, oldest first. */
function monthsWithPages(source: Source): string[] {
  const current = source.today('month');
  const around = Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, at) => shiftMonth(current, at - MONTHS_AROUND));
  return [...new Set([...around, ...indexOf(source.collection('academicCalender')).months.keys()])].sort();
}

const pagesOf = (entries: number) => Math.max(1, Math.ceil(entries / ENTRIES_PER_PAGE));

export function calendar(source: Source, month: string, page: number): CalendarMonth {
  const entries = indexOf(source.collection('academicCalender')).months.get(month) ?? [];
  const known = monthsWithPages(source);
  const from = (page - 1) * ENTRIES_PER_PAGE;
  return {
    month,
    total: entries.length,
    entries: entries.slice(from, from + ENTRIES_PER_PAGE).map((row) => row.entity),
    page,
    pages: pagesOf(entries.length),
    previous: known.filter((other) => other < month).at(-1) ?? null,
    next: known.find((other) => other > month) ?? null,
  };
}

/** This month and the following ones that have entries, as many as fit; the present month is always there. */
export function agenda(source: Source): Agenda {
  const { months } = indexOf(source.collection('academicCalender'));
  const current = source.today('month');
  const coming = [current, ...[...months.keys()].filter((month) => month > current)];
  const shown: Agenda['months'][number][] = [];
  let room = AGENDA_ENTRIES;
  for (const month of coming) {
    const rows = months.get(month) ?? [];
    if (shown.length > 0 && rows.length > room) break;
    shown.push({ month, total: rows.length, entries: rows.slice(0, ENTRIES_PER_PAGE).map((row) => row.entity) });
    room -= rows.length;
  }
  const events = eventsOf(
    source,
    shown.flatMap(({ entries }) => entries),
  );
  return { months: shown, events, later: coming.slice(shown.length, shown.length + AGENDA_LINKS) };
}

/** The events that have the day and the title of an entry: their addresses by the entry's id. */
function eventsOf(source: Source, entries: readonly CalendarEntry[]): Agenda['events'] {
  const wordsOf = (day: string, title: string) => `${day} ${searchable(title)}`;
  const days = new Set(entries.map(({ date }) => date?.day));
  const addresses = new Map<string, string>();
  for (const { id, entity } of listIndex(source, 'events').rows) {
    const { date, title } = entity;
    if (date && days.has(date.day)) addresses.set(wordsOf(date.day, title), itemPath(LISTS.events.base, id));
  }
  return Object.fromEntries(
    entries.flatMap(({ id, date, title }) => {
      const address = date && title && addresses.get(wordsOf(date.day, title));
      return address ? [[id, address] as const] : [];
    }),
  );
}

/** The last `count` entries, by day. */
export function latestEntries(source: Source, count: number): CalendarEntry[] {
  const { years } = indexOf(source.collection('academicCalender'));
  return [...years.values()].flatMap((rows) => rows.map((row) => row.entity)).slice(-count);
}

export function calendarFiles(source: Source): DataFile[] {
  const { years } = indexOf(source.collection('academicCalender'));
  return [...years].reverse().map(([year, rows]) => {
    const months = new Set(rows.map((row) => Number(row.entity.date?.day.slice(5, 7))));
    return { key: year, count: rows.length, months: [...months], href: dataBody(source, 'calendar', year, rows).href };
  });
}

/** The data file of one year of the calendar. */
export function calendarData(source: Source, year: string) {
  const rows = indexOf(source.collection('academicCalender')).years.get(year);
  if (!rows) return null;
  const data = dataBody(source, 'calendar', year, rows);
  return new Digested(data, data.digest);
}

/** Addresses of the month pages: `/Calendar/2026-11`, `/Calendar/2026-11-2`. */
export function calendarPaths(source: Source): string[] {
  const { months } = indexOf(source.collection('academicCalender'));
  return monthsWithPages(source).flatMap((month) => {
    const pages = pagesOf(months.get(month)?.length ?? 0);
    return Array.from({ length: pages }, (_, at) => `/Calendar/${month}${at ? `-${at + 1}` : ''}`);
  });
}
