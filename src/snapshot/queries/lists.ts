/** Lists in their order, and the parts of them that archive pages print. */
import { LISTS, type ListItems, type ListName } from '../../collections/index.ts';
import { MONTHS } from '../../lib/dates.ts';
import { ALL, defaultPeriod, settlePeriod, UNDATED } from '../../lib/periods.ts';
import type { ArchiveLink, PartLink, Period } from '../../types/views.ts';
import type { GroupSize, Source } from '../source.ts';
import type { EntityIn } from '../standing.ts';
import { frameOf, itemsOf, itemsOfPart, oldestOf, partLinks, periodOf, readPartKey } from './cuts.ts';
import { dataIndex, groups } from './dataFiles.ts';

/** Cards on a list's first page and on each archive page. */
const PAGE_SIZE = 24;

const monthLabel = (month: string) => `${MONTHS[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

function labelOf(name: ListName, key: string): string {
  if (LISTS[name].cut === 'session') return key;
  return key === UNDATED ? 'Without a date' : monthLabel(key);
}

/** The first page of a list: the newest items of the period that it shows first. */
export function list<Name extends ListName>(source: Source, name: Name) {
  const sizes = source.ask(groups, name);
  const { shown } = LISTS[name];
  const periods = periodsOf(sizes);
  const keys = periods.map(({ key }) => key);
  const year = shown === 'all' ? '' : source.today('year');
  const period = settlePeriod(shown, keys, defaultPeriod(shown, keys, year));
  return {
    period,
    /** The current year, where the default period depends on it until the browser decides; else empty. */
    year: shown === 'session' ? year : '',
    items: itemsOf(name, period === ALL ? source.slice(name, 0, PAGE_SIZE) : firstOf(source, name, sizes, period)),
    periods,
    /** The address of the list of its data files. */
    index: source.ask(dataIndex, name).href,
    archive: source.ask(archiveLinks, name),
  };
}

/** The months or sessions of a list, each with its newest part. */
export function archiveLinks(source: Source, name: ListName): ArchiveLink[] {
  const sizes = source.ask(groups, name);
  return sizes.flatMap((group) => {
    const [newest] = linksOf(name, group);
    return newest ? { ...newest, label: labelOf(name, group.key), count: group.count } : [];
  });
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

function firstOf<Name extends ListName>(source: Source, name: Name, sizes: readonly GroupSize[], period: string) {
  const items: EntityIn<Name>[] = [];
  for (const { key } of sizes) {
    if (periodOf(key) !== period || items.length >= PAGE_SIZE) continue;
    items.push(...source.group(name, key, 0, PAGE_SIZE - items.length));
  }
  return items;
}

const linksOf = (name: ListName, { key, count }: GroupSize) =>
  partLinks(LISTS[name].base, labelOf(name, key), key, count, PAGE_SIZE, oldestOf(name));

/** Every part of a list: one link a page. */
export function parts(source: Source, name: ListName): PartLink[] {
  return source.ask(groups, name).flatMap((group) => linksOf(name, group));
}

/** The label of a part, and the parts beside it: none of its items. Null when there is no such part. */
export function partFrame(source: Source, name: ListName, key: string) {
  return frameOf(source.ask(parts, name), `${LISTS[name].base}/${key}`);
}

/** One part of a list as its page shows it; null when there is no such part. */
export function archive<Name extends ListName>(source: Source, name: Name, key: string) {
  const frame = source.ask(partFrame, name, key);
  const part = readPartKey(key);
  return frame && part && { ...frame, items: itemsOf(name, itemsOfPart(source, name, part, PAGE_SIZE, oldestOf(name))) };
}

/** The first `count` items of a list, for carousels and the feed. */
export function latest<Name extends ListName>(source: Source, name: Name, count: number): ListItems[Name][] {
  return itemsOf(name, source.slice(name, 0, count));
}
