/** Lists in their order, and the parts of them that archive pages print. */
import { LISTS, type ListItems, type ListName } from '../../collections/index.ts';
import { MONTHS } from '../../lib/dates.ts';
import { ALL, defaultPeriod, settlePeriod, UNDATED } from '../../lib/periods.ts';
import type { ArchiveLink, ArchiveView, ListView, PartLink, Period } from '../../types/views.ts';
import type { EntityIn, GroupSize, Source } from '../source.ts';
import { dataIndex } from './dataFiles.ts';
import { chunkGroup, groups, itemsOf, oldestOf, partKey, periodOf, readPartKey } from './groups.ts';

/** Cards on a list's first page and on each archive page. */
const PAGE_SIZE = 24;

const monthLabel = (month: string) => `${MONTHS[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

function labelOf(name: ListName, key: string): string {
  if (LISTS[name].cut === 'session') return key;
  return key === UNDATED ? 'Without a date' : monthLabel(key);
}

/** The first page of a list: the newest items of the period that it shows first. */
export function list<Name extends ListName>(source: Source, name: Name): ListView<ListItems[Name]> {
  const sizes = source.ask(groups, name);
  const { shown } = LISTS[name];
  const keys = periodsOf(sizes).map(({ key }) => key);
  const year = shown === 'all' ? '' : source.today('year');
  const period = settlePeriod(shown, keys, defaultPeriod(shown, keys, year));
  return {
    period,
    year: shown === 'session' ? year : '',
    items: itemsOf(name, period === ALL ? source.slice(name, 0, PAGE_SIZE) : firstOf(source, name, sizes, period)),
    periods: periodsOf(sizes),
    index: source.ask(dataIndex, name).href,
    archive: source.ask(archiveLinks, name),
  };
}

/** The months or sessions of a list, each with its newest part. */
export function archiveLinks(source: Source, name: ListName): ArchiveLink[] {
  const sizes = source.ask(groups, name);
  return sizes.map((group) => ({ ...newestPart(name, group), label: labelOf(name, group.key), count: group.count }));
}

/** What a visitor can choose, newest first, undated last. */
function periodsOf(sizes: readonly GroupSize[]): Period[] {
  const periods = Map.groupBy(sizes, ({ key }) => periodOf(key));
  return Array.from(periods, ([key, inPeriod]) => ({
    key,
    count: inPeriod.reduce((sum, { count }) => sum + count, 0),
    months: inPeriod.flatMap((group) => (group.key === key ? [] : Number(group.key.slice(5)))).reverse(),
  }));
}

/** The first items of a period. */
function firstOf<Name extends ListName>(source: Source, name: Name, sizes: readonly GroupSize[], period: string) {
  const items: EntityIn<Name>[] = [];
  for (const { key } of sizes) {
    if (periodOf(key) !== period || items.length >= PAGE_SIZE) continue;
    items.push(...source.group(name, key, 0, PAGE_SIZE - items.length));
  }
  return items;
}

function partLinks(name: ListName, { key, count }: GroupSize): PartLink[] {
  const label = labelOf(name, key);
  return chunkGroup(count, PAGE_SIZE, oldestOf(name), (number) => ({
    label: number > 1 ? `${label} (${number})` : label,
    href: `${LISTS[name].base}/${partKey(key, number)}`,
  }));
}

const newestPart = (name: ListName, group: GroupSize) => partLinks(name, group)[0] ?? { label: '', href: '' };

/** Every part of a list: one link a page. */
export function parts(source: Source, name: ListName): PartLink[] {
  return source.ask(groups, name).flatMap((group) => partLinks(name, group));
}

/** The label of a part, and the parts beside it: none of its items. Null when there is no such part. */
export function partFrame(source: Source, name: ListName, key: string): Omit<ArchiveView<unknown>, 'items'> | null {
  const all = source.ask(parts, name);
  const at = all.findIndex(({ href }) => href === `${LISTS[name].base}/${key}`);
  const part = all[at];
  return part ? { label: part.label, newer: all[at - 1] ?? null, older: all[at + 1] ?? null } : null;
}

/** One part of a list as its page shows it; null when there is no such part. */
export function archive<Name extends ListName>(source: Source, name: Name, key: string): ArchiveView<ListItems[Name]> | null {
  const frame = source.ask(partFrame, name, key);
  const part = readPartKey(key);
  if (!frame || !part) return null;
  const from = (part.number - 1) * PAGE_SIZE;
  const entities =
    oldestOf(name) === 'first'
      ? source.group(name, part.group, from, PAGE_SIZE)
      : source.groupFromEnd(name, part.group, from, PAGE_SIZE);
  return { ...frame, items: itemsOf(name, entities) };
}

/** The first `count` items of a list, for carousels and the feed. */
export function latest<Name extends ListName>(source: Source, name: Name, count: number): ListItems[Name][] {
  return itemsOf(name, source.slice(name, 0, count));
}
