import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deployNewest, openDeployTools } from '../../../scripts/lib/deployer.ts';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';
import { openSite } from '../../../src/site/open.ts';
import { startFakeContentService } from '../../support/fakeContentService.ts';
import { SMALL_PDF, smallPicture } from '../../support/pictures.ts';
import { build, openRig, ROOT, SERVICE_TOKEN } from '../../support/rig.ts';
import { TODAY } from '../../support/today.ts';
import { readTree } from '../../support/trees.ts';

const NAMES = ['unpaid-fees.pdf', 'list-of-phones.pdf'];
const attachments = [...NAMES, 'circular.pdf'];

/** Items with the files in each collection that shows files. */
const LISTS = {
  events: [{ _id: 'e', title: 'Sports day', date: '2026-11-25', attachments }],
  gallery: [{ _id: 'g', title: 'Assembly', category: 'PhotoGallery', date: '2026-10-02', attachments }],
  notification: NAMES.map((name, at) => ({ _id: `o${at}`, title: `Notice ${at}`, date: '2026-11-20', attachments: [name] })),
  highlight: NAMES.map((name, at) => ({ _id: `h${at}`, title: `Highlight ${at}`, attachments: [name] })),
  academicCalender: [{ _id: 'c', title: 'Fees are due', date: '2026-11-24', attachments }],
  news: [{ _id: 'n', title: 'Prize day', fromDate: '2026-11-20', attachments }],
};

test('a purged file leaves neither its name nor a link to it in an older release, rolled back to before or afterwards', async () => {
  const media = new Map(attachments.map((name) => [name, Buffer.concat([SMALL_PDF, Buffer.from(`\n% ${name}`)])]));
  const service = await startFakeContentService(LISTS, media);
  const rig = await openRig({ service });
  const { site } = rig;
  const naming = (name: string) => [...readTree(rig.dist)].filter(([, text]) => text.includes(name)).map(([path]) => path);
  try {
    await build(rig);
    const [first = '', second = ''] = NAMES;
    expect(naming(first)).toEqual(expect.arrayContaining(['Downloads.html', 'News.html', 'Events.html']));
    expect(await site.purge(first)).toMatchObject({ ok: true });
    expect(await site.rollback()).toMatchObject({ ok: true });
    expect(naming(first)).toEqual([]);
    expect(naming(second)).toContain('Downloads.html');
    expect(await site.purge(second)).toMatchObject({ ok: true });
    expect(naming(second)).toEqual([]);
    expect(naming('circular.pdf')).toEqual(expect.arrayContaining(['Downloads.html', 'News.html', 'Events.html']));
    await site.resume();
    expect(await site.rebuild()).toMatchObject({ ok: true });
    const now = readTree(rig.dist);
    expect(await site.rebuild({ clean: true })).toMatchObject({ ok: true });
    expect(readTree(rig.dist)).toEqual(now);
    expect(NAMES.flatMap(naming)).toEqual([]);
  } finally {
    await rig.close();
  }
});

test('with the cache gone, nothing goes live that lacks lists, pictures or files of what is served while they are away, and a purge finds what is shown', async () => {
  const [name = ''] = attachments;
  const media = new Map([
    ...attachments.map((one): [string, Buffer] => [one, Buffer.concat([SMALL_PDF, Buffer.from(`\n% ${one}`)])]),
    ['photo.jpg', await smallPicture(1)],
  ]);
  const lists = {
    ...Object.fromEntries(COLLECTION_NAMES.map((one) => [one, []])),
    ...LISTS,
    news: [{ ...LISTS.news[0], image: 'photo.jpg' }],
  };
  const service = await startFakeContentService(lists, media);
  const rig = await openRig({ service });
  const { site, dist, settings } = rig;
  const loseCache = () => rmSync(settings.cacheDir, { recursive: true });
  try {
    await build(rig);
    const shown = readTree(dist);
    loseCache();
    service.failing.set('events', 'error');
    service.isMediaAway = true;
    const asked = { collections: ['news'], keepServed: Date.now(), mediaBudget: 0 } as const;
    expect(await site.rebuild(asked)).toMatchObject({ ok: false, reason: 'never-loaded' });
    expect(readTree(dist)).toEqual(shown);
    service.failing.clear();
    // What came of it is kept.
    service.failing.set('news', 'error');
    expect(await site.rebuild(asked)).toMatchObject({ ok: false, reason: 'never-loaded' });
    expect(readTree(dist)).toEqual(shown);
    service.failing.clear();
    const message = expect.stringMatching(/^The content service could not give pictures or files: .*photo\.jpg.*"npm run build"/);
    expect(await site.rebuild(asked)).toMatchObject({ ok: false, reason: 'never-loaded', message });
    service.failing.set('news', 'error');
    service.isMediaAway = false;
    expect(await site.rebuild(asked)).toMatchObject({ ok: true, value: { report: { stale: ['news'] } } });
    service.failing.clear();
    expect(readTree(dist)).toEqual(shown);
    loseCache();
    service.failing.set('video', 'error');
    expect(await site.purge(name)).toMatchObject({ ok: true, value: { isKnown: true } });
    expect([...readTree(dist)].filter(([, text]) => text.includes(name))).toEqual([]);
    loseCache();
    for (const one of COLLECTION_NAMES) service.failing.set(one, 'error');
    expect(await site.purge('circular.pdf')).toMatchObject({ ok: false, message: expect.stringContaining('purge it again') });
    service.failing.clear();
    service.isMediaAway = true;
    expect(await site.rebuild(asked)).toMatchObject({ ok: true });
    expect([...readTree(dist)].filter(([, text]) => text.includes('circular.pdf'))).toEqual([]);
  } finally {
    await rig.close();
  }
});

