import { expect, test } from 'vitest';
import { quoted } from '../../../src/service/schemas/reading.ts';
import { endedInWords, reportOf } from '../../../src/site/report.ts';

const asked = { trigger: 'webhook' as const, changed: [] };
const outcome = {
  leftOut: [],
  warnings: [],
  staleCollections: [{ collection: 'gallery' as const, why: 'No answer.', since: 0, held: false }],
  milliseconds: { total: 12.34 },
};
const result = {
  state: 'published' as const,
  release: 'r1',
  rendered: ['/', '/News', '/404', '/feed.xml', '/data/news/2025.json'],
  pages: 5,
  written: ['News.html', 'feed.xml'],
  removed: [],
  milliseconds: { plan: 1, render: 2, publish: 3 },
};
test('a report names pages as rendered or reused; feed and data files count only as files', () => {
  expect(reportOf(asked, outcome, [], result, 40)).toMatchObject({
    trigger: 'webhook',
    rendered: ['/', '/News', '/404'],
    reused: 2,
    written: ['News.html', 'feed.xml'],
    stale: ['gallery'],
    milliseconds: { fetch: 12.3, total: 40 },
  });
});

test('a report says when a rollback holds what is live', () => {
  expect(reportOf(asked, outcome, [], { ...result, state: 'held' }, 40).held).toBe(true);
  expect(reportOf(asked, outcome, [], result, 40)).not.toHaveProperty('held');
});

test('a date that cannot be read is named once, by the file where that is known', () => {
  const long = JSON.stringify('the week after next, or perhaps the one after that, as the principal decides');
  const fileWarnings = [
    { collection: 'news', item: 'news/a.yaml', why: 'the fromDate "soon" cannot be read. Write it as 2026-11-21.' },
    { collection: 'news', item: 'news/b.yaml', why: `the fromDate ${long} cannot be read. Write it as 2026-11-21.` },
  ];
  const itself = (collection: 'news' | 'events', date: string) =>
    ({ collection, item: 'a', why: `its date ${date} cannot be read` }) as const;
  const warnings = [itself('news', '"soon"'), itself('news', quoted(JSON.parse(long))), itself('events', '"soon"')];
  const report = reportOf(asked, { ...outcome, warnings }, fileWarnings, result, 40);
  expect(report.warnings).toEqual([...fileWarnings, itself('events', '"soon"')]);
});

test.each([
  [false, { stale: [], held_lists: [] }, 'The rebuild found nothing to change.'],
  [true, { stale: [], held_lists: [] }, 'The rebuild is published.'],
  [
    false,
    { stale: ['news', 'video'], held_lists: ['news'] },
    'Nothing new was published. Came back empty and is held, shown as before until it is accepted: news. Could not be fetched, shown as far as it is known: video.',
  ],
  [
    false,
    { held: true as const, stale: ['news'], held_lists: ['news'] },
    'Nothing was published: a rollback holds the release that is live. Came back empty and is held, shown as before until it is accepted: news.',
  ],
])('how a rebuild ended names what is held and what could not be fetched', (isPublished, report, words) => {
  expect(endedInWords(isPublished, report)).toBe(words);
});
