/** The files that content brings, for /Downloads: the newest of each kind, and all of them by year on further pages. */
import type { CollectionName, Collections } from '../../collections/index.ts';
import type { SchoolDate } from '../../lib/dates.ts';
import { digestOfJson } from '../../lib/digest.ts';
import type { DownloadKind } from '../../lib/downloads.ts';
import { memoize } from '../../lib/memoize.ts';
import { ALL, UNDATED } from '../../lib/periods.ts';
import { recordOf } from '../../lib/recordOf.ts';
import type { Media } from '../../types/media.ts';
import type { Download, DownloadsPart, DownloadsView } from '../../types/views.ts';
import { Digested, type Source } from '../query.ts';
import type { CollectionState, Row } from '../types.ts';
import { cutGroup, type Group, groupBy, type Part } from './listIndex.ts';

/** Files of one kind on the first page. */
const FIRST = 8;
/** Files on each further page. */
const PART_SIZE = 60;
const BASE = '/Downloads';
/** Group of a kind without dates. */
const ALL_FILES = 'all';

/** An item with files. */
interface Holder {
  readonly title: string;
  readonly date?: SchoolDate | null;
  readonly attachments?: readonly Media[];
  readonly attachment?: Media | null;
}

/** Collections whose items have files. */
const KINDS = {
  onlineRegistration: 'forms',
  notification: 'notices',
  highlight: 'highlights',
  news: 'news',
  events: 'events',
  academicCalender: 'calendar',
} as const satisfies { readonly [Name in CollectionName]?: Collections[Name] extends Holder ? DownloadKind : never };

type HolderName = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as readonly HolderName[];

interface Index {
  /** Newest first; the digest of each is its item's. */
  readonly rows: readonly Row<Download>[];
  readonly groups: readonly Group<Download>[];
  readonly parts: readonly Part<Download>[];
  /** The place of each part, by key. */
  readonly places: ReadonlyMap<string, number>;
}

function downloadsOf({ id, digest, entity }: Row<Holder>): Row<Download>[] {
  const { title, date, attachments = [], attachment } = entity;
  const media = [...attachments, ...(attachment ? [attachment] : [])].filter(({ kind }) => kind !== 'missing');
  return media.map((file, at) => ({
    id,
    digest,
    entity: { title, file, ...(media.length > 1 && { number: at + 1 }), ...(date && { day: date.day }) },
  }));
}

/** Newest first, undated ones last; a kind without dates in the service's order. Cut so that a new file changes one part. */
const indexer = () =>
  memoize((state: CollectionState<Holder>): Index => {
    const at = ({ entity }: Row<Holder>) => entity.date?.at ?? Number.NEGATIVE_INFINITY;
    const holders = state.rows.toSorted((a, b) => (at(a) === at(b) ? 0 : at(b) - at(a)));
    const rows = holders.flatMap(downloadsOf);
    const years = groupBy(rows, ({ entity }) => entity.day?.slice(0, 4) ?? UNDATED);
    const isDated = years.size > 1 || !years.has(UNDATED);
    const groups = [...years].map(([year, files]) =>
      isDated
        ? cutGroup(year, year === UNDATED ? 'Undated' : year, files, 'last', PART_SIZE)
        : cutGroup(ALL_FILES, ALL, files, 'first', PART_SIZE),
    );
    const parts = rows.length > FIRST ? groups.flatMap((group) => group.parts) : [];
    return { rows, groups, parts, places: new Map(parts.map(({ key }, place) => [key, place])) };
  });

const INDEXERS = recordOf(NAMES, indexer);

function indexOf(source: Source, kind: DownloadKind): Index | null {
  const name = NAMES.find((candidate) => KINDS[candidate] === kind);
  return name ? INDEXERS[name](source.collection(name)) : null;
}

const partLink = (kind: DownloadKind, { key, label }: Pick<Part<unknown>, 'key' | 'label'>) => ({
  label,
  href: `${BASE}/${kind}/${key}`,
});

const filesOf = (rows: readonly Row<Download>[]) => rows.map(({ entity }) => entity);

/** The first files of a kind, and a link a year to the others. */
export function downloads(source: Source, kind: DownloadKind): DownloadsView {
  const { rows = [], groups = [], parts = [] } = indexOf(source, kind) ?? {};
  const years = parts.length > 0 ? groups : [];
  return {
    total: rows.length,
    files: filesOf(rows.slice(0, FIRST)),
    years: years.map((group) => ({
      ...partLink(kind, group.parts[0] ?? group),
      label: group.label,
      count: group.rows.length,
    })),
  };
}

/** One part of the files of a kind; null when there is no such part. */
export function downloadsPart(source: Source, kind: DownloadKind, key: string): Digested<DownloadsPart> | null {
  const { parts = [], places } = indexOf(source, kind) ?? {};
  const at = places?.get(key) ?? -1;
  const part = parts[at];
  if (!part) return null;
  const link = (other: Part<unknown> | undefined) => (other ? partLink(kind, other) : null);
  const frame = { label: part.label, newer: link(parts[at - 1]), older: link(parts[at + 1]) };
  // A part begins anywhere in an item with several files: the number of its first file tells where.
  const begins = part.rows[0]?.entity.number;
  const digest = digestOfJson([frame, begins, part.rows.map((row) => row.digest)]);
  return new Digested({ ...frame, files: filesOf(part.rows) }, digest);
}

/** Addresses of the parts. */
export function downloadPaths(source: Source, kind: DownloadKind): string[] {
  const { parts = [] } = indexOf(source, kind) ?? {};
  return parts.map((part) => partLink(kind, part).href);
}
