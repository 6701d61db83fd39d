import { digestOfJson } from '../../lib/digest.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Album } from '../../service/schemas/album.ts';
import type {
  AlbumCardItem,
  ArchiveView,
  DataFile,
  GalleryView,
  ListItems,
  ListName,
  ListView,
  PartLink,
} from '../../types/views.ts';
import { Digested, type Source } from '../evaluator.ts';
import type { CollectionState, Row } from '../types.ts';
import { dataBody, dataFile } from './dataFiles.ts';
import { groupRows, indexByMonth, type ListIndex, neighbours, PAGE_SIZE, partLink } from './dated.ts';

/** Where each list and its archive pages stand. */
export const LIST_BASES: Readonly<Record<ListName, string>> = {
  news: '/News',
  events: '/Events',
  gallery: '/Gallery',
  video: '/VideoGallery',
};

const albumCard = memoize((row: Row<Album>): Row<AlbumCardItem> => {
  const { id, title, date, photos } = row.entity;
  const entity = { id, title, date, cover: photos[0] ?? null, count: photos.length };
  return { id, digest: digestOfJson(entity), entity };
});

const indexes = memoize((state: CollectionState<{ readonly id: string }>): ListIndex<never> => {
  return indexByMonth(state.rows as readonly Row<never>[]);
});

const galleryIndex = memoize((state: CollectionState<Album>) => indexByMonth(state.rows.map(albumCard)));

/** The index of a list in the snapshot, made once a collection state. */
export function listIndex<Name extends ListName>(source: Source, name: Name): ListIndex<ListItems[Name]> {
  const index = name === 'gallery' ? galleryIndex(source.collection('gallery')) : indexes(source.collection(name));
  return index as unknown as ListIndex<ListItems[Name]>;
}

interface Year<Item> {
  readonly key: string;
  readonly rows: readonly Row<Item>[];
  readonly months: readonly number[];
}

const yearsOf = memoize((index: ListIndex<unknown>): readonly Year<unknown>[] => {
  const years = groupRows(
    index.groups.map((group) => ({ id: group.key, digest: '' as Row<unknown>['digest'], entity: group })),
    (group) => (group.key === 'undated' ? 'undated' : group.key.slice(0, 4)),
  );
  return [...years].map(([key, groups]) => ({
    key,
    rows: groups.flatMap((group) => group.entity.rows),
    months: key === 'undated' ? [] : groups.map((group) => Number(group.id.slice(5))).sort((a, b) => a - b),
  }));
});

function files(source: Source, name: ListName, index: ListIndex<unknown>): DataFile[] {
  return yearsOf(index).map((year) => dataFile(source, name, year.key, year.rows, year.months));
}

function archiveLinks(name: ListName, index: ListIndex<unknown>) {
  return index.groups.map((group) => {
    const newest = group.parts[0];
    return { label: group.label, href: `${LIST_BASES[name]}/${newest?.key ?? group.key}`, count: group.rows.length };
  });
}

const entities = <Item>(rows: readonly Row<Item>[]): Item[] => rows.map((row) => row.entity);

function view<Name extends ListName>(
  source: Source,
  name: Name,
  rows: (index: ListIndex<ListItems[Name]>) => readonly Row<ListItems[Name]>[],
) {
  const index = listIndex(source, name);
  return {
    loaded: source.collection(name).loaded,
    total: index.rows.length,
    items: entities(rows(index).slice(0, PAGE_SIZE)),
    files: files(source, name, index),
    archive: archiveLinks(name, index),
  };
}

export function list(source: Source, name: 'news' | 'events' | 'video'): ListView<ListItems[typeof name]> {
  return view(source, name, (index) => index.rows);
}

/** The current year where it has albums, else the newest year before it, else any year. */
function galleryYear(source: Source, index: ListIndex<AlbumCardItem>): string | null {
  const years = yearsOf(index).map((year) => year.key);
  const dated = years.filter((year) => year !== 'undated');
  const current = source.today('year');
  return dated.find((year) => year <= current) ?? dated.at(-1) ?? null;
}

export function gallery(source: Source): GalleryView {
  const year = galleryYear(source, listIndex(source, 'gallery'));
  const inYear = (index: ListIndex<AlbumCardItem>) =>
    year === null ? index.rows : index.rows.filter((row) => row.entity.date?.day.startsWith(year));
  return { ...view(source, 'gallery', inYear), year };
}

export function archive(source: Source, name: ListName, key: string): Digested<ArchiveView<unknown>> | null {
  return partView(listIndex(source, name), LIST_BASES[name], key);
}

/** One part of an index as its page shows it; null when there is no such part. */
export function partView<Item>(index: ListIndex<Item>, base: string, key: string): Digested<ArchiveView<Item>> | null {
  const placed = index.parts.get(key);
  if (!placed) return null;
  const { part, group, at } = placed;
  const parts = group.parts.length > 1 ? group.parts.map((other) => partLink(other, base)) : [];
  const frame = { label: part.label, parts, ...neighbours(index, at, base) };
  // The items' digests are known; to digest every part of a long list from its words would cost more than the rest.
  const digest = digestOfJson([frame, part.rows.map((row) => row.digest)]);
  return new Digested({ ...frame, items: entities(part.rows) }, digest);
}

export function galleryParts(source: Source): PartLink[] {
  const index = listIndex(source, 'gallery');
  return index.order.map((part) => partLink(part, LIST_BASES.gallery));
}

export function latest(source: Source, name: ListName, count: number): unknown[] {
  return entities(listIndex(source, name).rows.slice(0, count) as Row<unknown>[]);
}

/** The data file of one year of a list: its address and bytes. */
export function listData(source: Source, name: ListName, key: string) {
  const year = yearsOf(listIndex(source, name)).find((candidate) => candidate.key === key);
  if (!year) return null;
  const data = dataBody(source, name, key, year.rows);
  return new Digested(data, data.digest);
}
