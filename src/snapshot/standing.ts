/** In which lists the items of each collection stand, and where. */
import {
  COLLECTION_NAMES,
  COLLECTIONS,
  type CollectionName,
  type Collections,
  type Entity,
  LIST_NAMES,
  LISTS,
  type ListItems,
  type ListName,
  type PlainName,
} from '../collections/index.ts';
import type { SchoolDate } from '../lib/dates.ts';
import type { DownloadKind } from '../lib/downloads.ts';
import { UNDATED } from '../lib/periods.ts';
import type { Media } from '../types/media.ts';

/** What the items of each list are: of those that have pages of their own, and those that only queries read. */
type EntityByList = {
  readonly [Name in ListName]: Name extends 'gallery' ? Collections['gallery'] : ListItems[Name];
} & {
  readonly [Name in PlainName as `plain-${Name}`]: Collections[Name];
} & {
  readonly [Kind in DownloadKind as `downloads-${Kind}`]: Collections[(typeof DOWNLOADS)[Kind]];
} & {
  readonly [List in 'calendar' | 'calendar-undated']: Collections['academicCalender'];
} & {
  readonly closures: Collections['highlight'];
  readonly marquee: Collections['highlight'];
};
export type EntryList = keyof EntityByList;
export type EntityIn<List extends EntryList> = EntityByList[List];

/** Where an item stands in a list: the lowest rank first, those of one rank in the service's order. */
export interface Standing {
  readonly rank: number;
  /** `2026-11-21`; null: undated, or of a list without days. */
  readonly day: string | null;
  /** Month, year, session, or empty. Groups lie together in the list's order. */
  readonly group: string;
  /** What the cutting into pages counts. */
  readonly weight: number;
}

interface Membership {
  readonly collection: CollectionName;
  stand(entity: Entity): Standing | null;
}

/** An item with files. */
interface Holder {
  readonly title: string;
  readonly date?: SchoolDate | null;
  readonly attachments?: readonly Media[];
  readonly attachment?: Media | null;
}

/** The collection of each kind of downloads. */
export const DOWNLOADS = {
  forms: 'onlineRegistration',
  notices: 'notification',
  highlights: 'highlight',
  news: 'news',
  events: 'events',
  calendar: 'academicCalender',
} as const satisfies { readonly [Kind in DownloadKind]: HolderName };
type HolderName = { [Name in CollectionName]: Collections[Name] extends Holder ? Name : never }[CollectionName];

/** The files and pictures that an item brings. */
export function filesOf({ attachments = [], attachment }: Holder): Media[] {
  return [...attachments, ...(attachment ? [attachment] : [])].filter(({ kind }) => kind !== 'missing');
}

export const PHOTOS_PER_PAGE = 48;

/** Behind everything with a date. */
const LAST = Number.MAX_SAFE_INTEGER;

const inOrder = (weight = 1): Standing => ({ rank: 0, day: null, group: '', weight });

/** Newest first, undated last. Instants order a list, days name its groups: both are read in the school's zone. */
function newestFirst(date: SchoolDate | null, groupLength: number, weight = 1): Standing {
  if (!date) return { rank: LAST, day: null, group: UNDATED, weight };
  return { rank: -date.at, day: date.day, group: date.day.slice(0, groupLength), weight };
}

function inList(name: ListName, entity: Entity): Standing | null {
  if (LISTS[name].holds?.(entity) === false) return null;
  // Sessions begin with their year.
  if ('session' in entity) return { rank: -Number(entity.session.slice(0, 4)), day: null, group: entity.session, weight: 1 };
  const pages = 'photos' in entity ? Math.max(1, Math.ceil(entity.photos.length / PHOTOS_PER_PAGE)) : 1;
  return 'date' in entity ? newestFirst(entity.date, 'YYYY-MM'.length, pages) : inOrder();
}

function inDownloads(holder: Holder): Standing | null {
  const files = filesOf(holder).length;
  return files > 0 ? newestFirst(holder.date ?? null, 'YYYY'.length, files) : null;
}

/** By day; those of one day in the service's order. */
function inCalendar({ date }: Collections['academicCalender']): Standing | null {
  return date && { rank: Number(date.day.replaceAll('-', '')), day: date.day, group: date.day.slice(0, 7), weight: 1 };
}

const isClosure = (entity: Entity) => 'closure' in entity && entity.closure;

function plainMembership(collection: CollectionName): Membership[] {
  const { plain } = COLLECTIONS[collection];
  return plain ? [{ collection, stand: (entity) => inOrder(plain.weigh?.(entity) ?? 1) }] : [];
}

const MEMBERSHIPS = {
  ...Object.fromEntries(
    LIST_NAMES.map((name) => [name, { collection: LISTS[name].collection, stand: (entity: Entity) => inList(name, entity) }]),
  ),
  ...Object.fromEntries(COLLECTION_NAMES.flatMap((name) => plainMembership(name).map((one) => [`plain-${name}`, one]))),
  ...Object.fromEntries(
    Object.entries(DOWNLOADS).map(([kind, collection]) => [`downloads-${kind}`, { collection, stand: inDownloads }]),
  ),
  calendar: { collection: 'academicCalender', stand: inCalendar },
  'calendar-undated': {
    collection: 'academicCalender',
    stand: ({ date }: Collections['academicCalender']) => (date ? null : inOrder()),
  },
  closures: { collection: 'highlight', stand: (entity: Entity) => (isClosure(entity) ? inOrder() : null) },
  marquee: { collection: 'highlight', stand: (entity: Entity) => (isClosure(entity) ? null : inOrder()) },
} as Readonly<Record<EntryList, Membership>>;

/** The lists that items of a collection may stand in. */
export function listsOf(collection: CollectionName): EntryList[] {
  return (Object.keys(MEMBERSHIPS) as EntryList[]).filter((list) => MEMBERSHIPS[list].collection === collection);
}

/** Where an item of the list's collection stands in it; null: nowhere. */
export const standingIn = (list: EntryList, entity: Entity): Standing | null => MEMBERSHIPS[list].stand(entity);
