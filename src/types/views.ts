/** What pages get from the reader and hand to cards and islands as props. */
import type { SchoolDate } from '../lib/dates.ts';
import type { Album } from '../service/schemas/album.ts';
import type { CalendarEntry } from '../service/schemas/calendarEntry.ts';
import type { SchoolEvent } from '../service/schemas/event.ts';
import type { Highlight } from '../service/schemas/highlight.ts';
import type { Leader } from '../service/schemas/leader.ts';
import type { NewsItem } from '../service/schemas/news.ts';
import type { Notice } from '../service/schemas/notice.ts';
import type { RegistrationLink } from '../service/schemas/registrationLink.ts';
import type { Topper } from '../service/schemas/topper.ts';
import type { Video } from '../service/schemas/video.ts';
import type { Media } from './media.ts';

/** An album as its card shows it. */
export interface AlbumCardItem {
  readonly id: string;
  readonly title: string;
  readonly date: SchoolDate | null;
  readonly cover: Media | null;
  /** Number of photos. */
  readonly count: number;
}

/** The lists that have filters, by collection. */
export interface ListItems {
  news: NewsItem;
  events: SchoolEvent;
  gallery: AlbumCardItem;
  video: Video;
}

export type ListName = keyof ListItems;

/** What the filter island can show: the lists, and the toppers of a class. */
export type ListKind = ListName | 'toppers';
export type ListItem = ListItems[ListName] | Topper;

/** One immutable data file of a list: all its items of one year, newest first. */
export interface DataFile {
  /** `2025`, or `undated`; for toppers a session `2024-2025`. */
  readonly key: string;
  /** Number of items. */
  readonly count: number;
  /** Months present, 1 to 12, ascending; empty for undated items and for sessions. */
  readonly months: readonly number[];
  /** `/data/news/2025.{12 characters}.json`: a JSON array of the list's items. */
  readonly href: string;
}

/** A link to a page that prints one part of a list. Without a count, so that a new item changes no neighbour's page. */
export interface PartLink {
  /** `Mar 2025`, `Undated`, `2024-2025`; with `(2)` for a further part. */
  readonly label: string;
  readonly href: string;
}

/** A month (or session) of a list, led to by its newest part. */
export interface ArchiveLink extends PartLink {
  readonly count: number;
}

/** A list's first page. */
export interface ListView<Item> {
  /** False: never fetched. */
  readonly loaded: boolean;
  /** How many items there are in all. */
  readonly total: number;
  /** The newest, at most 24. For the gallery: of `year`. */
  readonly items: readonly Item[];
  /** Newest year first, undated last. */
  readonly files: readonly DataFile[];
  /** Newest month first, one link a month. */
  readonly archive: readonly ArchiveLink[];
}

export interface GalleryView extends ListView<AlbumCardItem> {
  /** The year shown by default on the day of the build: the current one, or the one it falls back to. Null without albums. */
  readonly year: string | null;
}

/** A part of a list on a plain page. */
export interface ArchiveView<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** The parts of the same month or session, this one included, when there are several. */
  readonly parts: readonly PartLink[];
  readonly newer: PartLink | null;
  readonly older: PartLink | null;
}

export interface ToppersView {
  readonly loaded: boolean;
  /** True when neither the default session nor the one before has records: placeholder toppers are shown. */
  readonly placeholder: boolean;
  /** Sessions to choose from, newest first; the default session is always among them. */
  readonly sessions: readonly string[];
  /** The session shown on the day of the build, after the fallback. */
  readonly session: string;
  /** The default session of the day of the build, before the fallback. */
  readonly wanted: string;
  readonly total: number;
  /** The first 24 of the session, in the service's order. */
  readonly items: readonly Topper[];
  readonly files: readonly DataFile[];
  readonly archive: readonly ArchiveLink[];
}

export interface AlbumView extends Omit<Album, 'photos'> {
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

/** A long collection in the service's order, a page at a time. */
export interface PlainPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/** The queries a page may ask. Every call is recorded in the page's trace. */
export interface Reader {
  today(part: 'day' | 'month' | 'year'): string;
  /** The marquee: the first 20 highlights in the service's order. */
  marquee(): { readonly items: readonly Highlight[]; readonly total: number };
  /** Page 1 always exists. */
  highlights(page: number): PlainPage<Highlight> | null;
  list<Name extends 'news' | 'events' | 'video'>(name: Name): ListView<ListItems[Name]>;
  gallery(): GalleryView;
  /** A part of a list: `key` is `2025-03`, `2025-03-2`, `undated`… Null when there is none. */
  archive<Name extends ListName>(name: Name, key: string): ArchiveView<ListItems[Name]> | null;
  /** Every part of the gallery, for the album index: one link a page. */
  galleryParts(): readonly PartLink[];
  /** The newest `count` of a list, for carousels. */
  latest<Name extends ListName>(name: Name, count: number): readonly ListItems[Name][];
  toppers(className: 'X' | 'XII'): ToppersView;
  topperArchive(className: 'X' | 'XII', key: string): ArchiveView<Topper> | null;
  /** By the path segment of `albumPath`. Null when there is none. */
  album(path: string, page: number): AlbumView | null;
  /** In the service's order; page 1 always exists. A page holds as many messages as its byte budget allows. */
  leaders(page: number): PlainPage<Leader> | null;
  /** Page 1 always exists. */
  notices(page: number): PlainPage<Notice> | null;
  /** Page 1 always exists; further ones are the plain pages `/Registrations/2`… */
  registrations(page: number): PlainPage<RegistrationLink> | null;
  /** A month of the academic calendar; without entries when there are none. */
  calendar(month: string, page: number): CalendarMonth;
  /** The calendar widget's data files, one a year. */
  calendarFiles(): readonly DataFile[];
  /** Every public page path, for the sitemap; canonical spelling, sorted by code unit. */
  pagePaths(): readonly string[];
}
