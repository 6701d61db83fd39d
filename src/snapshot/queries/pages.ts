import { ITEM_LIST_NAMES, LIST_NAMES, LISTS } from '../../collections/index.ts';
import { DOWNLOAD_KINDS } from '../../lib/downloads.ts';
import { ROUTES } from '../../lib/routes.ts';
import type { Source } from '../evaluator.ts';
import { PLAIN_NAMES } from './plain.ts';

/**
 * Every public page path in its canonical spelling, each once, sorted by code unit. Put together from one query a
 * collection, so that a change of one collection reads no other.
 */
export function pagePaths(source: Source): string[] {
  const ask = (name: string, ...args: readonly unknown[]) => source.ask(name, ...args) as readonly string[];
  const paths = [
    ...ROUTES,
    ...LIST_NAMES.flatMap((name) => [LISTS[name].base, ...ask('listPaths', name)]),
    ...ITEM_LIST_NAMES.flatMap((name) => ask('itemPaths', name)),
    ...PLAIN_NAMES.flatMap((name) => ask('plainPaths', name)),
    ...ask('albumPaths'),
    ...ask('calendarPaths'),
    ...DOWNLOAD_KINDS.flatMap((kind) => ask('downloadPaths', kind)),
  ];
  return [...new Set(paths)].sort();
}
