/** What pages get from the reader and more than one room makes or reads. */
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
