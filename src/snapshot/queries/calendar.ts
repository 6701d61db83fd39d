import { LISTS } from '../../collections/index.ts';
import { dayAfter, shiftMonth } from '../../lib/dates.ts';
import { searchable } from '../../lib/matchText.ts';
import { ENTRIES_PER_PAGE, type Listed, monthWindow, type Room } from '../../lib/monthWindow.ts';
import { itemPath } from '../../lib/paths.ts';
import { isHoliday, tellsOfSchool } from '../../lib/schoolDays.ts';
import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';
import type { CalendarDays, SchoolDays } from '../../types/search.ts';
import type { Source } from '../source.ts';
import { partKeys } from './cuts.ts';
import { groups } from './dataFiles.ts';

/** Of the agenda: the present month, what fits of the next, and as many whole ones after it as fit. */
const AGENDA: Room = { size: 3840, entry: 20, files: 20, file: 50 };
/** Of this for the present month, so that the next one has some. */
const PRESENT = 2560;
/** Links to months that the agenda does not hold. */
const AGENDA_LINKS = 12;
/** Months before and after the current one that have a page, with or without entries. */
const MONTHS_AROUND = 12;

/** The months that have a page, oldest first. */
export function calendarMonths(source: Source): string[] {
  const current = source.today('month');
  const around = Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, at) => shiftMonth(current, at - MONTHS_AROUND));
  return [...new Set([...around, ...source.ask(groups, 'calendar').map(({ key }) => key)])].sort();
}

/** Entries of the months that have any, by month. */
const sizesOf = (source: Source) => new Map(source.ask(groups, 'calendar').map(({ key, count }) => [key, count]));

/** A page of a month's entries, by day, and the months beside it that have a page. */
export function calendar(source: Source, month: string, page: number) {
  const total = source.membersOf('calendar', month).length;
  const known = source.ask(calendarMonths);
  return {
    month,
    total,
    entries: source.group('calendar', month, (page - 1) * ENTRIES_PER_PAGE, ENTRIES_PER_PAGE),
    page,
    pages: Math.max(1, Math.ceil(total / ENTRIES_PER_PAGE)),
    previous: known.filter((other) => other < month).at(-1) ?? null,
    next: known.find((other) => other > month) ?? null,
  };
}

/** This month and the following ones that have entries, as many as fit; the present month and the next one are always there. */
export function agenda(source: Source) {
  const current = source.today('month');
  const today = source.today('day');
  const sizes = sizesOf(source);
  const coming = [current, ...[...sizes.keys()].filter((month) => month > current)];
  const months: { readonly month: string; readonly total: number; readonly entries: readonly Listed<CalendarEntry>[] }[] = [];
  let { size } = AGENDA;
  for (const month of coming) {
    const total = sizes.get(month) ?? 0;
    const all = month === current ? source.group('calendar', month) : source.group('calendar', month, 0, ENTRIES_PER_PAGE);
    const room = month === current ? PRESENT : size;
    const { entries, left } = monthWindow(all, today, { ...AGENDA, size: room });
    if (months.length > 1 && entries.length < total) break;
    months.push({ month, total, entries });
    size -= room - left;
  }
  const entries = months.flatMap((month) => month.entries);
  return {
    months,
    events: eventsOf(source, entries),
    /** Months with entries that found no room, nearest first. */
    later: coming.slice(months.length, months.length + AGENDA_LINKS),
    undated: source.slice('calendar-undated', 0, ENTRIES_PER_PAGE),
  };
}

/** The events that have the day and the title of an entry: their addresses by the entry's id. */
function eventsOf(source: Source, entries: readonly CalendarEntry[]): Readonly<Record<string, string>> {
  const wordsOf = (day: string, title: string) => `${day} ${searchable(title)}`;
  const addresses = new Map<string, string>();
  for (const day of new Set(entries.flatMap(({ date }) => date?.day ?? [])))
    for (const { id, title } of source.on('events', day)) addresses.set(wordsOf(day, title), itemPath(LISTS.events.base, id));
  return Object.fromEntries(
    entries.flatMap(({ id, date, title }) => {
      const address = date && title && addresses.get(wordsOf(date.day, title));
      return address ? [[id, address] as const] : [];
    }),
  );
}

/** Days before one without school from which on home tells of it. */
const TOLD_BEFORE = 2;
/** Days ahead of which home knows, so that pages that were published before tell of them too. */
const AHEAD = 14;

/** The dated entries of the months from `first` to `last` months after this one, by day. */
function daysAround(source: Source, first: number, last: number): CalendarDays[] {
  const month = source.today('month');
  const months = Array.from({ length: last - first + 1 }, (_, at) => shiftMonth(month, first + at));
  const entries = months.flatMap((one) => source.group('calendar', one));
  return entries.flatMap(({ title, date, lastDay }) => (date ? [{ from: date.day, to: lastDay ?? date.day, title }] : []));
}

/** What the calendar tells of days with and without school, and of several days, of half a year before and a year after this month. */
export function schoolDays(source: Source): SchoolDays {
  const days = daysAround(source, -6, 12);
  return {
    told: days.filter(({ from, to, title }) => to > from || tellsOfSchool(title)),
    since: days[0]?.from ?? '',
    until: days.reduce((last, { to }) => (to > last ? to : last), ''),
  };
}

/** Days without school that home tells of at most. */
const HOLIDAYS = 3;

/**
 * Today's days without school and those of the next two weeks, with the day from which on they are told: those first that are told
 * now, of these those that end first, as long ones may be of some classes alone.
 */
export function holidays(source: Source): (CalendarDays & { readonly toldFrom: string })[] {
  const today = source.today('day');
  const keyOf = ({ toldFrom, from, to }: { toldFrom: string } & CalendarDays) => (toldFrom <= today ? `0 ${to}` : `1 ${from}`);
  // Several days are read from a title up to three months long.
  return daysAround(source, -3, 1)
    .filter(({ from, to, title }) => isHoliday(title) && to >= today && from <= dayAfter(today, AHEAD))
    .map((days) => ({ ...days, toldFrom: dayAfter(days.from, -TOLD_BEFORE) }))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .slice(0, HOLIDAYS);
}

/** The last `count` entries, by day. */
export function latestEntries(source: Source, count: number): CalendarEntry[] {
  const total = source.ask(groups, 'calendar').reduce((sum, group) => sum + group.count, 0);
  return source.slice('calendar', Math.max(0, total - count), count);
}

/** The months' pages: `/Calendar/2026-11`, `/Calendar/2026-11-2`. */
export function calendarPaths(source: Source): string[] {
  const sizes = sizesOf(source);
  return source
    .ask(calendarMonths)
    .flatMap((month) => partKeys(month, sizes.get(month) || 1, ENTRIES_PER_PAGE, 'first').map((key) => `/Calendar/${key}`));
}
