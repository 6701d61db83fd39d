import type { SchoolDate } from '../../lib/dates.ts';
import { MONTHS } from '../../lib/dates.ts';
import type { PartLink } from '../../types/views.ts';
import type { Row } from '../types.ts';

/** Cards on a list's first page and on each archive page. */
export const PAGE_SIZE = 24;

/** A part of a list that has one page: a run of one month's (or session's) items, counted from the oldest. */
export interface Part<Item> {
  /** `2025-03`, `2025-03-2`, `undated`, `2024-2025-2`. */
  readonly key: string;
  readonly label: string;
  /** Newest first. */
  readonly rows: readonly Row<Item>[];
}

/** A month, the undated items or a session: what archives and data files are cut from. */
export interface Group<Item> {
  readonly key: string;
  readonly label: string;
  /** Newest first. */
  readonly rows: readonly Row<Item>[];
  /** Newest part first. */
  readonly parts: readonly Part<Item>[];
}

/** A list in its order, with the groups its archive is cut into. */
export interface ListIndex<Item> {
  /** Newest first, undated last. */
  readonly rows: readonly Row<Item>[];
  /** In the list's order. */
  readonly groups: readonly Group<Item>[];
  /** Every part in the list's order. */
  readonly order: readonly Part<Item>[];
  /** Every part by its key. */
  readonly parts: ReadonlyMap<string, PlacedPart<Item>>;
}

/** A part with its group and its place in the list's order. */
export interface PlacedPart<Item> {
  readonly part: Part<Item>;
  readonly group: Group<Item>;
  readonly at: number;
}

/** Cuts a group (newest first) into parts of 24 counted from the oldest, so that a new item changes only the newest part. */
export function cutGroup<Item>(key: string, label: string, rows: readonly Row<Item>[]): Group<Item> {
  const parts: Part<Item>[] = [];
  const count = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  for (let part = count; part >= 1; part -= 1) {
    const from = Math.max(0, rows.length - part * PAGE_SIZE);
    const to = rows.length - (part - 1) * PAGE_SIZE;
    const suffix = part > 1 ? `-${part}` : '';
    parts.push({ key: key + suffix, label: part > 1 ? `${label} (${part})` : label, rows: rows.slice(from, to) });
  }
  return { key, label, rows, parts };
}

/** Newest first; items of one instant keep the service's order; undated items come last. */
export function newestFirst<Item extends { readonly date: SchoolDate | null }>(rows: readonly Row<Item>[]): Row<Item>[] {
  const at = (row: Row<Item>) => row.entity.date?.at ?? Number.NEGATIVE_INFINITY;
  return [...rows].sort((a, b) => {
    const first = at(a);
    const second = at(b);
    return first === second ? 0 : second - first;
  });
}

/** Splits rows into runs by a key, in the order in which the keys first appear. */
export function groupRows<Item>(rows: readonly Row<Item>[], keyOf: (entity: Item) => string): Map<string, Row<Item>[]> {
  const groups = new Map<string, Row<Item>[]>();
  for (const row of rows) {
    const key = keyOf(row.entity);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** An index over groups that are already in the list's order. */
export function indexGroups<Item>(rows: readonly Row<Item>[], groups: readonly Group<Item>[]): ListIndex<Item> {
  const parts = new Map<string, PlacedPart<Item>>();
  const order: Part<Item>[] = [];
  for (const group of groups) {
    for (const part of group.parts) parts.set(part.key, { part, group, at: order.push(part) - 1 });
  }
  return { rows, groups, order, parts };
}

const monthLabel = (month: string) => `${MONTHS[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** The index of a dated list: groups are months, newest first, then the undated items. */
export function indexByMonth<Item extends { readonly date: SchoolDate | null }>(rows: readonly Row<Item>[]): ListIndex<Item> {
  const sorted = newestFirst(rows);
  const months = groupRows(sorted, (entity) => entity.date?.day.slice(0, 7) ?? 'undated');
  const groups = [...months].map(([key, group]) => cutGroup(key, key === 'undated' ? 'Undated' : monthLabel(key), group));
  // Instants order the list, days name the groups: both agree, as both are read in the school's zone.
  return indexGroups(sorted, groups);
}

/** Links to the neighbours of the part at a place in the list's order. */
export function neighbours<Item>({ order }: ListIndex<Item>, at: number, base: string) {
  const link = (part: Part<Item> | undefined): PartLink | null => (part ? partLink(part, base) : null);
  return { newer: link(order[at - 1]), older: link(order[at + 1]) };
}

export function partLink<Item>(part: Part<Item>, base: string): PartLink {
  return { label: part.label, href: `${base}/${part.key}` };
}
