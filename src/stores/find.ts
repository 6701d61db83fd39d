import type { ListItem } from '../collections/index.ts';
import { ALL } from '../lib/periods.ts';
import { createMatcher } from '../lib/search.ts';
import { type LoadedFile, loadedFile } from './dataFiles.ts';
import { type Filter, filesFor, type ListFacts, monthDigits } from './rules.ts';

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

/** How many items the files a filter needs hold in all. */
export function countFor({ files }: ListFacts, filter: Filter): number {
  return filesFor(files, filter).reduce((sum, file) => sum + file.count, 0);
}

/** The addresses of the files needed to show the first `shown` items: the newest suffice where nothing is sifted. */
export function hrefsFor({ files }: ListFacts, filter: Filter, shown: number): string[] {
  const sifted = filter.month !== ALL || filter.query.trim() !== '';
  let items = 0;
  const needed = filesFor(files, filter).filter((file) => {
    const wanted = sifted || items < shown;
    items += file.count;
    return wanted;
  });
  return needed.map((file) => file.href);
}

/** What a filter finds in the files that are here; null when one of them is not. `printed` is handed through. */
export function find(facts: ListFacts, filter: Filter, shown: number, printed: boolean): View | null {
  const files: LoadedFile[] = [];
  for (const href of hrefsFor(facts, filter, shown)) {
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
  const needed = found ? items.findLastIndex((item) => found.has(item)) + 1 : 0;
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
