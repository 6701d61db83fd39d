/**
 * The data files that filters and the calendar read in the browser: some 250 items each, whole months inside a year, counted
 * from the oldest, so that an edit changes one small file.
 */
import type { ListName } from '../../collections/index.ts';
import type { DataFile } from '../../types/views.ts';
import { mediaAddresses } from '../published.ts';
import type { GroupSize, Source } from '../source.ts';
import type { EntryList } from '../standing.ts';
import { itemsOf, itemsOfPart, nameFile, oldestOf, partKeys, periodOf, readPartKey } from './cuts.ts';

type DataList = ListName | 'calendar';

/** Items in a file at most. */
const FILE_SIZE = 250;

/** The groups of a list, in its order, with their sizes. */
export const groups = (source: Source, list: EntryList): GroupSize[] => source.groups(list);

/** Consecutive months of one year, oldest first, together as long as they fit into a file. */
function packMonths(months: readonly GroupSize[]): GroupSize[][] {
  const runs: GroupSize[][] = [];
  let room = 0;
  for (const month of months) {
    const isNext = runs.at(-1)?.[0]?.key.slice(0, 4) === month.key.slice(0, 4);
    if (isNext && month.count <= room) runs.at(-1)?.push(month);
    else {
      runs.push([month]);
      room = FILE_SIZE;
    }
    room -= month.count;
  }
  return runs;
}

/** The keys of a list's data files, in its order: `2025-03-to-05` of several months, else those of a group's parts. */
export function dataKeys(source: Source, list: DataList): string[] {
  const all = source.ask(groups, list);
  const byAge = oldestOf(list) === 'last' ? all.toReversed() : all;
  const keys = packMonths(byAge).flatMap(([first, ...others]) => {
    const last = others.at(-1);
    if (first && last) return [`${first.key}-to-${last.key.slice(5)}`];
    return first ? partKeys(first.key, first.count, FILE_SIZE, 'first') : [];
  });
  return oldestOf(list) === 'last' ? keys.reverse() : keys;
}

/** The items of a data file, in the list's order; none for the key of something else. */
function itemsIn(source: Source, list: DataList, key: string) {
  const part = readPartKey(key);
  if (part) return itemsOfPart(source, list, part, FILE_SIZE, oldestOf(list));
  const [, year = '', first, last] = /^(\d{4})-(\d{2})-to-(\d{2})$/.exec(key) ?? [];
  const count = year === '' ? 0 : Math.max(0, Number(last) - Number(first) + 1);
  const months = Array.from({ length: count }, (_, at) => `${year}-${String(Number(first) + at).padStart(2, '0')}`);
  const inOrder = oldestOf(list) === 'last' ? months.reverse() : months;
  return inOrder.flatMap((month) => source.group(list, month));
}

/** One data file; null when there is none of that key. */
export function dataFile(source: Source, list: DataList, key: string): DataFile | null {
  const entities = itemsIn(source, list, key);
  if (entities.length === 0) return null;
  const items = list === 'calendar' ? entities : itemsOf(list, entities as never);
  const days = entities.flatMap((entity) => ('date' in entity && entity.date ? entity.date.day : []));
  return {
    key: periodOf(readPartKey(key)?.group ?? key.slice(0, 'YYYY-MM'.length)),
    count: entities.length,
    months: [...new Set(days.map((day) => Number(day.slice(5, 7))))].sort((a, b) => a - b),
    href: nameFile(source, list, key, JSON.stringify(items), () => mediaAddresses(items)),
  };
}

/** The data file that lists the others, in the list's order: a page that named them all would grow with the list. */
export function dataIndex(source: Source, list: DataList): { readonly href: string } {
  const files = source.ask(dataKeys, list).flatMap((key) => source.ask(dataFile, list, key) ?? []);
  return { href: nameFile(source, list, 'index', JSON.stringify(files), () => files.map(({ href }) => href)) };
}
