import { afterAll, beforeAll, expect, test } from 'vitest';
import { langOf } from '../../../src/lib/text.ts';
import { type Lists, startFakeContentService } from '../../support/fakeContentService.ts';
import { elementsOf, type PublishedPage, pagesOf } from '../../support/published.ts';
import { build, openRig, type Rig } from '../../support/rig.ts';

const HINDI = 'विद्यालय का वार्षिक खेल दिवस';
const BENGALI = 'রবীন্দ্র জয়ন্তী উৎসব';
const TEXTS = [HINDI, BENGALI, 'The school’s sports day'];

/** One item of each language, and one that mixes them. */
const each = (item: (text: string, at: number) => object) => TEXTS.map((text, at) => ({ _id: `${at}`, ...item(text, at) }));

const LISTS: Lists = {
  news: each((title, at) => ({ title, description: `${title}.\n\n${TEXTS.at(at - 1)}.`, fromDate: `2026-11-${11 + at}` })),
  events: each((title, at) => ({ title, description: title, venue: title, time: title, date: `2026-12-${11 + at}` })),
  gallery: each((title, at) => ({ title, description: title, category: 'PhotoGallery', date: `2026-10-${11 + at}` })),
  video: each((title) => ({ title, videoUrl: 'https://video.example/1' })),
  topper: ['X', 'XII'].flatMap((name) =>
    TEXTS.map((text, at) => ({
      ...{ _id: `${name}-${at}`, name: text, stream: text, division: text, class: name, sessionYear: '2025-2026' },
    })),
  ),
  principalMessage: each((text) => ({
    name: text,
    category: text,
    message: `<p>${text}</p><ul><li>${text}<ul><li>${TEXTS[2]}</li></ul></li></ul><p>${TEXTS.join('</p><p>')}</p>`,
  })),
  highlight: [...each((title) => ({ title })), { title: `! ${HINDI}` }],
  notification: each((title) => ({ title, desc: title })),
  academicCalender: each((title, at) => ({ title, date: `2026-11-${25 + at}` })),
  onlineRegistration: each((title, at) => ({ title, url: at === 0 ? '' : 'https://forms.example/' })),
};

let rig: Rig;
let pages: PublishedPage[];

beforeAll(async () => {
  rig = await openRig({ service: await startFakeContentService(LISTS) });
  await build(rig);
  pages = pagesOf(rig.dist);
});
afterAll(() => rig.close());

type Node = ReturnType<typeof elementsOf>[number]['children'][number];

/** The language that the nearest element around a node says. */
function languageOf(node: Node): string {
  for (let around = node.parent; around; around = around.parent)
    if ('attribs' in around && around.attribs.lang !== undefined) return around.attribs.lang;
  return '';
}

test('each text says its language, on every page', () => {
  const wrong = pages.flatMap(({ path, html }) =>
    elementsOf(html)
      .filter(({ name }) => !/^(?:title|script|style)$/.test(name))
      .flatMap(({ children, name, attribs }) =>
        children.flatMap((child) => {
          if (child.type !== 'text' || !/\p{L}{2}/u.test(child.data)) return [];
          const expected = langOf(child.data) ?? (TEXTS[2]?.includes(child.data.trim()) ? 'en-IN' : null);
          const isRight = expected === null || languageOf(child) === expected;
          return isRight ? [] : [`${path}: ${name}.${attribs.class} ${child.data.slice(0, 40)}`];
        }),
      ),
  );
  expect(wrong).toEqual([]);
  // Every kind of page was looked at.
  expect(pages.filter(({ html }) => html.includes(BENGALI)).length).toBeGreaterThan(20);
});
