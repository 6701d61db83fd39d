import { expect, test } from 'vitest';
import { reportOf } from '../../../src/site/report.ts';

const outcome = { leftOut: [], warnings: [], stale: ['gallery' as const], milliseconds: { total: 12.34 } };
const result = {
  release: 'r1',
  rendered: ['/', '/News', '/404', '/feed.xml', '/data/news/2025.json'],
  written: ['News.html', 'feed.xml'],
  removed: [],
  milliseconds: { plan: 1, render: 2, publish: 3 },
};
const pages = [
  '/',
  '/News',
  '/Events',
  '/SubGallery/a~2exml',
  '/404',
  '/feed.xml',
  '/robots.txt',
  '/sitemap.xml',
  '/data/news/2025.json',
];

test('a report names pages as rendered or reused; feed and data files count only as files', () => {
  expect(reportOf({ trigger: 'webhook', outcome, fileWarnings: [], result, pages, total: 40 })).toMatchObject({
    trigger: 'webhook',
    rendered: ['/', '/News', '/404'],
    reused: 2,
    written: ['News.html', 'feed.xml'],
    stale: ['gallery'],
    milliseconds: { fetch: 12.3, total: 40 },
  });
});
