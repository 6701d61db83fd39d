/** What the site knows after reading the content service: plain, JSON-able, in a fixed key order. */
import type { SchoolDate } from '../lib/dates.ts';

export type { SchoolDate };

/** A picture that was fetched and turned into variants (`lib/paths.ts` gives their addresses). */
export interface Picture {
  readonly kind: 'image';
  /** 12 characters made of the source's digest and the recipe. */
  readonly id: string;
  /** Pixels, after orientation. */
  readonly w: number;
  readonly h: number;
}

/** A PDF or other attachment, published under a readable name. */
export interface PublishedFile {
  readonly kind: 'file';
  /** `/files/{12 characters}/{readable name}`. */
  readonly href: string;
  /** The readable name, for link texts. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A reference that could not be had or read: shown as the drawn fallback, or as text without a link. */
export interface MissingMedia {
  readonly kind: 'missing';
}

export type Media = Picture | PublishedFile | MissingMedia;

export interface NewsItem {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** From `fromDate`. */
  readonly date: SchoolDate | null;
  readonly image: Media | null;
  readonly attachments: readonly Media[];
}

export interface SchoolEvent {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly venue: string;
  readonly date: SchoolDate | null;
  /** As the service gives it: a date-time's own time of day often is midnight somewhere else. Empty when unknown. */
  readonly time: string;
  readonly images: readonly Media[];
  readonly attachments: readonly Media[];
}

/** Only albums of category PhotoGallery reach the snapshot. */
export interface Album {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly date: SchoolDate | null;
  /** The first is the cover. */
  readonly photos: readonly Media[];
}

export interface Video {
  readonly id: string;
  readonly title: string;
  readonly date: SchoolDate | null;
  /** Null when the service's address is not http(s). */
  readonly url: string | null;
}

export interface Topper {
  readonly id: string;
  readonly name: string;
  readonly stream: string;
  /** Percentage as text, with its sign: `98.4%`. Empty when unknown. */
  readonly division: string;
  /** `2023-2024`; null when unreadable. */
  readonly session: string | null;
  readonly class: 'X' | 'XII' | null;
  readonly photo: Media | null;
}

export interface Leader {
  readonly id: string;
  readonly name: string;
  /** The designation. */
  readonly category: string;
  /** Sanitised HTML. */
  readonly message: string;
  readonly photo: Media | null;
}

export interface Highlight {
  readonly id: string;
  readonly title: string;
  readonly attachment: Media | null;
}

export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly image: Media | null;
  readonly attachment: Media | null;
}

export interface CalendarEntry {
  readonly id: string;
  readonly title: string;
  readonly date: SchoolDate | null;
  readonly attachments: readonly Media[];
}

export interface RegistrationLink {
  readonly id: string;
  readonly title: string;
  /** http, https, mailto or tel; otherwise null. */
  readonly url: string | null;
  readonly attachments: readonly Media[];
}

/** Collections by the path segment of the content service. */
export interface Collections {
  news: NewsItem;
  topper: Topper;
  principalMessage: Leader;
  highlight: Highlight;
  events: SchoolEvent;
  gallery: Album;
  video: Video;
  notification: Notice;
  academicCalender: CalendarEntry;
  onlineRegistration: RegistrationLink;
}

export type CollectionName = keyof Collections;

export const COLLECTION_NAMES = [
  'news',
  'topper',
  'principalMessage',
  'highlight',
  'events',
  'gallery',
  'video',
  'notification',
  'academicCalender',
  'onlineRegistration',
] as const satisfies readonly CollectionName[];
