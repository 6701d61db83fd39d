import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../src/site/open.ts';
import type { DataFile } from '../../../src/types/views.ts';
import { type FakeContentService, startFakeContentService } from '../../support/fakeContentService.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';
import { TODAY } from '../../support/today.ts';
import { temporaryFolder } from '../../support/trees.ts';

const { path: folder, remove } = temporaryFolder();
const distDir = join(folder, 'dist');
let school: FakeContentService;
let site: Site;

beforeAll(async () => {
  school = await startFakeContentService({
    news: [{ _id: 'n1', title: 'Prize day', fromDate: '2026-11-20' }],
    gallery: [],
  });
  site = openSite({ root: ROOT, settings: settingsFor(folder), contentServiceUrl: school.url, distDir, now: () => TODAY });
});
afterAll(async () => {
  await site.close();
  await school.close();
  remove();
});

describe('a site that has not been built', () => {
  test('has no release, and a status that tells of no check', async () => {
    expect(site.engine.live()).toBeNull();
    expect(site.status()).toMatchObject({ lastFailure: null, stale: [] });
  });

  test('previews what the service says now, and publishes nothing', async () => {
    const preview = await site.preview();
    const { items, index } = preview.reader().list('news');
    expect(items.map((item) => item.title)).toEqual(['Prize day']);
    const [file] = JSON.parse(preview.dataFile(index) ?? '[]') as DataFile[];
    expect(preview.dataFile(file?.href ?? '')).toContain('Prize day');
    expect(preview.dataFile('/data/news/1999.json')).toBeNull();
    expect(existsSync(distDir)).toBe(false);
  });

  test('sees a change of content with the next preview, and keeps it when the service is away', async () => {
    const titles = async () =>
      (await site.preview())
        .reader()
        .list('news')
        .items.map((item) => item.title);
    school.lists = { ...school.lists, news: [{ _id: 'n1', title: 'Prize day moved', fromDate: '2026-11-20' }] };
    expect(await titles()).toEqual(['Prize day moved']);
    school.failing.set('news', 'error');
    expect(await titles()).toEqual(['Prize day moved']);
    school.failing.clear();
  });

  test('allows nothing that has not been withdrawn', async () => {
    expect(await site.allow('never-withdrawn.jpg')).toMatchObject({ ok: false, reason: 'not-withdrawn' });
  });
});

test('what was left half made is removed where it may lie: in the cache, beside what must last, and where the site is compiled', async () => {
  const { path: root, remove } = temporaryFolder();
  const settings = settingsFor(root);
  const left = [settings.cacheDir, settings.dataDir, join(root, '.compiled')].map((place) => join(place, 'a1.staged'));
  for (const path of left) {
    mkdirSync(path, { recursive: true });
    utimesSync(path, 1000, 1000);
  }
  const other = openSite({ root, settings, contentServiceUrl: school.url, distDir: join(root, 'dist') });
  other.removeLeftOver();
  await other.close();
  expect(left.filter((path) => existsSync(path))).toEqual([]);
  remove();
});
