import { type ItemListName, LISTS, type ListItems } from '../../collections/index.ts';
import { digestOfJson } from '../../lib/digest.ts';
import { itemPath } from '../../lib/paths.ts';
import type { SchoolEvent } from '../../service/schemas/event.ts';
import type { ItemView } from '../../types/views.ts';
import { Digested, type Source } from '../query.ts';
import { listIndex } from './listIndex.ts';
import { neighboursAt, placesByPath } from './neighbours.ts';

/** Whether an item is an event of a day before today. */
function isOver(source: Source, name: ItemListName, { date }: ListItems[ItemListName]): boolean {
  return name === 'events' && date !== null && date.day < source.today('day');
}

/** An item and its neighbours, by the path segment of its address; null when there is no such item. */
export function item<Name extends ItemListName>(
  source: Source,
  name: Name,
  path: string,
): Digested<ItemView<ListItems[Name]>> | null {
  const index = listIndex(source, name);
  const at = placesByPath(index).get(path) ?? -1;
  const row = index.rows[at];
  if (!row) return null;
  const { newer, older } = neighboursAt(index, at);
  const over = isOver(source, name, row.entity);
  return new Digested({ item: row.entity, isOver: over, newer, older }, digestOfJson([row.digest, over, newer, older]));
}

/** An event without its neighbours, by the path segment of its address; null when there is no such event. */
export function event(source: Source, path: string): Digested<SchoolEvent> | null {
  const index = listIndex(source, 'events');
  const row = index.rows[placesByPath(index).get(path) ?? -1];
  return row ? new Digested(row.entity, row.digest) : null;
}

/** The items from today on, nearest first, and those before, newest first; undated ones stand last. Items of one instant keep their order. */
function aroundToday<Name extends ItemListName>(source: Source, name: Name) {
  const { rows } = listIndex(source, name);
  const today = source.today('day');
  const items = rows.map(({ entity }) => entity);
  const from = items.findIndex(({ date }) => date === null || date.day < today);
  const coming = from < 0 ? items : items.slice(0, from);
  const at = ({ date }: ListItems[ItemListName]) => date?.at ?? 0;
  return { coming: coming.toSorted((a, b) => at(a) - at(b)), past: from < 0 ? [] : items.slice(from) };
}

/** The next items of a list from today on, nearest first. */
export function upcoming<Name extends ItemListName>(source: Source, name: Name, count: number): ListItems[Name][] {
  return aroundToday(source, name).coming.slice(0, count);
}

/** The items of a list beginning with the next ones, then the past ones, newest first. */
export function upcomingFirst<Name extends ItemListName>(source: Source, name: Name, count: number): ListItems[Name][] {
  const { coming, past } = aroundToday(source, name);
  return [...coming, ...past].slice(0, count);
}

/** Addresses of the pages of a list's items. */
export function itemPaths(source: Source, name: ItemListName): string[] {
  return listIndex(source, name).rows.map(({ id }) => itemPath(LISTS[name].base, id));
}

/** Addresses of the iCalendar files of single events: of those with a date. */
export function eventFilePaths(source: Source): string[] {
  return listIndex(source, 'events').rows.flatMap(({ id, entity }) => (entity.date ? `${itemPath('/Events', id)}.ics` : []));
}

/** The days of a list's items by the paths of their pages, and of the newest one by the list's own; no day to come. */
export function pageDays(source: Source, name: ItemListName): (readonly [path: string, day: string])[] {
  const { base } = LISTS[name];
  const today = source.today('day');
  const days = listIndex(source, name).rows.flatMap(({ id, entity }) =>
    entity.date && entity.date.day <= today ? [[itemPath(base, id), entity.date.day] as const] : [],
  );
  return days[0] ? [[base, days[0][1]], ...days] : [];
}
