/** How lists are cut: groups into the parts that pages and data files hold, the search into its data files. */
import { COLLECTIONS, LISTS, type ListItems, type ListName, type PlainName } from '../../collections/index.ts';
import { digestOf, shortDigest } from '../../lib/digest.ts';
import type { PartLink } from '../../types/views.ts';
import type { Source } from '../source.ts';
import type { EntityIn, EntryList } from '../standing.ts';

/** Where the oldest items of a group stand. Parts are counted from there, so that an item more changes only the last. */
export type Oldest = 'first' | 'last';

export const oldestOf = (list: ListName | 'calendar'): Oldest =>
  list === 'calendar' || LISTS[list].cut === 'session' ? 'first' : 'last';

/** The group and number of a part by its key; null for what is none. */
export function readPartKey(key: string): { readonly group: string; readonly number: number } | null {
  const [, group, number = '1'] = /^(undated|all|\d{4}(?:-\d{2}|-\d{4})?)(?:-([2-9]|[1-9]\d+))?$/.exec(key) ?? [];
  return group === undefined ? null : { group, number: Number(number) };
}

/** The keys of the parts of a group, in the list's order: `2025-03`, `2025-03-2`. */
export function partKeys(group: string, count: number, size: number, oldest: Oldest): string[] {
  const keys = Array.from({ length: Math.ceil(count / size) }, (_, at) => (at > 0 ? `${group}-${at + 1}` : group));
  return oldest === 'last' ? keys.reverse() : keys;
}

/** Links to the pages of the parts of a group; `base` is the path above them. */
export function partLinks(base: string, label: string, ...cut: Parameters<typeof partKeys>): PartLink[] {
  const [group] = cut;
  return partKeys(...cut).map((key) => ({
    label: key === group ? label : `${label} (${key.slice(group.length + 1)})`,
    href: `${base}/${key}`,
  }));
}

/** The label of a part, and the parts beside it: none of its items. Null when there is no such part. */
export function frameOf(parts: readonly PartLink[], href: string) {
  const at = parts.findIndex((part) => part.href === href);
  const part = parts[at];
  return part ? { label: part.label, newer: parts[at - 1] ?? null, older: parts[at + 1] ?? null } : null;
}

export function itemsOfPart<List extends EntryList>(
  source: Source,
  list: List,
  { group, number }: { readonly group: string; readonly number: number },
  size: number,
  oldest: Oldest,
): EntityIn<List>[] {
  return source.group(list, group, (number - 1) * size, size, oldest === 'last');
}

/** What cards and data files have of the items of a list. */
export function itemsOf<Name extends ListName>(name: Name, entities: readonly EntityIn<Name>[]): ListItems[Name][] {
  const { item } = LISTS[name];
  return entities.map((entity) => (item ? item(entity) : entity) as ListItems[Name]);
}

/** What a visitor chooses a group by: a year, a session or the undated items. */
export const periodOf = (group: string): string => (/^\d{4}-\d{2}$/.test(group) ? group.slice(0, 4) : group);

/** Address of a plain page of a collection, counted from 1. */
export function plainPath(name: PlainName, page: number): string {
  const { base = '' } = COLLECTIONS[name].plain ?? {};
  return page > 1 ? `${base}/${page}` : base;
}

/** Names a data file by its text and keeps that for its rendering. `addresses`: what it names. */
export function nameFile(source: Source, folder: string, key: string, text: string, addresses: () => readonly string[]): string {
  const href = `/data/${folder}/${key}.${shortDigest(digestOf(text))}.json`;
  source.keep(href, { text, addresses });
  return href;
}

/** Entries of a data file of the search, about: keys are whole. */
const FILE_SIZE = 250;
/** Of a long index there are as many full files at most: they are larger instead. */
const MOST_FILES = 24;
/** The newest entries, from half a full file to one and a half, are read first and edited most: their files are smaller by this factor. */
const NEWEST = 12;
const SMALLEST = 100;

/**
 * The data files of entries of which so many have each key, newest file first: with the keys of their entries, oldest first, by
 * the name of the oldest. Keys sort from the oldest to the newest. They are counted
 * from the oldest, so that a new entry changes the newest file, and one that is put in between hardly more than its own.
 */
export function cutSearch(counts: ReadonlyMap<string, number>) {
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  let size = FILE_SIZE;
  // In steps, as each one cuts everything anew: 250, 375, 500, 750 and so on.
  for (let step = 0; total > MOST_FILES * size; step += 1) size *= step % 2 === 0 ? 3 / 2 : 4 / 3;
  const small = Math.max(SMALLEST, Math.floor(size / NEWEST));
  const full = Math.max(0, Math.floor((total - 1) / size - 1 / 2)) * size;
  const files = new Map<number, string[]>();
  let before = 0;
  for (const key of [...counts.keys()].sort()) {
    const place = before < full ? Math.floor(before / size) * size : full + Math.floor((before - full) / small) * small;
    files.set(place, [...(files.get(place) ?? []), key]);
    before += counts.get(key) ?? 0;
  }
  return Array.from(files.values(), (keys) => ({ name: keys[0] ?? '', keys })).reverse();
}
