import { expect, test } from 'vitest';
import { duration, summary } from '../../../scripts/lib/summary.ts';

const report = {
  release: 'r1',
  trigger: 'command',
  rendered: ['/News', '/'],
  reused: 349,
  written: ['News.html', 'index.html', 'feed.xml'],
  removed: ['data/news/old.json'],
  changed: [],
  held_lists: [],
  left_out: [{ collection: 'news', item: 'n1', why: 'is no object\u001b[2J' }],
  warnings: [{ collection: 'news', item: 'news/a.yaml', why: 'it cannot be read.' }],
  stale: ['gallery'],
  milliseconds: { fetch: 20, plan: 5, render: 20, publish: 10, total: 346.7 },
} as const;

test.each([
  [346.7, '0.35 s'],
  [4, '0.004 s'],
  [9_940, '9.9 s'],
  [46_749.7, '47 s'],
  [59_700, '60 s'],
  [125_400, '2 min 5 s'],
])('%d ms are told as %s', (milliseconds, told) => {
  expect(duration(milliseconds)).toBe(told);
});

test('the pages rendered are told of all pages, the files beside them, and nothing in it controls the terminal', () => {
  expect(summary({ state: 'published', report, neverLoaded: [], isMediaPending: false }).split('\n')).toEqual([
    'Published release r1: 2 of 351 pages rendered; of all files 3 written and 1 removed; 0.35 s.',
    'Stale, shown as last fetched: gallery.',
    'Left out: news n1: is no object\\u001b[2J',
    'Published otherwise than meant, as "npm run status" tells: 1 thing.',
  ]);
});

test('the first of the pictures that cannot be had are named', () => {
  const warnings = Array.from(
    { length: 7 },
    (_, at) => ({ collection: 'news', item: 'n', reference: `${at}.jpg`, why: 'no' }) as const,
  );
  const told = (some: typeof warnings) =>
    summary({
      state: 'published',
      report: { ...report, warnings: some },
      neverLoaded: [],
      isMediaPending: false,
    });
  expect(told(warnings)).toContain('\nPictures or files that cannot be had: 0.jpg, 1.jpg, 2.jpg, 3.jpg, 4.jpg, ...');
  expect(told(warnings.slice(0, 1))).toMatch(/that cannot be had: 0\.jpg$/);
});
