import { expect, test } from 'vitest';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';
import { RENDER_ALL } from '../../../src/engine/releases.ts';
import { recordOf } from '../../../src/lib/recordOf.ts';
import { openSiteDatabase } from '../../../src/site/database.ts';
import { openSite } from '../../../src/site/open.ts';
import { startFakeContentService } from '../../support/fakeContentService.ts';
import { smallPicture } from '../../support/pictures.ts';
import { build, openRig, ROOT } from '../../support/rig.ts';
import { TODAY } from '../../support/today.ts';
import { readTree } from '../../support/trees.ts';

const NEWS = [{ _id: 'n', title: 'Prize day', fromDate: '2026-11-20', image: 'photo.jpg' }];
const EVENTS = [{ _id: 'e', title: 'Sports day', date: '2026-11-25' }];

/** A school whose pictures come when `letCome` is called, and a site that waits for none. */
async function openSchool() {
  const service = await startFakeContentService({ events: EVENTS }, new Map([['photo.jpg', await smallPicture(1)]]));
  const rig = await openRig({ service });
  await build(rig);
  service.lists = { events: EVENTS, news: NEWS };
  const { promise, resolve: letCome } = Promise.withResolvers<void>();
  service.holdMedia = promise;
  const pagesWithPictures = () =>
    [...readTree(rig.dist)].filter(([path, text]) => path.endsWith('.html') && text.includes('/media/'));
  return { ...rig, service, letCome, pagesWithPictures };
}

test('pictures under way stay under way through rebuilds that ask for others or for none, and are published once they have come', async () => {
  const { site, letCome, pagesWithPictures, close } = await openSchool();
  try {
    const rebuild = (collections?: readonly ['events'] | readonly []) =>
      site.rebuild({ mediaBudget: 0, ...(collections && { collections }) });
    const isPending = { ok: true, value: { isMediaPending: true } };
    expect(await rebuild()).toMatchObject(isPending);
    expect(await rebuild(['events'])).toMatchObject(isPending);
    expect(await rebuild([])).toMatchObject(isPending);
    let hasArrived = false;
    const arrived = site.mediaArrived().finally(() => {
      hasArrived = true;
    });
    expect(await rebuild([])).toMatchObject(isPending);
    expect(hasArrived).toBe(false);
    expect(pagesWithPictures()).toEqual([]);
    letCome();
    expect(await arrived).toBe(true);
    expect(await rebuild([])).toMatchObject({ ok: true, value: { isMediaPending: false } });
    expect(pagesWithPictures()).not.toEqual([]);
    expect(await site.mediaArrived()).toBe(false);
  } finally {
    letCome();
    await close();
  }
});

test('a process that ended over pictures under way leaves them to the next one, also where that is asked for no list', async () => {
  const { site, settings, service, dist: distDir, letCome, pagesWithPictures, close } = await openSchool();
  const other = openSite({ root: ROOT, settings, contentServiceUrl: service.url, distDir, now: () => TODAY });
  try {
    expect(await site.rebuild({ mediaBudget: 0 })).toMatchObject({ ok: true, value: { isMediaPending: true } });
    const asked = { collections: [], mediaBudget: 0 } as const;
    expect(await other.rebuild(asked)).toMatchObject({ ok: true, value: { isMediaPending: true } });
    letCome();
    expect(await other.mediaArrived()).toBe(true);
    await other.rebuild(asked);
    expect(pagesWithPictures()).not.toEqual([]);
  } finally {
    letCome();
    await other.close();
    await close();
  }
});

test('where another version has begun the content anew, what is served stays while a list is away', async () => {
  const service = await startFakeContentService({ ...recordOf(COLLECTION_NAMES, () => []), events: EVENTS, news: NEWS });
  const rig = await openRig({ service });
  const { site, settings, dist, close } = rig;
  try {
    await build(rig);
    const shown = readTree(dist);
    const beginAnew = () => {
      const database = openSiteDatabase(settings.cacheDir);
      for (const table of ['collection', 'item', 'entry']) database.run(`DELETE FROM ${table}`);
      database.run(RENDER_ALL);
      database.close();
    };
    beginAnew();
    service.failing.set('news', 'error');
    const asked = { collections: ['events'], keepServed: Date.now() } as const;
    expect(await site.rebuild(asked)).toMatchObject({ ok: false, reason: 'never-loaded' });
    expect(readTree(dist)).toEqual(shown);
    service.failing.clear();
    expect(await site.rebuild(asked)).toMatchObject({ ok: true });
    expect(readTree(dist)).toEqual(shown);
    // It is served from its last good copy when it could not be fetched just before.
    service.failing.set('news', 'error');
    expect(await site.rebuild()).toMatchObject({ ok: true, value: { report: { stale: ['news'] } } });
    beginAnew();
    expect(await site.rebuild(asked)).toMatchObject({ ok: false, reason: 'never-loaded' });
    expect(readTree(dist)).toEqual(shown);
    // A list that is not served either is not waited for.
    expect(await site.rebuild()).toMatchObject({ ok: true, value: { neverLoaded: ['news'] } });
    beginAnew();
    expect(await site.rebuild(asked)).toMatchObject({ ok: true });
  } finally {
    await close();
  }
});
