import { LISTS, type ListItems, type ListName } from '../../collections/index.ts';
import { digestOfJson } from '../../lib/digest.ts';
import { ALL, defaultPeriod, settlePeriod } from '../../lib/periods.ts';
import type { ArchiveView, ListView, PartLink } from '../../types/views.ts';
import { Digested, type Source } from '../query.ts';
import type { Row } from '../types.ts';
import { type DataBody, dataBody } from './dataFiles.ts';
import { listIndex, PAGE_SIZE, type Part, type Period } from './listIndex.ts';

const entities = <Item>(rows: readonly Row<Item>[]): Item[] => rows.map((row) => row.entity);

const partLink = (name: ListName, { key, label }: Pick<Part<unknown>, 'key' | 'label'>): PartLink => ({
  label,
  href: `${LISTS[name].base}/${key}`,
});

/** The data file of a period. */
const dataOf = (source: Source, name: ListName, { key, rows }: Period<unknown>): DataBody => dataBody(source, name, key, rows);

/** The first page of a list: the newest items of the period that it shows first. */
export function list<Name extends ListName>(source: Source, name: Name): ListView<ListItems[Name]> {
  const { rows, groups, periods } = listIndex(source, name);
  const { shown } = LISTS[name];
  const keys = periods.map(({ key }) => key);
  const year = shown === 'all' ? '' : source.today('year');
  const period = settlePeriod(shown, keys, defaultPeriod(shown, keys, year));
  const inPeriod = period === ALL ? rows : (periods.find(({ key }) => key === period)?.rows ?? []);
  return {
    period,
    year: shown === 'session' ? year : '',
    items: entities(inPeriod.slice(0, PAGE_SIZE)),
    files: periods.map((each) => ({
      key: each.key,
      count: each.rows.length,
      months: each.months,
      href: dataOf(source, name, each).href,
    })),
    archive: groups.map((group) => ({
      ...partLink(name, group.parts[0] ?? group),
      label: group.label,
      count: group.rows.length,
    })),
  };
}

/** One part of a list as its page shows it; null when there is no such part. */
export function archive<Name extends ListName>(
  source: Source,
  name: Name,
  key: string,
): Digested<ArchiveView<ListItems[Name]>> | null {
  const { parts, places } = listIndex(source, name);
  const at = places.get(key) ?? -1;
  const part = parts[at];
  if (!part) return null;
  const link = (other: Part<unknown> | undefined) => (other ? partLink(name, other) : null);
  const frame = { label: part.label, newer: link(parts[at - 1]), older: link(parts[at + 1]) };
  // The items' digests are known; to digest every part of a long list from its words would cost more than the rest.
  const digest = digestOfJson([frame, part.rows.map((row) => row.digest)]);
  return new Digested({ ...frame, items: entities(part.rows) }, digest);
}

/** Every part of a list: one link a page. */
export function parts(source: Source, name: ListName): PartLink[] {
  return listIndex(source, name).parts.map((part) => partLink(name, part));
}

/** The first `count` items of a list, for carousels and the feed. */
export function latest<Name extends ListName>(source: Source, name: Name, count: number): ListItems[Name][] {
  return entities(listIndex(source, name).rows.slice(0, count));
}

/** The data file of one period of a list: its address and bytes. */
export function listData(source: Source, name: ListName, key: string): Digested<DataBody> | null {
  const period = listIndex(source, name).periods.find((candidate) => candidate.key === key);
  if (!period) return null;
  const data = dataOf(source, name, period);
  return new Digested(data, data.digest);
}

/** Addresses of a list's archive pages. */
export function listPaths(source: Source, name: ListName): string[] {
  return parts(source, name).map(({ href }) => href);
}
