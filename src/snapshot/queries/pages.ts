import { ROUTES } from '../../lib/routes.ts';
import type { ListName } from '../../types/views.ts';
import type { Source } from '../answers.ts';
import { albumPaths } from './albums.ts';
import { calendarPaths } from './calendar.ts';
import { LIST_BASES, listIndex } from './lists.ts';
import { plainPaths } from './plain.ts';
import { TOPPER_BASES, topperIndex } from './toppers.ts';

const LISTS = Object.keys(LIST_BASES) as ListName[];
const CLASSES = Object.keys(TOPPER_BASES) as (keyof typeof TOPPER_BASES)[];

/** Every public page path in its canonical spelling, each once, sorted by code unit. */
export function pagePaths(source: Source): string[] {
  const lists = LISTS.flatMap((name) => [...listIndex(source, name).parts.keys()].map((key) => `${LIST_BASES[name]}/${key}`));
  const sessions = CLASSES.flatMap((name) =>
    [...topperIndex(source, name).parts.keys()].map((key) => `${TOPPER_BASES[name].base}/${key}`),
  );
  const albums = albumPaths(source.collection('gallery'));
  return [...new Set([...ROUTES, ...lists, ...sessions, ...albums, ...calendarPaths(source), ...plainPaths(source)])].sort();
}
