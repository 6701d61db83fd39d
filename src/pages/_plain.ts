import type { AstroGlobal } from 'astro';
import { COLLECTIONS, type PlainName } from '../collections/index.ts';

/** What a page `[...page].astro` shows: the first without a number, then `/2` and so on; null where the address names none. */
export function plainPage<Name extends PlainName>({ params, locals }: Pick<AstroGlobal, 'params' | 'locals'>, name: Name) {
  const number = Number(params.page ?? 1);
  const list = params.page === '1' ? null : locals.reader.plainPage(name, number);
  return list && { base: COLLECTIONS[name].plain?.base ?? '', list };
}
