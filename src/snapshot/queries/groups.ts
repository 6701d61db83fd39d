/** The groups of a list, and how they are cut into the parts that archive pages and data files hold. */
import { LISTS, type ListItems, type ListName } from '../../collections/index.ts';
import type { EntityIn, GroupSize, Source } from '../source.ts';
import type { EntryList } from '../standing.ts';

/** The groups of a list, in its order, with their sizes. */
export function groups(source: Source, list: EntryList): GroupSize[] {
  return source.groups(list);
}

/** What cards and data files have of the items of a list. */
export function itemsOf<Name extends ListName>(name: Name, entities: readonly EntityIn<Name>[]): ListItems[Name][] {
  const { item } = LISTS[name];
  return entities.map((entity) => (item ? item(entity) : entity) as ListItems[Name]);
}

/** What a visitor chooses a group by: a year, a session or the undated items. */
export function periodOf(group: string): string {
  return /^\d{4}-\d{2}$/.test(group) ? group.slice(0, 4) : group;
}

/** The parts of a group in the list's order. They are counted from the oldest item, so that one added changes only the last. */
export function chunkGroup<Part>(count: number, size: number, oldest: 'first' | 'last', part: (number: number) => Part): Part[] {
  const parts = Array.from({ length: Math.ceil(count / size) }, (_, at) => part(at + 1));
  return oldest === 'last' ? parts.reverse() : parts;
}

/** `2025-03`, `2025-03-2`. */
export const partKey = (group: string, number: number) => (number > 1 ? `${group}-${number}` : group);

/** The group and number of a part by its key; null for what is none. */
export function readPartKey(key: string): { readonly group: string; readonly number: number } | null {
  const [, group, number = '1'] = /^(undated|all|\d{4}(?:-\d{2}|-\d{4})?)(?:-([2-9]|[1-9]\d+))?$/.exec(key) ?? [];
  return group === undefined ? null : { group, number: Number(number) };
}

/** Where the oldest items of a group stand. */
export const oldestOf = (name: ListName) => (LISTS[name].cut === 'session' ? 'first' : 'last');

/** Consecutive months of one year, oldest first, together as long as they stay below a size. */
export function packMonths(months: readonly GroupSize[], size: number): GroupSize[][] {
  const runs: GroupSize[][] = [];
  let room = 0;
  for (const month of months) {
    const isNext = runs.at(-1)?.[0]?.key.slice(0, 4) === month.key.slice(0, 4);
    if (isNext && month.count <= room) runs.at(-1)?.push(month);
    else {
      runs.push([month]);
      room = size;
    }
    room -= month.count;
  }
  return runs;
}

/** `2025-03`, or `2025-03-to-05` for a run of months. */
export function runKey(run: readonly GroupSize[]): string {
  const [first = '', last = ''] = [run[0]?.key, run.at(-1)?.key];
  return first === last ? first : `${first}-to-${last.slice(5)}`;
}

/** The months of a run by its key, oldest first; null for the key of something else. */
export function monthsOfRun(key: string): string[] | null {
  const [, year = '', first, last = first] = /^(\d{4})-(\d{2})(?:-to-(\d{2}))?$/.exec(key) ?? [];
  if (year === '') return null;
  const [from, to] = [Number(first), Number(last)];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => `${year}-${String(from + at).padStart(2, '0')}`);
}
