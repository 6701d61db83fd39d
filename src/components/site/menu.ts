import type { Link } from '../../content/schemas/fields.ts';
import { facts, words } from '../../content/words.ts';

/** The navigation "Main", with the addresses that are facts of the school: groups that open, and links of their own. */
export const MENU = words.menu.entries.map((entry) => ('fact' in entry ? facts[entry.fact] : entry));

export const SEARCH_LINK: Link = { label: 'Search', href: '/Search' };

const IN_MENU: readonly Link[] = MENU.flatMap((entry) => ('links' in entry ? entry.links : [entry]));

/** Whether the navigation leads there: it then shows the visitor's place, and a quick link does not repeat it. */
export const isInMenu = ({ href }: Link) => IN_MENU.some((link) => link.href === href);

const IN_HEADER: ReadonlySet<string> = new Set([...words.menu.quick, SEARCH_LINK, ...IN_MENU].map(({ href }) => href));

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

/** Where a page stands in the header: `/News` for that page, `/News/` for one below it, empty where no link leads there. */
export function placeInHeader(path: string): string {
  if (IN_HEADER.has(path)) return path;
  const list = listOf(path);
  return IN_HEADER.has(list) ? `${list}/` : '';
}

/** Attributes of a link: `aria-current` where it leads to the page `path`, or to the list that the page is a part of; `rel` where it leads away. */
export function anchor({ href }: Link, path = '') {
  const isPart = path.startsWith(`${href}/`);
  return {
    href,
    'aria-current': href === path ? ('page' as const) : isPart ? ('true' as const) : undefined,
    rel: /^https?:/.test(href) ? 'noopener' : undefined,
  };
}
