/**
 * How the entries of /Search are cut into data files. Pure: the plan needs the number of entries of each key and no text,
 * a file's bytes need its own entries alone.
 */

import { writtenDay } from '../lib/dates.ts';
import { distinctWords } from '../lib/searchWords.ts';
import { filterOf } from '../lib/wordFilter.ts';
import type { SearchRow, SearchShelf } from '../types/search.ts';

/** Entries of a data file, about: keys are whole. */
const FILE_SIZE = 250;
/** Of a long index there are as many full files at most: they are larger instead. */
const MOST_FILES = 28;
/** Without a filter a browser reads all of so many files. */
const FEW_FILES = 8;

/** A data file before it is made. */
export interface SearchFile {
  /** The oldest of its keys. */
  readonly name: string;
  /** Keys of its entries, oldest first. */
  readonly keys: readonly string[];
}

/**
 * The data files of entries of which so many have each key, newest file first. Keys sort from the oldest to the newest. They are counted
 * from the oldest, so that a new entry changes the newest file, and one that is put in between hardly more than its own.
 */
export function cutSearch(counts: ReadonlyMap<string, number>): SearchFile[] {
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  let size = FILE_SIZE;
  // In steps, as each one cuts everything anew: 250, 375, 500, 750 and so on.
  for (let step = 0; total > MOST_FILES * size; step += 1) size *= step % 2 === 0 ? 3 / 2 : 4 / 3;
  // What is read first comes in small files.
  const full = Math.floor((total - 1) / size) * size;
  const files = new Map<number, string[]>();
  let before = 0;
  for (const key of [...counts.keys()].sort()) {
    const place = before < full ? Math.floor(before / size) * size : Math.floor(before / FILE_SIZE) * FILE_SIZE;
    files.set(place, [...(files.get(place) ?? []), key]);
    before += counts.get(key) ?? 0;
  }
  return Array.from(files.values(), (keys) => ({ name: keys[0] ?? '', keys })).reverse();
}

/** Whether an index of so many data files tells of each which words it may hold. */
export const hasFilters = (files: number) => files > FEW_FILES;

/** An entry of a data file, with the shelf it stands on. */
export interface ShelvedEntry {
  readonly kind: string;
  readonly base: string;
  readonly row: SearchRow;
}

const dayOf = ([, , , day = '']: SearchRow) => day;

/** The content of a data file: its entries by kind and base, the newest first. */
export function shelve(entries: readonly ShelvedEntry[]): SearchShelf[] {
  const shelves = Map.groupBy(entries, ({ kind, base }) => JSON.stringify([kind, base]));
  return Array.from(shelves.values(), (group) => {
    const rows = group.map(({ row }) => row);
    rows.sort((a, b) => (dayOf(a) === dayOf(b) ? 0 : dayOf(a) < dayOf(b) ? 1 : -1));
    return [group[0]?.kind ?? '', group[0]?.base ?? '', rows];
  });
}

/** The filter of a data file's words. */
export function filterOfEntries(entries: readonly ShelvedEntry[]): string {
  const texts = entries.map(({ kind, row: [, title, text = '', day = '', files = []] }) =>
    [kind, title, text, day && writtenDay(day), ...files.map(([, name]) => name)].join('\n'),
  );
  return filterOf(distinctWords(texts.join('\n')));
}
