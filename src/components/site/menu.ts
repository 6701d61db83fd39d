import type { Link } from '../../content/schemas/fields.ts';
import { facts, words } from '../../content/words.ts';

/** An entry of the navigation "Main": a group that opens, or a link of its own. */
type MenuEntry = { readonly label: string; readonly section?: string; readonly links: readonly Link[] } | Link;

/** The navigation, with the addresses that are facts of the school. */
export const MENU: readonly MenuEntry[] = words.menu.entries.map((entry) => ('fact' in entry ? facts[entry.fact] : entry));

/** The links of an entry: of a group those in it. */
const linksOf = (entry: MenuEntry): readonly Link[] => ('links' in entry ? entry.links : [entry]);

/** What parents come for, one press away beside the menu. */
export const QUICK_LINKS: readonly Link[] = words.menu.quick;

/** The pages of rules. */
export const POLICY_LINKS: readonly Link[] = words.menu.policies;

/** Whether the navigation leads there too: it then shows the visitor's place, and the quick link does not repeat it. */
export const isInMenu = ({ href }: Link) => MENU.flatMap(linksOf).some((link) => link.href === href);

export const SEARCH_LINK: Link = { label: 'Search', href: '/Search' };

/** The page that `path` is, or is a part of: `/Gallery` of `/SubGallery/x`. */
function listOf(path: string): string {
  const base = /^\/[^/]*/.exec(path)?.[0] ?? '';
  return base === '/SubGallery' ? '/Gallery' : base;
}

/** The section of the menu's group that a page belongs to: `gallery` for `/SubGallery/x`. Undefined: none. */
export function sectionOf(path: string): string | undefined {
  const page = listOf(path);
  const group = MENU.find((entry) => 'links' in entry && entry.links.some(({ href }) => href === page));
  return group && 'links' in group ? group.section : undefined;
}

const linked: ReadonlySet<string> = new Set([...QUICK_LINKS, SEARCH_LINK, ...MENU.flatMap(linksOf)].map(({ href }) => href));

/** Where a page stands in the header: `/News` for that page, `/News/` for one below it, empty where no link leads there. */
export function placeInHeader(path: string): string {
  if (linked.has(path)) return path;
  const list = listOf(path);
  return linked.has(list) ? `${list}/` : '';
}
