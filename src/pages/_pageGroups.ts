import { LIST_NAMES, LISTS } from '../collections/index.ts';
import { MENU } from '../components/site/menu.ts';
import { facts, words } from '../content/words.ts';
import { ROUTES } from '../lib/routes.ts';
import { PAGE_WORDS } from './_pageWords.ts';

/** Titles of all pages by address, those of the school elsewhere among them; items and parts of lists left out. */
const TITLES = new Map<string, string>([
  ['/', 'Home'],
  ...Object.entries(PAGE_WORDS).map(([path, { title }]) => [path, title] as const),
  ...LIST_NAMES.map((name) => [LISTS[name].base, LISTS[name].title] as const),
  // Two groups have the names of these pages.
  ['/Gallery', 'Photo Gallery'],
  ['/ContactUs', 'Whom to ask, address and contact form'],
  ['/SubGallery', 'All photo albums'],
  ['/Highlights', 'Highlights'],
  ['/Notifications', 'Notifications'],
  ['/Registrations', 'Online registration'],
  ...[facts.feePayment, facts.erpLogin, facts.alumniForm].map(({ href, label }) => [href, label] as const),
]);

/** The name of a page by its address: `/LostAndFound` is "Lost and found". */
const nameOf = (path: string) => path.slice(1).replace(/([a-z])([A-Z])/g, (_, end, begin) => `${end} ${begin.toLowerCase()}`);

// Pages without a file of words; the search itself is no result.
for (const path of ROUTES) if (path !== '/Search' && !TITLES.has(path)) TITLES.set(path, nameOf(path));

const PARENTS = [
  '/Admission',
  '/Registrations',
  '/Fees',
  facts.feePayment.href,
  '/Calendar',
  '/Downloads',
  '/Tc',
  '/Pphelp',
  facts.erpLogin.href,
  '/ErpSoftware',
];

const POLICIES = words.menu.policies.map(({ href }) => href).filter((href) => !PARENTS.includes(href));
const first = new Set([...PARENTS, ...POLICIES]);
const ofMenu = MENU.flatMap((entry) => {
  const hrefs = 'links' in entry ? entry.links.map(({ href }) => href).filter((href) => !first.has(href)) : [];
  return hrefs.length > 0 ? [{ title: entry.label, hrefs }] : [];
});
const grouped = new Set([...first, ...ofMenu.flatMap(({ hrefs }) => hrefs)]);

/** Every page once, by the groups of the menu; what no group has stands in the last. */
export const PAGE_GROUPS = [
  { title: 'For parents', hrefs: PARENTS },
  ...ofMenu,
  { title: 'School rules', hrefs: POLICIES },
  { title: 'More', hrefs: [...TITLES.keys()].filter((href) => !grouped.has(href)) },
].map(({ title, hrefs }) => ({ title, pages: hrefs.map((href) => ({ href, label: TITLES.get(href) ?? href })) }));
