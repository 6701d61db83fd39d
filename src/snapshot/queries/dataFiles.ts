/**
 * The data files that filters and the calendar read in the browser: some 250 items each, whole months inside a year, counted
 * from the oldest, so that an edit changes one small file.
 */
import type { ListName } from '../../collections/index.ts';
import { digestOf, shortDigest } from '../../lib/digest.ts';
import type { DataFile } from '../../types/views.ts';
import { mediaAddresses } from '../media.ts';
import type { Source } from '../source.ts';
import {
  chunkGroup,
  groups,
  itemsOf,
  monthsOfRun,
  oldestOf,
  packMonths,
  partKey,
  periodOf,
  readPartKey,
  runKey,
} from './groups.ts';

/** Lists with data files. */
type DataList = ListName | 'calendar';

/** Items in a file at most. */
const FILE_SIZE = 250;

const isCalendar = (list: DataList): list is 'calendar' => list === 'calendar';
const oldest = (list: DataList) => (isCalendar(list) ? 'first' : oldestOf(list));

/** The keys of a list's data files, in its order. */
export function dataKeys(source: Source, list: DataList): string[] {
  const all = source.ask(groups, list);
  const byAge = oldest(list) === 'last' ? all.toReversed() : all;
  const keys = packMonths(byAge, FILE_SIZE).map((run) => {
    const [first] = run;
    if (run.length > 1 || !first) return [runKey(run)];
    return chunkGroup(first.count, FILE_SIZE, 'first', (number) => partKey(first.key, number));
  });
  return oldest(list) === 'last' ? keys.flat().reverse() : keys.flat();
}

/** The items of a data file, in the list's order. */
function itemsIn(source: Source, list: DataList, key: string) {
  const months = monthsOfRun(key);
  if (months && months.length > 1) {
    const inOrder = oldest(list) === 'last' ? months.reverse() : months;
    return inOrder.flatMap((month) => source.group(list, month));
  }
  const part = readPartKey(key);
  if (!part) return [];
  const from = (part.number - 1) * FILE_SIZE;
  return oldest(list) === 'last'
    ? source.groupFromEnd(list, part.group, from, FILE_SIZE)
    : source.group(list, part.group, from, FILE_SIZE);
}

/** Names a file by its bytes and keeps them for its rendering. `of`: what the text is made of. */
export function nameFile(
  source: Source,
  folder: string,
  key: string,
  of: readonly unknown[],
  names = () => mediaAddresses(of),
): string {
  const text = JSON.stringify(of);
  const href = `/data/${folder}/${key}.${shortDigest(digestOf(text))}.json`;
  source.keep(href, { text, addresses: names });
  return href;
}

/** One data file; null when there is none of that key. */
export function dataFile(source: Source, list: DataList, key: string): DataFile | null {
  const entities = itemsIn(source, list, key);
  if (entities.length === 0) return null;
  const days = entities.flatMap((entity) => ('date' in entity && entity.date ? entity.date.day : []));
  return {
    key: periodOf(readPartKey(key)?.group ?? key.slice(0, 'YYYY-MM'.length)),
    count: entities.length,
    months: [...new Set(days.map((day) => Number(day.slice(5, 7))))].sort((a, b) => a - b),
    href: nameFile(source, list, key, isCalendar(list) ? entities : itemsOf(list, entities as never)),
  };
}

/** The data file that lists the others, in the list's order: a page that named them all would grow with the list. */
export function dataIndex(source: Source, list: DataList): { readonly href: string } {
  const files = source.ask(dataKeys, list).flatMap((key) => source.ask(dataFile, list, key) ?? []);
  return { href: nameFile(source, list, 'index', files, () => files.map(({ href }) => href)) };
}
