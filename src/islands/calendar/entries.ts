import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';
import type { DataFile } from '../../types/views.ts';

/** Entries of a day of the month, by date: `{ "5": 2 }`. */
export type Marks = Readonly<Record<string, number>>;

/** How many entries each day has. */
export function marksOf(entries: readonly CalendarEntry[]): Marks {
  const marks: Record<string, number> = {};
  for (const { date } of entries) {
    const key = String(Number(date?.day.slice(8, 10)));
    marks[key] = (marks[key] ?? 0) + 1;
  }
  return marks;
}

/** A month's entries by day, out of more; entries of one day keep their order. */
export function entriesOf(month: string, entries: readonly CalendarEntry[]): CalendarEntry[] {
  const day = (entry: CalendarEntry) => entry.date?.day ?? '';
  return entries.filter((entry) => day(entry).startsWith(month)).sort((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0));
}

/** Characters of titles and files that a page lists of one month; a month that a visitor turns to is listed whole. */
const ROOM = 2_000;
/** What a file weighs beside its entry's title. */
const FILE = 190;

/** The entries of a month that a page lists: all, or as many as it has room for, those from today on before past ones. */
export function monthWindow(entries: readonly CalendarEntry[], today: string): readonly CalendarEntry[] {
  const next = entries.findIndex((entry) => (entry.date?.day ?? '') >= today);
  const split = next < 0 ? entries.length : next;
  let room = ROOM;
  const fits = ({ title, attachments }: CalendarEntry) => {
    room -= title.length + 12 + attachments.length * FILE;
    return room >= 0;
  };
  const coming = entries.slice(split).filter(fits);
  const past = entries.slice(0, split).reverse().filter(fits).reverse();
  return [...past, ...coming];
}

/** The entries of a day, out of a month's. */
export function onDay(day: string, entries: readonly CalendarEntry[]): readonly CalendarEntry[] {
  return entries.filter((entry) => entry.date?.day === day);
}

/** A loader of the entries of a month, and others: each file is fetched once, again after a failure, of which the call rejects. */
export function createMonthLoader(index: string) {
  const known = new Map<string, Promise<unknown>>();
  const load = <Content>(href: string) => {
    const content = known.get(href) ?? read(href);
    known.set(href, content);
    content.catch(() => known.delete(href));
    return content as Promise<Content>;
  };
  return async (month: string): Promise<readonly CalendarEntry[]> => {
    const files = await load<readonly DataFile[]>(index);
    const holds = ({ key, months }: DataFile) => key === month.slice(0, 4) && months.includes(Number(month.slice(5)));
    return (await Promise.all(files.filter(holds).map(({ href }) => load<readonly CalendarEntry[]>(href)))).flat();
  };
}

async function read(href: string): Promise<unknown> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href} answered ${answer.status}.`);
  return answer.json();
}
