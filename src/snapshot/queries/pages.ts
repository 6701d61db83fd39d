import { ROUTES } from '../../lib/routes.ts';
import type { ListName } from '../../types/views.ts';
import type { Source } from '../evaluator.ts';
import { LIST_BASES, listIndex } from './lists.ts';
import { PLAIN_COLLECTIONS } from './plain.ts';
import { TOPPER_BASES, topperIndex } from './toppers.ts';

/** Archive pages of one list. */
export function listPaths(source: Source, name: ListName): string[] {
  return [...listIndex(source, name).parts.keys()].map((key) => `${LIST_BASES[name]}/${key}`);
}

/** Archive pages of one class's toppers. */
export function topperPaths(source: Source, className: 'X' | 'XII'): string[] {
  return [...topperIndex(source, className).parts.keys()].map((key) => `${TOPPER_BASES[className].base}/${key}`);
}

/**
 * Every public page path in its canonical spelling, each once, sorted by code unit. Put together from one question a
 * collection, so that a change of one collection reads no other.
 */
export function pagePaths(source: Source): string[] {
  const ask = (name: string, ...args: readonly unknown[]) => source.ask(name, ...args) as readonly string[];
  const paths = [
    ...ROUTES,
    ...Object.keys(LIST_BASES).flatMap((name) => ask('listPaths', name)),
    ...Object.keys(TOPPER_BASES).flatMap((name) => ask('topperPaths', name)),
    ...PLAIN_COLLECTIONS.flatMap((name) => ask('plainPaths', name)),
    ...ask('albumPaths'),
    ...ask('calendarPaths'),
  ];
  return [...new Set(paths)].sort();
}
