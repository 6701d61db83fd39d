import type { ListItem } from '../collections/index.ts';
import { createMatcher } from '../lib/matchText.ts';
import { ALL } from '../lib/periods.ts';
import { type LoadedFile, loadedFile, loadedIndex } from './dataFiles.ts';
import { type Filter, type ListFacts, monthDigits, periodsFor } from './rules.ts';

/** What the cards show. */
export interface View {
  readonly filter: Filter;
  /** True when the printed cards are its first items. */
  readonly printed: boolean;
  /** How many items there are under the filter. */
  readonly total: number;
  /** How many cards are shown at most. */
  readonly shown: number;
  /** The items under the filter in the list's order, as far as they are needed; null while only the printed cards are here. */
  readonly items: readonly ListItem[] | null;
  /** The items whose name the search found, where it marks instead of hiding; otherwise null. */
  readonly found: ReadonlySet<ListItem> | null;
}

/** How many items the periods have in all that a filter is about. */
export function countFor({ periods }: ListFacts, filter: Filter): number {
  return periodsFor(periods, filter).reduce((sum, { count }) => sum + count, 0);
}

/** The addresses of the files needed to show the first `shown` items: the newest suffice where nothing is sifted. Null without the index. */
export function hrefsFor({ index }: ListFacts, filter: Filter, shown: number): string[] | null {
  const files = loadedIndex(index);
  if (!files) return null;
  const sifted = filter.month !== ALL || filter.query.trim() !== '';
  let items = 0;
  const needed = periodsFor(files, filter).filter((file) => {
    const wanted = sifted || items < shown;
    items += file.count;
    return wanted;
  });
  return needed.map((file) => file.href);
}

/** What a filter finds in the files that are here; null when one of them is not. `printed` is handed through. */
export function find(facts: ListFacts, filter: Filter, shown: number, printed: boolean): View | null {
  const files: LoadedFile[] = [];
  const hrefs = hrefsFor(facts, filter, shown);
  if (!hrefs) return null;
  for (const href of hrefs) {
    const file = loadedFile(href);
    if (!file) return null;
    files.push(file);
  }
  const matches = createMatcher(filter.query);
  const month = monthDigits(filter.month);
  const sifted = month !== null || matches ? sift(files, month, matches) : null;
  const shape = { filter, printed, shown };
  if (sifted && facts.rules.search !== 'mark') return { ...shape, total: sifted.length, items: sifted, found: null };
  const items = files.flatMap((file) => file.items);
  const found = sifted && new Set(sifted);
  // A mark that stands below the last card shown would be counted and not seen.
  const needed = items.reduce((last, item, at) => (found?.has(item) ? at + 1 : last), 0);
  return { ...shape, shown: Math.max(shown, needed), total: countFor(facts, filter), items, found };
}

function sift(files: readonly LoadedFile[], month: string | null, matches: ReturnType<typeof createMatcher>): ListItem[] {
  const items: ListItem[] = [];
  for (const file of files) {
    file.items.forEach((item, index) => {
      if (matches && !matches(file.texts[index] ?? '')) return;
      if (month === null || ('date' in item && item.date?.day.slice(5, 7) === month)) items.push(item);
    });
  }
  return items;
}
