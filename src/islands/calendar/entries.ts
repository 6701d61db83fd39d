import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';

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

/** A month's entries by day, out of a year's; entries of one day keep their order. */
export function entriesOf(month: string, year: readonly CalendarEntry[]): CalendarEntry[] {
  const day = (entry: CalendarEntry) => entry.date?.day ?? '';
  return year.filter((entry) => day(entry).startsWith(month)).sort((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0));
}

/** Entries of the month that the page is printed with; a month that a visitor turns to is listed whole. */
const LISTED = 6;

/** The entries of a month that are listed: the next ones from today on, past ones only where there is room. */
export function monthWindow(entries: readonly CalendarEntry[], today: string): readonly CalendarEntry[] {
  const next = entries.findIndex((entry) => (entry.date?.day ?? '') >= today);
  const from = Math.max(0, Math.min(next < 0 ? entries.length : next, entries.length - LISTED));
  return entries.slice(from, from + LISTED);
}

/** The entries of a day, out of a month's. */
export function onDay(day: string, entries: readonly CalendarEntry[]): readonly CalendarEntry[] {
  return entries.filter((entry) => entry.date?.day === day);
}

/** A loader of years' entries: each data file is fetched once, again after a failure, of which the call rejects. */
export function createYearLoader(files: Readonly<Record<string, string>>) {
  const known = new Map<string, Promise<readonly CalendarEntry[]>>();
  return (year: string): Promise<readonly CalendarEntry[]> => {
    const href = files[year];
    if (href === undefined) return Promise.resolve([]);
    const entries = known.get(year) ?? read(href);
    known.set(year, entries);
    entries.catch(() => known.delete(year));
    return entries;
  };
}

async function read(href: string): Promise<readonly CalendarEntry[]> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href} answered ${answer.status}.`);
  return answer.json();
}
