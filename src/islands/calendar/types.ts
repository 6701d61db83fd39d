import type { CalendarEntry } from '../../types/entities.ts';

/** What the widget shows. Of this the page carries only day and files as data: the rest stands in what the server printed. */
export interface CalendarProps {
  /** The day of the build, `2026-11-21`: its month is the one printed. */
  readonly today: string;
  /** Entries of the month on each of its days that has any, by date: `{ "5": 2 }`. */
  readonly marks: Readonly<Record<string, number>>;
  /** Address of the data file of each year that has entries. */
  readonly files: Readonly<Record<string, string>>;
}

/** The list of the build's month: its entries on the server, in the browser the HTML that the server made of them. */
export type PrintedList = { readonly entries: readonly CalendarEntry[] } | { readonly html: string };
