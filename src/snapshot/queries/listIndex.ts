/** Lists in their order, cut into the parts that archive pages and data files hold. */
import {
  type Entity,
  LIST_NAMES,
  LISTS,
  type ListItem,
  type ListItems,
  type ListName,
  type NamedList,
} from '../../collections/index.ts';
import { MONTHS, type SchoolDate } from '../../lib/dates.ts';
import { digestOfJson } from '../../lib/digest.ts';
import { memoize } from '../../lib/memoize.ts';
import { UNDATED } from '../../lib/periods.ts';
import { recordOf } from '../../lib/recordOf.ts';
import type { Source } from '../query.ts';
import type { CollectionState, Row } from '../types.ts';

/** Cards on a list's first page and on each archive page. */
export const PAGE_SIZE = 24;

type Rows<Item> = readonly Row<Item>[];

/** What one page shows of a group. */
export interface Part<Item> {
  /** `2025-03`, `2025-03-2`, `undated`, `2024-2025-2`. */
  readonly key: string;
  readonly label: string;
  /** In the list's order. */
  readonly rows: Rows<Item>;
}

/** A month, a session or the undated items. */
export interface Group<Item> {
  readonly key: string;
  readonly label: string;
  readonly rows: Rows<Item>;
  /** In the list's order. */
  readonly parts: readonly Part<Item>[];
}

/** What one data file holds, and what a visitor can choose: a year, a session or the undated items. */
export interface Period<Item> {
  readonly key: string;
  readonly rows: Rows<Item>;
  /** Months present, 1 to 12, ascending; none for sessions and undated items. */
  readonly months: readonly number[];
}

export interface ListIndex<Item> {
  /** Newest first, undated last; of sessions in the service's order. */
  readonly rows: Rows<Item>;
  /** Newest first, undated last. */
  readonly groups: readonly Group<Item>[];
  /** Newest first, undated last. */
  readonly periods: readonly Period<Item>[];
  /** Every part in the list's order. */
  readonly parts: readonly Part<Item>[];
  /** The place of each part in that order, by key. */
  readonly places: ReadonlyMap<string, number>;
}

/** What an item must tell to be cut: its day or its session. */
type Cuttable = { readonly date?: SchoolDate | null; readonly session?: string };

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const monthLabel = (month: string) => `${MONTHS[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** Splits values into runs by a key, in the order in which the keys first appear. */
export function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Newest first; items of one instant keep the service's order; undated items come last. */
function newestFirst<Item extends Cuttable>(rows: Rows<Item>): Row<Item>[] {
  const at = (row: Row<Item>) => row.entity.date?.at ?? Number.NEGATIVE_INFINITY;
  return [...rows].sort((a, b) => (at(a) === at(b) ? 0 : at(b) - at(a)));
}

/** Cuts a group into parts counted from `oldest`, so that an item added at the other end changes only the last part. */
export function cutGroup<Item>(
  key: string,
  label: string,
  rows: Rows<Item>,
  oldest: 'first' | 'last',
  size = PAGE_SIZE,
): Group<Item> {
  const parts: Part<Item>[] = [];
  for (let number = 1; (number - 1) * size < rows.length; number += 1) {
    const from = (number - 1) * size;
    const to = Math.min(from + size, rows.length);
    const names = number > 1 ? { key: `${key}-${number}`, label: `${label} (${number})` } : { key, label };
    const cut = oldest === 'first' ? rows.slice(from, to) : rows.slice(rows.length - to, rows.length - from);
    parts.push({ ...names, rows: cut });
  }
  if (oldest === 'last') parts.reverse();
  return { key, label, rows, parts };
}

/** Months, newest first, then the undated items. Instants order a list, days name its groups: both are read in the school's zone. */
function indexByMonth<Item extends Cuttable>(unordered: Rows<Item>) {
  const rows = newestFirst(unordered);
  const months = groupBy(rows, ({ entity }) => entity.date?.day.slice(0, 7) ?? UNDATED);
  const groups = [...months].map(([key, group]) => cutGroup(key, key === UNDATED ? 'Undated' : monthLabel(key), group, 'last'));
  const years = groupBy(groups, ({ key }) => (key === UNDATED ? UNDATED : key.slice(0, 4)));
  const periods = [...years].map(([key, inYear]) => ({
    key,
    rows: inYear.flatMap((group) => group.rows),
    months: key === UNDATED ? [] : inYear.map((group) => Number(group.key.slice(5))).reverse(),
  }));
  return { rows, groups, periods };
}

/** Sessions, newest first, each in the service's order. */
function indexBySession<Item extends Cuttable>(rows: Rows<Item>) {
  const sessions = [...groupBy(rows, ({ entity }) => entity.session ?? '')].sort(([a], [b]) => byCodeUnit(b, a));
  const groups = sessions.map(([key, group]) => cutGroup(key, key, group, 'first'));
  return { rows, groups, periods: groups.map((group) => ({ key: group.key, rows: group.rows, months: [] })) };
}

/** Makes the index of a list, once for each state of its collection. */
function indexer(list: NamedList<ListItem>): (state: CollectionState<Entity>) => ListIndex<ListItem> {
  const { item, holds } = list;
  const itemRow = memoize(({ id, entity }: Row<Entity>): Row<ListItem> | null => {
    const shown = item?.(entity);
    return shown ? { id, digest: digestOfJson(shown), entity: shown } : null;
  });
  return memoize(({ rows }) => {
    const held = holds ? rows.filter((row) => holds(row.entity)) : rows;
    const shown = held.map((row) => itemRow(row) ?? (row as Row<ListItem>));
    const index = list.cut === 'month' ? indexByMonth(shown) : indexBySession(shown);
    const parts = index.groups.flatMap((group) => group.parts);
    return { ...index, parts, places: new Map(parts.map(({ key }, at) => [key, at])) };
  });
}

const INDEXERS = recordOf(LIST_NAMES, (name) => indexer(LISTS[name])) as {
  readonly [Name in ListName]: (state: CollectionState<Entity>) => ListIndex<ListItems[Name]>;
};

/** The index of a list in the snapshot. */
export function listIndex<Name extends ListName>(source: Pick<Source, 'collection'>, name: Name): ListIndex<ListItems[Name]> {
  return INDEXERS[name](source.collection(LISTS[name].collection));
}
