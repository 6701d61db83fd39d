/** What pages get from the reader and hand to cards and islands as props. */
import type { SchoolDate } from '../lib/dates.ts';
import type { Album } from '../service/schemas/album.ts';
import type { CalendarEntry } from '../service/schemas/calendarEntry.ts';
import type { Media } from './media.ts';

/** A year or session that has items, or the undated ones. */
export interface Period {
  /** `2025`, or `undated`; for toppers a session `2024-2025`. */
  readonly key: string;
  /** Number of items. */
  readonly count: number;
  /** Months present, 1 to 12, ascending; empty for undated items and for sessions. */
  readonly months: readonly number[];
}

/** One immutable data file of a list: some items of one period in the list's order. The index of a list is a JSON array of these. */
export interface DataFile extends Period {
  /** `/data/news/2025-03.{12 characters}.json`: a JSON array of the list's items. */
  readonly href: string;
}

/** A link to a page that prints one part of a list. Without a count, so that a new item changes no neighbour's page. */
export interface PartLink {
  /** `Mar 2025`, `Without a date`, `2024-2025`; with `(2)` for a further part. */
  readonly label: string;
  readonly href: string;
}

/** A month (or session) of a list, led to by its newest part. */
export interface ArchiveLink extends PartLink {
  readonly count: number;
}

/** A list's first page. */
export interface ListView<Item> {
  /** The period of its items: a year, a session or `All`. */
  readonly period: string;
  /** The current year, where the default period depends on it until the browser decides; else empty. */
  readonly year: string;
  /** The first 24 of the period. */
  readonly items: readonly Item[];
  /** Newest first, undated last. */
  readonly periods: readonly Period[];
  /** The address of the list of its data files. */
  readonly index: string;
  /** Newest month or session first, one link each. */
  readonly archive: readonly ArchiveLink[];
}

/** What stands beside an item in its list's order, and what belongs to it. */
export interface Neighbours {
  readonly newer: NeighbourItem | null;
  readonly older: NeighbourItem | null;
  readonly together: readonly TogetherItem[];
}

/** The event, the news or the album of the same occasion. */
export interface TogetherItem {
  readonly name: 'events' | 'news' | 'gallery';
  readonly id: string;
  readonly title: string;
}

/** An item on its own page. */
export interface ItemView<Item> extends Neighbours {
  readonly item: Item;
  /** True of an event of a day before today. */
  readonly isOver: boolean;
}

export interface NeighbourItem {
  readonly id: string;
  readonly title: string;
  readonly date: SchoolDate | null;
  readonly picture: Media | null;
}

/** A part of a list on a plain page. */
export interface ArchiveView<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly newer: PartLink | null;
  readonly older: PartLink | null;
}

/** A file that an item brings. */
export interface Download {
  /** Its item's. */
  readonly title: string;
  /** What it is called instead of its own name. */
  readonly label?: string;
  /** A file or a picture. */
  readonly file: Media;
  /** Its place among its item's files, from 1; absent: the only one. */
  readonly number?: number;
  /** `2026-11-21`; absent: undated. */
  readonly day?: string;
}

/** What /Downloads shows of one kind of files. */
export interface DownloadsView {
  readonly total: number;
  /** The newest ones. */
  readonly files: readonly Download[];
  /** Where all of them stand, one link a year; none when `files` has all. */
  readonly years: readonly ArchiveLink[];
}

/** A part of the files of one kind on a plain page. */
export interface DownloadsPart {
  readonly label: string;
  readonly files: readonly Download[];
  readonly newer: PartLink | null;
  readonly older: PartLink | null;
}

export interface AlbumView extends Omit<Album, 'photos'>, Neighbours {
  readonly count: number;
  readonly cover: Media | null;
  /** The photos of this page. */
  readonly photos: readonly Media[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

export interface CalendarMonth {
  /** `2026-11`. */
  readonly month: string;
  readonly total: number;
  /** The month's entries by day, at most 40 on this page. */
  readonly entries: readonly CalendarEntry[];
  readonly page: number;
  readonly pages: number;
  /** The neighbours that have a page. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** What the calendar has from this month on. */
export interface Agenda {
  /** By month; `entries` are at most 40 of `total`. */
  readonly months: readonly Pick<CalendarMonth, 'month' | 'total' | 'entries'>[];
  /** Addresses of the events that have an entry's day and title, by the entry's id. */
  readonly events: Readonly<Record<string, string>>;
  /** Months with entries that found no room, nearest first: `2027-01`. */
  readonly later: readonly string[];
}

/** A long collection in the service's order, a page at a time. */
export interface PlainPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}
