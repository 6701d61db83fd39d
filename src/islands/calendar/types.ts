import type { CalendarEntry } from '../../service/schemas/calendarEntry.ts';

/** Props of the calendar. The page carries `today` and `index` in data attributes; the rest is read from the markup. */
export interface CalendarProps {
  /** The day of the build, `2026-11-21`: its month is the one printed. */
  readonly today: string;
  /** Entries of the month on each of its days that has any, by date: `{ "5": 2 }`. */
  readonly marks: Readonly<Record<string, number>>;
  /** Address of the list of the data files. */
  readonly index: string;
}

/** The list of the build's month: entries on the server, the server's HTML in the browser. */
export type PrintedList = { readonly entries: readonly CalendarEntry[] } | { readonly html: string };