test('why a file is missing is told also by a process that has not asked for it', async () => {
  const service = await startFakeContentService(LISTS, new Map([['circular.pdf', SMALL_PDF]]));
  const rig = await openRig({ service });
  const { settings, dist: distDir } = rig;
  const other = openSite({ root: ROOT, settings, contentServiceUrl: service.url, distDir, now: () => TODAY });
  try {
    await build(rig);
    const next = await other.rebuild({ collections: [] });
    const reasons = next.ok ? next.value.report.warnings.filter(({ reference }) => reference === NAMES[0]) : [];
    expect(reasons.length).toBeGreaterThan(1);
    for (const { why } of reasons) expect(why).toContain('answered HTTP 404');
  } finally {
    await other.close();
    await rig.close();
  }
});

test('a purge removes a file also while no page can be rendered, and says so', async () => {
  const [name = '', other = '', ...others] = attachments;
  const second = Buffer.concat([SMALL_PDF, Buffer.from('\n% another')]);
  const service = await startFakeContentService(
    LISTS,
    new Map([
      [name, SMALL_PDF],
      [other, second],
    ]),
  );
  const rig = await openRig({ service });
  const { site } = rig;
  try {
    await build(rig);
    service.lists = { ...LISTS, news: [{ _id: 'n', title: `It is ${SERVICE_TOKEN}`, attachments: others }] };
    expect(await site.rebuild()).toMatchObject({ ok: false, reason: 'refused' });
    // A purge that was cut off is finished as well.
    await site.media.purge(other);
    const purged = await site.purge(name);
    expect(purged).toMatchObject({
      ok: true,
      value: { isKnown: true, failure: expect.stringContaining('Nothing was published.') },
    });
    const tree = readTree(rig.dist);
    expect([...tree.keys()].filter((path) => path.startsWith('files/'))).toEqual([]);
    expect(site.checkPurged()).toMatchObject({ ok: true });
    expect([...tree].flatMap(([path, text]) => (text.includes(name) ? [path] : []))).toEqual([]);
  } finally {
    await rig.close();
  }
});

