import { expect, test } from 'vitest';
import { elementsOf, pagesOf, partOf } from '../../support/published.ts';
import { builtSite } from '../../support/site.ts';

const pages = pagesOf(builtSite());

/** The header's links marked as current: address and mark. */
function currentOf(html: string): [href: string, mark: string][] {
  return elementsOf(partOf(html, 'header'), 'a').flatMap(({ attribs: { href = '', 'aria-current': mark } }) =>
    mark === undefined ? [] : [[href, mark]],
  );
}

const isBelow = (list: string) => (path: string) => path.startsWith(list);

test.each<[what: string, where: (path: string) => boolean, current: [string, string][]]>([
  ['News', (path) => path === '/News', [['/News', 'page']]],
  ['About', (path) => path === '/About', [['/About', 'page']]],
  ['a news item', isBelow('/News/item/'), [['/News', 'true']]],
  ['an album', isBelow('/SubGallery/'), [['/Gallery', 'true']]],
  ['an older session of ISC', isBelow('/ToppersXII/'), [['/ToppersXII', 'true']]],
  ['Fees, to which a quick link leads too', (path) => path === '/Fees', [['/Fees', 'page']]],
  ['the certificate, to which only a quick link leads', (path) => path === '/Tc', [['/Tc', 'page']]],
  ['Privacy', (path) => path === '/Privacy', []],
  ['home', (path) => path === '/', []],
])('the header of %s marks where it stands', (_, where, current) => {
  const found = pages.filter(({ path }) => where(path));
  expect(found.length).toBeGreaterThan(0);
  for (const { path, html } of found) expect(currentOf(html), path).toEqual(current);
});
