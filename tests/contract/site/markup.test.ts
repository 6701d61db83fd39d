import { HtmlValidate } from 'html-validate/node';
import { describe, expect, test } from 'vitest';
import { identityToPath } from '../../../src/lib/paths.ts';
import { ROUTES } from '../../../src/lib/routes.ts';
import { type Element, elementsOf, type PublishedPage, pagesOf } from '../../support/published.ts';
import { builtSite } from '../../support/site.ts';
import { filesOf } from '../../support/trees.ts';

const dir = builtSite();
const pages = pagesOf(dir);
const files = new Set(filesOf(dir));

/** One page of each kind: every route, the 404 page, and the first of each folder. */
const kinds = pages.filter(({ path }, at) => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return folder === '/' || pages.findIndex((page) => page.path.startsWith(folder)) === at;
});

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // How React and Astro spell valid markup.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'no-implicit-input-type': 'off',
    'void-style': 'off',
    // Everything loaded is the site's own and named by its digest.
    'require-sri': 'off',
    // Phone numbers are kept on one line by CSS.
    'tel-non-breaking': 'off',
    // Filters apply at once; forms that are sent are held to their button by their own tests.
    'wcag/h32': 'off',
    // The title of an item is as long as the school wrote it.
    'long-title': 'off',
    // The specification sets home's notices before its first screen; a template's content is not on the page.
    'heading-level': ['error', { minInitialRank: 'h2', sectioningRoots: ['dialog', 'template'] }],
  },
});

/** Where a page's parts are found by assistive technology: contract section 5. */
const LANDMARKS: readonly (readonly [what: string, isOne: (element: Element) => boolean])[] = [
  ['h1', ({ name }) => name === 'h1'],
  ['banner', ({ name, attribs }) => name === 'header' && attribs.class === 'top'],
  ['navigation "Main"', ({ name, attribs }) => name === 'nav' && attribs['aria-label'] === 'Main'],
  ['section "Highlights"', ({ name, attribs }) => name === 'section' && attribs['aria-label'] === 'Highlights'],
  ['main', ({ name, attribs }) => name === 'main' && attribs.id === 'main'],
  ['skip link to it', ({ name, attribs }) => name === 'a' && attribs.href === '#main'],
  ['contentinfo', ({ name, attribs }) => name === 'footer' && attribs.class === 'foot'],
];
const CONTROLS = /^(?:input|select|textarea|iframe)$/;
const NAMES = ['aria-label', 'aria-labelledby', 'title'];

const idsOf = ({ html }: PublishedPage) => elementsOf(html).flatMap(({ attribs }) => attribs.id ?? []);
const byPath = new Map(pages.map((page) => [page.path, page]));
const idsByPath = new Map(pages.map((page) => [page.path, new Set(idsOf(page))]));

/** The page that an address opens; null when a file answers it that is no page; undefined when nothing does. */
function opened(address: URL): string | null | undefined {
  const path = decodeURIComponent(address.pathname);
  const album = path === '/SubGallery' ? address.searchParams.get('id') : null;
  if (album !== null) return byPath.has(`/SubGallery/${identityToPath(album)}`) ? path : undefined;
  if (byPath.has(path)) return path;
  return files.has(path.slice(1)) ? null : undefined;
}

describe('markup', () => {
  test.each(kinds.map((page) => [page.path, page] as const))('%s is valid HTML', async (path, page) => {
    const report = await validator.validateString(page.html, `${path}.html`);
    const messages = report.results.flatMap((result) =>
      result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(messages).toEqual([]);
  });

  test('there is a page for every route, and no other page of that name in another case', () => {
    const paths = pages.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining([...ROUTES]));
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  });

  test('no placeholder of a fragment is left in a page', () => {
    expect(pages.filter(({ html }) => /<!--#|\/\*#/.test(html)).map(({ path }) => path)).toEqual([]);
  });

  test.each(LANDMARKS)('every page has one %s', (_what, isOne) => {
    const wrong = pages.filter(({ html }) => elementsOf(html).filter(isOne).length !== 1);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('every page has a title of its own words and the school’s name', () => {
    const wrong = pages.filter(({ html }) => !/<title>[^<]*\S · \S[^<]*<\/title>/.test(html));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('no two pages have the same title, also where an event, its news and its album are called alike', () => {
    const titles = Map.groupBy(pages, ({ html }) => /<title>([^<]*)/.exec(html)?.[1]);
    const shared = [...titles.values()].filter((same) => same.length > 1).map((same) => same.map(({ path }) => path));
    expect(shared).toEqual([]);
  });

  test('every control and every frame has a name', () => {
    const wrong = pages.flatMap(({ path, html }) => {
      const tags = elementsOf(html);
      const labelled = new Set(tags.flatMap(({ name, attribs }) => (name === 'label' ? (attribs.for ?? []) : [])));
      return tags
        .filter(({ name, attribs }) => CONTROLS.test(name) && attribs.type !== 'hidden')
        .filter(({ attribs }) => !NAMES.some((key) => attribs[key]) && !labelled.has(attribs.id ?? ''))
        .map(({ name, attribs }) => `${path}: ${name} ${JSON.stringify(attribs)}`);
    });
    expect(wrong).toEqual([]);
  });

  test('every page names its ids once, and what refers to an id finds it', () => {
    const wrong = pages.flatMap((page) => {
      const ids = idsOf(page);
      const referring = elementsOf(page.html).flatMap(({ attribs }) =>
        ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'popovertarget'].flatMap((key) =>
          (attribs[key] ?? '').split(/\s+/).filter(Boolean),
        ),
      );
      const repeated = ids.filter((id, at) => ids.indexOf(id) !== at);
      const lost = referring.filter((id) => !ids.includes(id));
      return [...repeated, ...lost].map((id) => `${page.path} #${id}`);
    });
    expect(wrong).toEqual([]);
  });

  test('every local link leads to a page or file, and to a place that the page has', () => {
    const wrong = pages.flatMap((page) =>
      elementsOf(page.html)
        .filter(({ name }) => name === 'a' || name === 'area')
        .flatMap(({ attribs }) => attribs.href ?? [])
        .filter((href) => {
          const address = new URL(href, new URL(page.path, 'http://site'));
          if (address.host !== 'site') return false;
          const target = opened(address);
          const place = decodeURIComponent(address.hash.slice(1));
          if (target === undefined) return true;
          return target !== null && place !== '' && place !== 'top' && !idsByPath.get(target)?.has(place);
        })
        .map((href) => `${page.path} links ${href}`),
    );
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('every link to another site opens without a way back to this one', () => {
    const outside = pages.flatMap(({ path, html }) =>
      elementsOf(html)
        .filter(({ name, attribs }) => name === 'a' && /^(?:https?:)?\/\//.test(attribs.href ?? ''))
        .map(({ attribs }) => ({ path, href: attribs.href, rel: attribs.rel?.split(' ') ?? [] })),
    );
    expect(outside.length).toBeGreaterThan(pages.length);
    expect(outside.filter(({ rel }) => !rel.includes('noopener'))).toEqual([]);
  });
});
