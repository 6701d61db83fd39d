/** What /Search reads: the static pages and words of `/search.json`, and the data files that `/search-index.json` lists. */
import type { SearchWords } from '../lib/searchWords.ts';

/** Something that /Search finds. */
export interface SearchEntry {
  /** What it is: `News`, `Event`. */
  readonly kind: string;
  readonly href: string;
  readonly title: string;
  /** Its words beside the title, a paragraph a line. */
  readonly text: string;
  /** `2026-11-21`; absent: undated. */
  readonly day?: string;
}

/** An entry in a data file of the search: what is empty at the end is left out. */
export type SearchRow = readonly [
  /** What follows the shelf's base in its address; 0: its title. */
  path: string | 0,
  title: string,
  text?: string,
  /** `2026-11-21`; empty: undated. */
  day?: string,
  /** Files that it brings: their addresses and names. */
  files?: readonly (readonly [href: string, name: string])[],
];

/** The entries of a data file of the search that are of one kind and whose addresses begin alike. */
export type SearchShelf = readonly [kind: string, base: string, rows: readonly SearchRow[]];

/** The index of the search: the addresses of its data files, newest first, each with a filter of its words where there are many. */
export type SearchIndex = readonly (readonly [href: string, filter?: string])[];

/** A static page in `/search.json`. */
export interface SearchPage {
  readonly href: string;
  readonly title: string;
  /** What it says about itself. */
  readonly description: string;
  /** Its parts: a heading, and what stands below it, a paragraph a line. */
  readonly sections: readonly (readonly [heading: string, text: string])[];
}

/** A row of a table on a page. */
export interface SearchTableRow {
  readonly columns: readonly string[];
  readonly cells: readonly string[];
}

/** An entry of the academic calendar, from its first to its last day: `2026-11-24`. */
export interface CalendarDays {
  readonly from: string;
  readonly to: string;
  readonly title: string;
}

export interface SchoolDays {
  /** Entries that tell of days without school or with it, or of several days, by day. */
  readonly told: readonly CalendarDays[];
  /** The first and the last day that the calendar has; empty: it has none. */
  readonly since: string;
  readonly until: string;
}

/** What an answer says: a paragraph, or a row of a table. */
export type SearchLine = string | SearchTableRow;

/** An answer that may stand above the results. */
export interface SearchAnswer {
  /** Phrases: it is given where all words of one are in the query. */
  readonly asked: readonly string[];
  readonly heading: string;
  /** What it says, or what is found out when it is asked for. */
  readonly from: readonly SearchLine[] | 'fees' | 'holidays' | 'open';
  /** The page that says more. */
  readonly href: string;
  /** What the link to it says: that page's title, or what of it is meant. */
  readonly page: string;
}

/** `/search.json`: what the search knows before it reads the index. */
export interface SearchStatics extends SearchWords {
  readonly pages: readonly SearchPage[];
  /** PDFs of the site's own. */
  readonly documents: readonly { readonly href: string; readonly title: string }[];
  /** Words for kinds of entries: `Album` is also "photos". */
  readonly kinds: Readonly<Record<string, string>>;
  readonly answers: readonly SearchAnswer[];
  /** The table of fees, whose first cells name classes, and what follows below it. */
  readonly fees: { readonly rows: readonly SearchTableRow[]; readonly notes: readonly string[] };
  readonly phones: readonly string[];
  readonly schoolDays: SchoolDays;
  /** On which days of the week there is school. */
  readonly schoolWeek: string;
}
