import { expect, test } from 'vitest';
import { partOf, textOf } from '../../support/published.ts';
import { expectLink, publishedPage } from '../../support/site.ts';
import { emailLinks, phoneLinks, words } from '../../support/words.ts';

const facts = words.site;

/** The number of times a tag stands in a page's `main`. */
const COUNTS: readonly (readonly [path: string, what: string, pattern: RegExp, times: number])[] = [
  ['/Facility', 'photos', /<img [^>]*src="\/assets\/facility-/g, 5],
  ['/ErpSoftware', 'pictures', /<img [^>]*src="\/assets\/erp-/g, 3],
  ['/ErpSoftware', 'links that open a picture larger', /<a [^>]*href="\/assets\/erp-[^"]+\.webp"[^>]*data-enlarge/g, 3],
  ['/StudentBlog', 'posts', /<article/g, 4],
  ['/StudentBlog', 'pictures', /<img [^>]*src="\/assets\/blog-/g, 4],
  ['/TeacherBlog', 'posts', /<article/g, 1],
  ['/Calendar', 'frames with the PDF', /<iframe [^>]*src="\/documents\/calendar-2026-27\.pdf"/g, 1],
  ['/Magazine', 'links', /<a [^>]*href/g, 2],
  ['/Club', 'coming-soon pictures', /<img [^>]*src="\/assets\/coming-soon/g, 1],
  ['/Reflections', 'coming-soon pictures', /<img [^>]*src="\/assets\/coming-soon/g, 1],
  ['/Admission', 'placeholder links', /<a [^>]*aria-disabled="true"/g, 2],
  ['/Tc', 'frames with the sample', /<iframe [^>]*src="\/documents\/sample-transfer-certificate\.pdf"/g, 1],
  [
    '/Calendar',
    'pictures of the PDF’s first page',
    /<a href="\/documents\/calendar[^>]*><img [^>]*src="\/sheets\/calendar-2026-27\.svg"/g,
    1,
  ],
  [
    '/Tc',
    'pictures of the sample',
    /<a href="\/documents\/sample[^>]*><img [^>]*src="\/sheets\/sample-transfer-certificate\.svg"/g,
    1,
  ],
  ['/Toppers', 'large figures of the last results', /<dt>/g, 3],
  ['/ToppersXII', 'large figures of the last results', /<dt>/g, 3],
  ['/About', 'tables with the disclosure', /<section [^>]*id="mandatory-disclosure"/g, 1],
  ['/Facility', 'links to its parts', /<a href="#/g, 11],
  ['/Careers', 'links to the form', /<a [^>]*href="#form"/g, 1],
  ['/Tc', 'links to the form', /<a [^>]*href="#form"/g, 1],
  ['/', 'social boxes that load on a press', /<button [^>]*data-embed/g, 3],
];

test.each(COUNTS)('%s has its number of %s', async (path, _what, pattern, times) => {
  expect(partOf(await publishedPage(path), 'main').match(pattern)?.length ?? 0).toBe(times);
});

test.each(['/', '/Fees', '/News'])('the foot of %s has every link, number and address', async (path) => {
  const footer = partOf(await publishedPage(path), 'footer');
  const text = textOf(footer);
  expect(text).toContain('School code HTSJ');
  for (const line of facts.address) expect(text).toContain(line);
  for (const href of ['/About', '/ErpSoftware', '/Pphelp', '/Tc']) expectLink(footer, [/./, href]);
  for (const { label, href } of [facts.feePayment, facts.erpLogin, ...facts.appStores, ...facts.socials])
    expectLink(footer, [label, href]);
  for (const link of [...phoneLinks, ...emailLinks]) expectLink(footer, link);
  expectLink(footer, [/map/i, facts.map.link]);
  expect(footer).toContain('data-embed=');
});

test('the menu leads to the alumni registration', async () => {
  expectLink(partOf(await publishedPage('/'), 'header'), [facts.alumniForm.label, facts.alumniForm.href]);
});

test('the three social boxes are the page feed, the photo feed and the video', () => {
  expect(facts.embeds.map(({ kind }) => kind)).toEqual(['page', 'photos', 'video']);
});
