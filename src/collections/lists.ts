/** The lists' parts in the browser: every `.list.tsx` of this folder. */
import type { ListItem } from './index.ts';
import type { ListRules } from './rules.ts';

/** The rules of any list. */
export type AnyListRules = ListRules<ListItem>;

const found = import.meta.glob<AnyListRules>('./*.list.tsx', { eager: true, import: 'rules' });

/** The rules of a list by its `kind`. */
export function rulesOf(kind: string): AnyListRules {
  const rules = Object.values(found).find((candidate) => candidate.kind === kind);
  if (!rules) throw new Error(`No list is of the kind ${kind}.`);
  return rules;
}