test('a purge that was killed once its name was withdrawn is finished by the next rebuild, also while the service is away; until then nothing is deployed or rolled back', async () => {
  const name = 'list-of-phones.pdf';
  const service = await startFakeContentService(LISTS, new Map(attachments.map((one) => [one, SMALL_PDF])));
  const rig = await openRig({ service });
  const { site } = rig;
  const files = () => [...readTree(rig.dist).keys()].filter((path) => path.startsWith('files/'));
  try {
    await build(rig);
    expect(files()).not.toEqual([]);
    await site.media.purge(name);
    const deploy = { target: 'folder', minInterval: 1, folder: join(rig.folder, 'host') } as const;
    const tools = openDeployTools({ root: ROOT, settings: rig.settings }, deploy);
    expect(await deployNewest(tools)).toMatchObject({ ok: false, reason: 'not-purged' });
    expect(await site.rollback()).toMatchObject({ ok: false, reason: 'not-purged' });
    for (const collection of COLLECTION_NAMES) service.failing.set(collection, 'refused');
    expect(await site.rebuild()).toMatchObject({ ok: false, reason: 'unreachable' });
    expect(files()).toEqual([]);
    service.failing.clear();
    expect(await site.rebuild()).toMatchObject({ ok: true });
    expect(files()).toEqual([]);
    expect(site.engine.notPurged(site.media.withdrawn().flatMap(({ groups }) => groups))).toEqual([]);
    expect(await site.rollback()).toMatchObject({ ok: true });
    expect(files()).toEqual([]);
    await site.resume();
    await site.allow(name);
    expect(await site.rebuild()).toMatchObject({ ok: true });
    expect(files()).not.toEqual([]);
    // The same bytes under two names, one of which is allowed again.
    for (const one of NAMES) await site.purge(one);
    expect(await site.allow(name)).toMatchObject({ ok: true });
    expect(site.checkPurged()).toMatchObject({ ok: true });
    // Allowed while a rebuild is under way.
    const [other = ''] = NAMES;
    expect(await Promise.all([site.rebuild(), site.allow(other)])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(site.withdrawn()).toEqual([]);
  } finally {
    await rig.close();
  }
});

test('what stands for a purged picture or file in the newest release is made anew by the next rebuild: allowed meanwhile, or another of the same pixels', async () => {
  const photo = await smallPicture(1);
  // As where a copy was saved without its metadata: other bytes, the same pictures made of them.
  const media = new Map([
    ['photo.jpg', photo],
    ['copy.jpg', Buffer.concat([photo, Buffer.from('more')])],
    ['circular.pdf', SMALL_PDF],
  ]);
  const item = { fromDate: '2026-11-20', attachments: ['circular.pdf'] };
  const news = ['photo.jpg', 'copy.jpg'].map((image, at) => ({ ...item, _id: `n${at}`, title: `News ${at}`, image }));
  const service = await startFakeContentService({ news }, media);
  const rig = await openRig({ service });
  const { site } = rig;
  const expectClean = async () => {
    const tree = readTree(rig.dist);
    expect(await site.rebuild({ clean: true })).toMatchObject({ ok: true });
    expect(tree).toEqual(readTree(rig.dist));
    return [...tree.keys()].filter((path) => path.startsWith('media/'));
  };
  try {
    await build(rig);
    service.lists = { news: news.map((one) => ({ ...one, description: 'It is changed.' })) };
    await site.rebuild();
    const all = await expectClean();
    expect(await site.rollback()).toMatchObject({ ok: true });
    for (const reference of ['photo.jpg', 'circular.pdf']) {
      expect(await site.purge(reference)).toMatchObject({ ok: true });
      expect(await site.allow(reference)).toMatchObject({ ok: true });
    }
    await site.resume();
    expect(await site.rebuild()).toMatchObject({ ok: true });
    expect(await expectClean()).toEqual(all);
    expect(await site.purge('photo.jpg')).toMatchObject({ ok: true });
    expect(await expectClean()).toHaveLength(all.length / 2);
    expect(await site.allow('photo.jpg')).toMatchObject({ ok: true });
    expect(await site.rebuild()).toMatchObject({ ok: true });
    // As with a cache that is put back from before the purge.
    await site.withdrawals.write([
      { reference: 'photo.jpg', source: null, earlierSources: [], at: 1, published: null, groups: [] },
    ]);
    const ended = await site.rebuild();
    expect(ended).toMatchObject({ ok: true, value: { report: { release: site.engine.live()?.release } } });
    expect(await expectClean()).toHaveLength(all.length / 2);
  } finally {
    await rig.close();
  }
});

test('what was purged while nothing was known of it is in no release of a cache that is put back and knows it', async () => {
  const service = await startFakeContentService(LISTS, new Map(attachments.map((one) => [one, SMALL_PDF])));
  const rig = await openRig({ service });
  const files = () => [...readTree(rig.dist).keys()].filter((path) => path.startsWith('files/'));
  try {
    await build(rig);
    const [reference = ''] = NAMES;
    const unknown = { reference, source: null, earlierSources: [], at: 1, published: null, groups: [] };
    await rig.site.withdrawals.write([unknown]);
    expect(rig.site.checkPurged()).toMatchObject({ ok: false });
    expect(await rig.site.rebuild()).toMatchObject({ ok: true });
    expect(rig.site.checkPurged()).toMatchObject({ ok: true });
    expect(await rig.site.rollback()).toMatchObject({ ok: true });
    expect(files()).toEqual([]);
  } finally {
    await rig.close();
  }
});

test('the first clean build of a day asks again for what is known: a picture that the service has no more goes', async () => {
  const day = { now: TODAY };
  const news = [{ _id: 'n', title: 'News', fromDate: '2026-11-20', image: 'photo.jpg' }];
  const service = await startFakeContentService({ news }, new Map([['photo.jpg', await smallPicture(1)]]));
  const rig = await openRig({ service, now: () => day.now });
  const pictures = () => [...readTree(rig.dist).keys()].filter((path) => path.startsWith('media/'));
  try {
    await build(rig, { clean: true });
    service.media.delete('photo.jpg');
    await build(rig, { clean: true });
    expect(pictures()).not.toEqual([]);
    day.now += 86_400_000;
    await build(rig, { clean: true });
    expect(pictures()).toEqual([]);
  } finally {
    await rig.close();
  }
});
