import type { Engine, Explanation } from '../engine/index.ts';
import { nearestName } from '../lib/nearestName.ts';
import { likelyPage, ROUTES, rightCase } from '../lib/routes.ts';
import type { CollectionChange } from '../snapshot/sync/types.ts';
import { changesBehind } from './changes.ts';

export interface Explained extends Omit<Explanation, 'causes' | 'note'> {
  /** What had changed of what the page shows when it was rendered last. */
  readonly items: readonly CollectionChange[];
}

/** No page that is known. */
export interface Unexplained {
  readonly message: string;
}

/** Pages named to somebody who asks for one that does not exist. */
const MOST_NAMED = 8;

/** Why a page was or was not rendered in the last rebuild, and what of the content had it rendered last. */
export function explain(engine: Engine, page: string): Explained | Unexplained {
  const asked = `/${page.trim().replace(/^\/+/, '')}`;
  const explanation = engine.explain(page) ?? engine.explain(asked);
  if (explanation) {
    const { causes, note, ...rest } = explanation;
    return { ...rest, items: changesBehind({ causes, note }) };
  }
  const pages = engine.pageKeys().filter((key) => key.startsWith('/'));
  const suggestion = rightCase(asked, ROUTES) ?? likelyPage(asked, ROUTES) ?? nearestName(asked, pages);
  if (suggestion !== undefined) return { message: `No rebuild has rendered ${page}. Did you mean ${suggestion}?` };
  if (pages.length === 0) return { message: `No rebuild has rendered ${page}: nothing was rendered yet.` };
  const words = asked.slice(1).toLowerCase();
  const near = pages.filter((key) => words !== '' && key.toLowerCase().includes(words));
  const some = (near.length > 0 ? near : ROUTES).slice(0, MOST_NAMED).join(', ');
  return { message: `No rebuild has rendered ${page}. ${near.length > 0 ? 'Like it' : 'Among those that exist'}: ${some}.` };
}
