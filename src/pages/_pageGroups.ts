import { LIST_NAMES, LISTS } from '../collections/index.ts';
import { MENU } from '../components/site/menu.ts';
import { PAGE_TITLES } from './_pageWords.ts';

interface PageGroup {
  readonly title: string;
  readonly pages: readonly { readonly href: string; readonly title: string }[];
}

/** Titles of all pages by path, items and parts of lists left out. */
const TITLES = new Map<string, string>([
  ['/', 'Home'],
  ...Object.entries(PAGE_TITLES),
  ...LIST_NAMES.map((name) => [LISTS[name].base, LISTS[name].title] as const),
  ['/SubGallery', 'All photo albums'],
  ['/Highlights', 'Highlights'],
  ['/Notifications', 'Notifications'],
  ['/Registrations', 'Online registration'],
]);

const PARENTS = ['/Admission', '/Registrations', '/Downloads', '/Tc', '/Pphelp', '/ErpSoftware'];

const groups = [
  { title: 'For parents', hrefs: PARENTS },
  ...MENU.flatMap((entry) => ('links' in entry ? [{ title: entry.label, hrefs: entry.links.map(({ href }) => href) }] : [])),
];
const grouped = new Set(groups.flatMap(({ hrefs }) => hrefs));

/** Every page by the groups of the menu; what no group has stands in the last. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  ...groups,
  { title: 'More', hrefs: [...TITLES.keys()].filter((href) => !grouped.has(href)) },
].map(({ title, hrefs }) => ({
  title,
  pages: hrefs.flatMap((href) => {
    const name = TITLES.get(href);
    return name === undefined ? [] : [{ href, title: name }];
  }),
}));
