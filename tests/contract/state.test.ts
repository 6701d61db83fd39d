import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type S3, startS3 } from '../../scripts/bench/objectStorage.ts';
import { addressesOf, deployPurge } from '../../scripts/lib/deployer.ts';
import { listen } from '../../scripts/lib/listen.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { SiteDatabase } from '../../src/database/siteDatabase.ts';
import { storedFile } from '../../src/engine/fileStore.ts';
import { RENDER_ALL, Releases } from '../../src/engine/releases.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { fromChecksummed, toChecksummed } from '../../src/lib/files.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { openSiteDatabase } from '../../src/site/database.ts';
import { openSite, type Rebuilt, type Site } from '../../src/site/open.ts';
import { newestRelease } from '../../src/site/releases.ts';
import { deploy, openTarget } from '../../src/targets/deploy.ts';
import { type FakeContentService, startFakeContentService } from '../support/fakeContentService.ts';
import { SMALL_PDF, smallPicture } from '../support/pictures.ts';
import { codeVersionOf, OTHER_SETTINGS, REBUILD_SECRET, ROOT, SERVICE_TOKEN, settingsFor } from '../support/rig.ts';
import { TODAY } from '../support/today.ts';
import { filesOf, readTree, sorted, temporaryFolder } from '../support/trees.ts';

const NEWS = Array.from({ length: 12 }, (_, at) => ({
  _id: `n${at}`,
  title: `Notice ${at}`,
  fromDate: `2026-10-${String(at + 10)}`,
  image: at === 3 ? 'sports.jpg' : null,
}));

interface Machine {
  readonly name: string;
  readonly site: Site;
  readonly dist: string;
  /** Messages of its `notice` events. */
  readonly told: string[];
  rebuild(request?: Parameters<Site['rebuild']>[0]): Promise<Rebuilt>;
}

let machines: Site[] = [];

function openMachine(
  name: string,
  settings: Settings,
  { school, folder }: { school: FakeContentService; folder: string },
): Machine {
  const dist = join(folder, name, 'dist');
  const told: string[] = [];
  const site = openSite({
    root: ROOT,
    settings,
    contentServiceUrl: school.url,
    distDir: dist,
    now: () => TODAY,
    codeVersion: () => codeVersionOf(settings),
    onEvent: (event) => void (event.type === 'notice' && told.push(event.message)),
  });
  machines.push(site);
  return {
    name,
    site,
    dist,
    told,
    async rebuild(request) {
      const rebuilt = await site.rebuild(request);
      if (!rebuilt.ok) throw new Error(rebuilt.message);
      return rebuilt.value;
    },
  };
}

/** The machines of this file. Each test has a key prefix of its own in the storage, and a school with `NEWS`. */
function sharingMachines() {
  let school: FakeContentService;
  let s3: S3;
  let folder: ReturnType<typeof temporaryFolder>;
  let tests = 0;
  /** The first machine as its first rebuild leaves it, with what lies in the storage then. */
  let built: ReturnType<typeof temporaryFolder>;
  /** By the school's lists, as JSON. */
  const cleanTrees = new Map<string, Promise<[string, string][]>>();

  beforeAll(async () => {
    s3 = await startS3();
    const files = ['a.pdf', 'b.pdf'].map((name) => [name, Buffer.concat([SMALL_PDF, Buffer.from(name)])] as const);
    school = await startFakeContentService({ news: NEWS }, new Map([['sports.jpg', await smallPicture(1)], ...files]));
    built = temporaryFolder();
    folder = built;
    const { site, rebuild } = machine('first');
    await rebuild();
    await site.close();
    machines = [];
  });
  afterAll(async () => {
    built.remove();
    await s3.close();
    await school.close();
  });
  beforeEach(() => {
    folder = temporaryFolder();
    school.lists = { news: NEWS };
    tests += 1;
  });
  afterEach(async () => {
    for (const site of machines) await site.close();
    machines = [];
    s3.answer = () => 'pass';
    s3.before = () => Promise.resolve();
    s3.isConditional = true;
    folder.remove();
  });

  function settingsOf(name: string): Settings {
    return { ...settingsFor(join(folder.path, name)), state: { ...s3.settings, prefix: `p${tests}` } };
  }

  /** A machine with an empty cache; `changes` override its settings. */
  function machine(name: string, changes: Partial<Settings> = {}): Machine {
    return openMachine(name, { ...settingsOf(name), ...changes }, { school, folder: folder.path });
  }

  /** Where the storage keeps a test's objects. */
  const stored = (test: number) => join(s3.folder, s3.settings.bucket, `p${test}`);

  /** A machine that has published `NEWS` and handed it over: it goes on from a copy of one that has. */
  async function builtMachine(): Promise<Machine> {
    cpSync(join(built.path, 'first'), join(folder.path, 'first'), { recursive: true, preserveTimestamps: true });
    cpSync(stored(0), stored(tests), { recursive: true });
    const first = machine('first');
    expect((await first.rebuild()).report.rendered).toEqual([]);
    return first;
  }

  async function buildCleanTree(): Promise<[string, string][]> {
    const clean = machine('clean', { state: null });
    await clean.rebuild();
    return sorted(readTree(clean.dist));
  }

  return {
    school: () => school,
    s3: () => s3,
    machine,
    builtMachine,
    settings: settingsOf,
    /** What a clean build publishes of the lists as they are now. */
    cleanTree(): Promise<[string, string][]> {
      const lists = JSON.stringify(school.lists);
      const tree = cleanTrees.get(lists) ?? buildCleanTree();
      cleanTrees.set(lists, tree);
      return tree;
    },
    /** Gives a news item another title. */
    rename(id: string, title: string): void {
      const { news = [] } = school.lists;
      school.lists = { news: news.map((item) => (item._id === id ? { ...item, title } : item)) };
    },
    /** The storage's files of this test that have `part` in their key, and what they hold, decompressed. */
    objects(part = ''): { readonly file: string; readonly text: string }[] {
      const own = filesOf(stored(tests)).filter((file) => file.includes(part) && file.endsWith('._S3rver_object'));
      return own.map((name) => {
        const file = join(stored(tests), name);
        const bytes = readFileSync(file);
        const text = bytes.readUInt32LE(0) === 0xfd2fb528 ? zstdDecompressSync(bytes) : bytes;
        return { file, text: text.toString('latin1') };
      });
    },
  };
}

const { builtMachine, cleanTree, machine, objects, rename, s3, school, settings } = sharingMachines();

/** What readers of a machine know as live at each request of its rebuild, and at those for files. */
function watchReaders(name: string) {
  const database = new SiteDatabase({ file: join(settings(name).cacheDir, 'site.db'), schema: null });
  onTestFinished(() => database.close());
  const readers = new Releases(database);
  const live = () => readers.live().release;
  const seen = new Set<string | null>();
  const seenByFiles = new Set<string | null>();
  s3().before = async ({ method, url = '' }) => {
    seen.add(live());
    if (method === 'GET' && url.includes('/files/')) seenByFiles.add(live());
  };
  return { live, seen, seenByFiles };
}

describe('with STATE_URL', () => {
  test('a machine with an empty cache renders exactly what the last one would, and publishes what a clean build does', async () => {
    await builtMachine();
    rename('n5', 'The notice with another title');
    // What the first machine would render, found out on its own copy of the state.
    const { news = [] } = school().lists;
    const second = machine('second');
    const there = await second.rebuild();
    expect(there.state).toBe('published');
    expect(there.report.rendered.length).toBeLessThan(12);
    expect(there.report.rendered).toContain('/News/item/n5');
    expect(sorted(readTree(second.dist))).toEqual(await cleanTree());

    school().lists = { news: NEWS };
    const back = await second.rebuild();
    school().lists = { news };
    const warm = await second.rebuild();
    expect(warm.report.rendered).toEqual(there.report.rendered);
    expect(back.report.rendered).toEqual(there.report.rendered);
    // The first one to run also compiles the site.
  });

  test('machines take turns: each goes on from what the other published', async () => {
    const first = await builtMachine();
    const second = machine('second');
    await second.rebuild();
    rename('n1', 'Renamed while the second one ran');
    await second.rebuild();
    rename('n2', 'Renamed while the first one ran');
    const third = await first.rebuild();
    expect(third.report.rendered).toContain('/News/item/n2');
    expect(third.report.rendered.length).toBeLessThan(12);
    expect(sorted(readTree(first.dist))).toEqual(await cleanTree());
    expect((await second.rebuild()).report.rendered).toEqual([]);
    expect(readTree(second.dist)).toEqual(readTree(first.dist));
  });

  test('readers of a machine know of another’s release once all of it is there, and of none between', async () => {
    const first = await builtMachine();
    const second = machine('second');
    await second.rebuild();
    const { live, seen, seenByFiles } = watchReaders('second');
    const publishAndFollow = async (publish: () => Promise<unknown>) => {
      const before = live();
      await publish();
      for (const set of [seen, seenByFiles]) set.clear();
      await second.rebuild();
      expect(seenByFiles).toEqual(new Set([before]));
      expect(live()).toBe(first.site.releases().find((release) => release.live)?.release);
      expect(seen.difference(new Set([before, live()]))).toEqual(new Set());
    };
    rename('n1', 'Renamed by the first one');
    await publishAndFollow(() => first.rebuild());
    // Handed over as a whole image, and changes after it.
    await publishAndFollow(async () => {
      await first.site.purge('sports.jpg');
      rename('n1', 'Renamed again');
      await first.rebuild();
    });
  });

  test('an open page finds its data files and pictures at each machine for three releases, also where one took in several at once', async () => {
    const first = await builtMachine();
    const second = machine('second');
    await second.rebuild();
    const named = new Set<string>();
    for (const title of ['Named once', 'Named twice', 'Named thrice', 'Named for good']) {
      rename('n1', title);
      await first.rebuild();
      for (const path of readTree(first.dist).keys()) if (/^(?:data|media)\//.test(path)) named.add(path);
    }
    await second.rebuild();
    const { cacheDir } = settings('second');
    const database = new SiteDatabase({ file: join(cacheDir, 'site.db'), schema: null });
    onTestFinished(() => database.close());
    const readers = new Releases(database);
    const digests = [...named].map((path) => (readers.liveFile(path) ?? readers.earlierFile(path))?.digest ?? null);
    expect([...named].filter((path) => !readers.liveFile(path))).not.toEqual([]);
    expect(digests.filter((digest) => digest === null || !existsSync(storedFile(cacheDir, digest)))).toEqual([]);
  });

  test('what one machine withdraws is gone from what another shows, also while that one can publish nothing', async () => {
    const first = await builtMachine();
    const second = machine('second');
    await second.rebuild();
    const pictures = () => [...readTree(second.dist).keys()].filter((path) => path.startsWith('media/'));
    expect(pictures()).not.toEqual([]);
    for (const name of COLLECTION_NAMES) school().failing.set(name, 'refused');
    onTestFinished(() => school().failing.clear());
    await first.site.purge('sports.jpg');
    expect(await second.site.rebuild()).toMatchObject({ ok: false, reason: 'unreachable' });
    expect(sorted(readTree(second.dist))).toEqual(sorted(readTree(first.dist)));
    expect(pictures()).toEqual([]);
  });

  test.each(['files', 'changes'])(
    'what another has published is taken in by the next rebuild when its %s could not be had',
    async (part) => {
      const first = await builtMachine();
      const second = machine('second');
      await second.rebuild();
      rename('n1', 'Renamed by the first one');
      await first.rebuild();
      s3().answer = ({ url = '' }) => (url.includes(`/${part}/`) ? { status: 503, code: 'SlowDown' } : 'pass');
      expect(await second.site.rebuild()).toMatchObject({ ok: false, reason: 'unshared' });
      s3().answer = () => 'pass';
      expect((await second.rebuild()).report.rendered).toEqual([]);
      expect(readTree(second.dist)).toEqual(readTree(first.dist));
      expect((await first.rebuild()).report.rendered).toEqual([]);
      expect(first.told).toEqual([]);
    },
  );

  test('what a killed process left beside the image of a state is not taken for that image’s', async () => {
    await builtMachine();
    const second = machine('second');
    const image = join(settings('second').cacheDir, 'site.db-image');
    const killed = new DatabaseSync(image);
    killed.exec("PRAGMA journal_mode = WAL; CREATE TABLE page(path TEXT); INSERT INTO page VALUES ('/')");
    const log = readFileSync(`${image}-wal`);
    killed.close();
    writeFileSync(`${image}-wal`, log);
    expect((await second.rebuild()).report.rendered).toEqual([]);
    expect(second.told).toEqual([]);
  });

  test('a rebuild that finds nothing changed renders nothing and writes nothing to the storage', async () => {
    await builtMachine();
    s3().requests.length = 0;
    const again = await machine('second').rebuild();
    expect(again).toMatchObject({ state: 'unchanged', report: { rendered: [] } });
    expect(s3().requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  test('the storage keeps no secret, whatever is unpacked', async () => {
    school().lists = { news: [...NEWS, { _id: 'echo', title: 'A notice', fromDate: '2026-11-01' }] };
    const { site, rebuild } = machine('first', { deskPassword: 'the password of the desk' });
    await rebuild();
    await site.purge('sports.jpg');
    const found = objects();
    expect(found.length).toBeGreaterThan(3);
    for (const secret of [SERVICE_TOKEN, REBUILD_SECRET, 'the password of the desk', s3().settings.secretAccessKey]) {
      expect(found.filter(({ text }) => text.includes(secret)).map(({ file }) => file)).toEqual([]);
    }
  });

  test('what one machine withdraws is gone from the others and from the storage; what it allows comes back', async () => {
    const first = await builtMachine();
    const second = machine('second');
    await second.rebuild();
    const pictures = () => [...readTree(second.dist).keys()].filter((path) => path.startsWith('media/'));
    expect(pictures()).not.toEqual([]);
    const [published = ''] = pictures();
    const bytes = readFileSync(join(second.dist, published), 'latin1');
    expect(objects().some(({ text }) => text.includes(bytes))).toBe(true);

    expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
    expect(objects().filter(({ text }) => text.includes(bytes))).toEqual([]);
    await second.rebuild();
    expect(pictures()).toEqual([]);
    expect(second.site.withdrawn().map(({ reference }) => reference)).toEqual(['sports.jpg']);
    const third = machine('third');
    await third.rebuild({ clean: true });
    expect([...readTree(third.dist).keys()].filter((path) => path.startsWith('media/'))).toEqual([]);

    expect(await second.site.allow('sports.jpg')).toMatchObject({ ok: true });
    await first.rebuild();
    expect(first.site.withdrawn()).toEqual([]);
    expect([...readTree(first.dist).keys()]).toContain(published);
  });

  test('a file that one machine withdraws is gone from the folder of another that has just published a release with it', async () => {
    school().lists = { news: NEWS.map((item, at) => ({ ...item, attachments: ['a.pdf', 'b.pdf'].slice(at, at + 1) })) };
    const first = machine('first');
    const second = machine('second');
    await first.rebuild();
    await second.rebuild();
    // Its folders of files are older than what it knows of its release: only the release says what is to go.
    rename('n5', 'Notice 5 anew');
    await second.rebuild();
    const files = () => filesOf(join(second.dist, 'files')).map((path) => path.replace(/.*\//, ''));
    expect(files().sort()).toEqual(['a.pdf', 'b.pdf']);
    expect(await first.site.purge('a.pdf')).toMatchObject({ ok: true });
    await second.rebuild();
    expect(files()).toEqual(['b.pdf']);
  });

  test('what a purge has put into the newest release, under a hold, is made anew by another machine, and published when it is allowed', async () => {
    const first = await builtMachine();
    const second = machine('second');
    rename('n5', 'Notice 5 anew');
    await first.rebuild();
    await second.rebuild();
    expect(await first.site.rollback()).toMatchObject({ ok: true });
    expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
    expect(await first.site.resume()).toMatchObject({ ok: true });
    await second.rebuild();
    expect([...readTree(second.dist).keys()].filter((path) => path.startsWith('media/'))).toEqual([]);
    expect(await second.site.allow('sports.jpg')).toMatchObject({ ok: true });
    const tree = await cleanTree();
    for (const { rebuild, dist } of [first, second]) {
      await rebuild();
      expect(sorted(readTree(dist))).toEqual(tree);
    }
  });

  test('what the content service does not give any more is had from what the machines share, also for a clean build of an empty cache', async () => {
    await builtMachine();
    const tree = await cleanTree();
    school().media.delete('sports.jpg');
    onTestFinished(async () => void school().media.set('sports.jpg', await smallPicture(1)));
    const second = machine('second');
    await second.rebuild({ clean: true });
    expect(sorted(readTree(second.dist))).toEqual(tree);
  });

  test('a rollback holds on every machine', async () => {
    const first = await builtMachine();
    const old = readTree(first.dist);
    rename('n5', 'A mistake');
    await first.rebuild();
    expect(await first.site.rollback()).toMatchObject({ ok: true });
    const second = machine('second');
    expect((await second.rebuild()).state).toBe('held');
    expect(readTree(second.dist)).toEqual(old);
  });
});

describe('of several machines at once', () => {
  /** Deploys as `npm run deploy` does under its lock. */
  async function deployed({ site, name }: ReturnType<typeof machine>) {
    const own = settings(name);
    const bucket = { ...s3().settings, prefix: `${own.state?.prefix}-public` };
    const cacheDir = own.cacheDir;
    const target = openTarget({ target: 's3', minInterval: 1, bucket, purge: null }, { ...own, distDir: '', onLine: () => {} });
    const withdrawn = async () => addressesOf(site.withdrawn());
    const done = await deploy({ engine: site.engine, cacheDir, target, withdrawn, backOff: 1, newest: newestRelease(own) });
    if (!done.ok) throw new Error(done.message);
    return done.value;
  }

  /** What visitors of the bucket get at an address. */
  async function shown(key: string): Promise<string> {
    const { endpoint, bucket } = s3().settings;
    const response = await fetch(`${endpoint}/${bucket}/${settings('any').state?.prefix}-public/${key}`);
    return response.ok ? response.text() : String(response.status);
  }

  /** Holds the first request of a machine that matches, as if it was stopped there, until `act` has ended. */
  function stopAt(isHere: (method: string, path: string) => boolean, act: () => Promise<void>) {
    let acted: Promise<void> | null = null;
    s3().before = async ({ method = '', url = '' }) => {
      if (acted || !isHere(method, url)) return;
      acted = act();
      await acted;
    };
    return () => acted !== null;
  }

  test('of two machines at once the one that was stopped after reading publishes nothing older, nor does the bucket show it', async () => {
    const [first, second] = [await builtMachine(), machine('second')];
    await second.rebuild();
    await deployed(first);
    rename('n5', 'What the first one read');
    const wasStopped = stopAt(
      (method, path) => method === 'PUT' && path.includes('/changes/'),
      async () => {
        // Its release is made but nobody knows of it yet: it is not deployed.
        expect((await deployed(first)).files.size).toBe(0);
        rename('n5', 'What is newer');
        await second.rebuild();
        await deployed(second);
      },
    );
    await first.rebuild();
    expect(wasStopped()).toBe(true);
    await deployed(first);
    expect(await shown('News/item/n5')).toContain('What is newer');
    const clean = await cleanTree();
    for (const { dist, rebuild } of [first, second]) {
      await rebuild();
      expect(sorted(readTree(dist))).toEqual(clean);
    }
  });

  test.each([
    ['that waits before it hands over its own', 'PUT'],
    ['that waits before it takes in what the other has published', 'GET'],
  ])('a picture that another machine purges meanwhile does not come back by one %s', async (_when, waitsAt) => {
    const [first, second] = [await builtMachine(), machine('second')];
    await deployed(first);
    rename('n4', 'What the second one read');
    await second.rebuild();
    const [picture = ''] = [...readTree(first.dist).keys()].filter((path) => path.startsWith('media/'));
    expect(await shown(picture)).not.toBe('404');
    rename('n5', 'What the first one read');
    const wasStopped = stopAt(
      (method, path) => method === waitsAt && path.includes('/changes/'),
      async () => {
        expect(await second.site.purge('sports.jpg')).toMatchObject({ ok: true });
        await deployed(second);
        expect(await shown(picture)).toBe('404');
      },
    );
    await first.rebuild();
    expect(wasStopped()).toBe(true);
    await deployed(first);
    expect(await shown(picture)).toBe('404');
    expect(readTree(first.dist).has(picture)).toBe(false);
    expect(await shown('News/item/n5')).toContain('What the first one read');
  });

  test('a release that is held and purged by another machine meanwhile is not deployed with the picture again', async () => {
    const [first, second] = [await builtMachine(), machine('second')];
    const { news = [] } = school().lists;
    school().lists = { news: news.map((item) => ({ ...item, image: null })) };
    await first.rebuild();
    expect(await first.site.rollback()).toMatchObject({ ok: true });
    await deployed(first);
    const [picture = ''] = [...readTree(first.dist).keys()].filter((path) => path.startsWith('media/'));
    const before = await shown(picture);
    const wasStopped = stopAt(
      (method, path) => method === 'GET' && path.endsWith('/.deployed.json'),
      async () => {
        await second.rebuild();
        expect(await second.site.purge('sports.jpg')).toMatchObject({ ok: true });
        await deployed(second);
        expect(await shown(picture)).not.toBe(before);
      },
    );
    expect((await deployed(first)).files.size).toBe(0);
    expect(wasStopped()).toBe(true);
    expect(await shown(picture)).not.toBe(before);
    await first.rebuild();
    expect(await deployed(first)).toMatchObject({ changed: [], removed: [] });
    expect(readTree(first.dist)).toEqual(readTree(second.dist));
  });

  test('a purge also takes from the bucket what the name showed before it was replaced, though nothing names it any more', async () => {
    const [first, old, now] = [machine('first'), await smallPicture(2), await smallPicture(3)];
    school().media.set('new.jpg', old);
    const [item = {}, other = {}] = NEWS;
    school().lists = { news: [{ ...item, image: 'new.jpg' }, other] };
    const pictures = () => [...readTree(first.dist).keys()].filter((path) => path.startsWith('media/'));
    await first.rebuild();
    await deployed(first);
    const [before = ''] = pictures();
    school().media.set('new.jpg', now);
    await first.rebuild({ refreshMedia: true });
    await deployed(first);
    expect(pictures()).not.toContain(before);
    expect(await shown(before)).not.toBe('404');
    school().lists = { news: [other] };
    await first.rebuild();
    await first.site.gc();
    expect(await first.site.purge('new.jpg')).toMatchObject({ ok: true, value: { isKnown: true } });
    await deployed(first);
    expect(await shown(before)).toBe('404');
  });

  test('a purge that is stopped before its deploy puts nothing older over a newer release at a host that cannot be asked', async () => {
    const [first, second] = [await builtMachine(), machine('second')];
    const host = join(dirname(dirname(first.dist)), 'host');
    const to = { target: 'command', minInterval: 1, command: `mkdir -p '${host}' && cp -r "$DIST_DIR/." '${host}'` } as const;
    const deployPurged = ({ name, dist }: Machine) => deployPurge({ root: dirname(dist), settings: settings(name) }, to);
    await deployPurged(first);
    expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
    rename('n5', 'What is newer');
    await second.rebuild();
    expect(await deployPurged(second)).toMatchObject({ ok: true });
    expect(await deployPurged(first)).toMatchObject({ ok: true });
    expect(readFileSync(join(host, 'News/item/n5.html'), 'utf8')).toContain('What is newer');
  });

  test('what went wrong is told once by all machines together', async () => {
    const alerts: string[] = [];
    const { url: alertUrl, close } = await listen(async (request, response) => {
      alerts.push((await request.toArray()).join(''));
      response.end();
    });
    const [first, second] = ['first', 'second'].map((name) => machine(name, { alertUrl }));
    if (!first || !second) throw new Error('two machines');
    await first.rebuild();
    await first.site.alerts.observe({ missing: ['lost.jpg'] });
    await first.site.pushState();
    await second.rebuild();
    await second.site.alerts.observe({ missing: ['lost.jpg'] });
    expect(alerts).toHaveLength(1);
    await close();
  });

  test('a picture that the bucket publishes is not stored there a second time, and is had from there', async () => {
    const own = settings('first');
    const bucket = { ...s3().settings, prefix: `${own.state?.prefix}-public` };
    const changes = { deploy: { target: 's3', minInterval: 1, bucket, purge: null } } as const;
    const first = machine('first', changes);
    await first.rebuild();
    await deployed(first);
    const tree = readTree(first.dist);
    const [picture = ''] = [...tree.keys()].filter((path) => path.startsWith('media/'));
    const bytes = readFileSync(join(first.dist, picture), 'latin1');
    const stored = () => objects().filter(({ text }) => text.includes(bytes));
    expect(stored()).toHaveLength(1);
    await first.rebuild({ clean: true });
    expect(stored()).toEqual([]);
    const second = machine('second', changes);
    expect((await second.rebuild()).report.rendered).toEqual([]);
    expect(readTree(second.dist)).toEqual(tree);
  });
});

describe('with a STATE_URL that something is wrong with', () => {
  test("another site's state is neither used nor changed, and one line says so", async () => {
    await builtMachine();
    const before = objects();
    const other = machine('other', OTHER_SETTINGS);
    const built = await other.rebuild();
    expect(built.report.rendered).toContain('/');
    expect(other.told).toEqual([expect.stringContaining("another site's state")]);
    expect(objects()).toEqual(before);
  });

  test("nothing is deployed beside another site's state: one line says so instead of an endless exchange", async () => {
    await builtMachine();
    const { name, dist, rebuild } = machine('other', OTHER_SETTINGS);
    await rebuild();
    const to = { target: 'command', minInterval: 1, command: 'exit 1' } as const;
    const own = { ...settings(name), ...OTHER_SETTINGS };
    expect(await deployPurge({ root: dirname(dist), settings: own }, to)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^It is still at the host: STATE_URL holds another site's state[^\n]*$/),
    });
  });

  test.each(['head.json', 'withdrawn.json'])(
    'a reference stays withdrawn while %s cannot be written, and can be allowed after that',
    async (what) => {
      const first = await builtMachine();
      expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
      s3().answer = ({ method, url }) =>
        method === 'PUT' && url?.endsWith(what) ? { status: 403, code: 'AccessDenied' } : 'pass';
      expect(await first.site.allow('sports.jpg')).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^[^\n]*403[^\n]*$/),
      });
      s3().answer = () => 'pass';
      await first.rebuild();
      const second = machine('second');
      await second.rebuild();
      for (const { site } of [first, second]) expect(site.withdrawn()).toMatchObject([{ reference: 'sports.jpg' }]);
      expect(await first.site.allow('sports.jpg')).toMatchObject({ ok: true });
      await second.rebuild();
      for (const { site, told } of [first, second]) expect([site.withdrawn(), told]).toEqual([[], []]);
    },
  );

  test('a machine that lost its list of withdrawn references has it back from there', async () => {
    const first = await builtMachine();
    expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
    rmSync(join(settings('first').dataDir, 'purged.json'));
    await first.rebuild();
    expect([first.site.withdrawn(), first.told]).toMatchObject([[{ reference: 'sports.jpg' }], []]);
    // What another one allows meanwhile stays allowed.
    const second = machine('second');
    await second.rebuild();
    expect(await second.site.allow('sports.jpg')).toMatchObject({ ok: true });
    rmSync(settings('first').dataDir, { recursive: true });
    await first.rebuild();
    expect([first.site.withdrawn(), first.told]).toEqual([[], []]);
  });

  test.each(['head.json', 'image/', 'changes/', 'files/'])(
    'damage (%s) costs time and one line, never a wrong page, and is mended',
    async (what) => {
      const first = await builtMachine();
      rename('n4', 'Makes a change');
      await first.rebuild();
      const hit = objects(what);
      expect(hit).not.toEqual([]);
      for (const { file } of hit) {
        if (what === 'files/') rmSync(file);
        else writeFileSync(file, readFileSync(file).subarray(0, 100));
      }
      rename('n5', 'After the damage');
      const second = machine('second');
      await second.rebuild();
      // Lost files are made again like any that the store has lost.
      if (what !== 'files/') expect(second.told).toHaveLength(1);
      expect(sorted(readTree(second.dist))).toEqual(await cleanTree());
      const third = machine('third');
      expect((await third.rebuild()).report.rendered).toEqual([]);
      expect(third.told).toEqual([]);
      expect(sorted(readTree(third.dist))).toEqual(await cleanTree());
    },
  );

  test.each<[string, CollectionName[]]>([
    ['changes/', ['events']],
    ['head.json', ['events']],
    ['changes/', []],
  ])(
    'where it is damaged (%s) a machine that has not followed asks for every list, whatever it was to ask for (%o)',
    async (what, collections) => {
      const first = await builtMachine();
      const second = machine('second');
      await second.rebuild();
      rename('n4', 'Published by the first');
      await first.rebuild();
      for (const { file } of objects(what)) rmSync(file);
      await second.rebuild({ collections });
      expect(sorted(readTree(second.dist))).toEqual(await cleanTree());
      await first.rebuild({ collections });
      expect(sorted(readTree(first.dist))).toEqual(await cleanTree());
    },
  );

  test('where it is damaged and a list is away, nothing older is published, nor without it, where what is served is kept', async () => {
    const first = await builtMachine();
    const second = machine('second');
    await second.rebuild();
    rename('n4', 'Published by the first');
    school().lists = { ...school().lists, events: [{ _id: 'e1', title: 'Fete' }] };
    await first.rebuild();
    for (const { file } of objects('changes/')) rmSync(file);
    school().failing.set('news', 'error');
    onTestFinished(() => school().failing.clear());
    expect(await second.site.rebuild({ collections: ['events'], keepServed: Date.now() })).toMatchObject({
      ok: false,
      reason: 'never-loaded',
    });
    // Nor is a list left out by a machine that knows of none.
    expect(await machine('empty').site.rebuild({ keepServed: Date.now() })).toMatchObject({ ok: false, reason: 'never-loaded' });
    school().failing.clear();
    await second.rebuild({ collections: ['events'] });
    expect(sorted(readTree(second.dist))).toEqual(await cleanTree());
  });

  test('a list that is away while its tables were made anew, as by an upgrade, stays where it is shown', async () => {
    const first = await builtMachine();
    school().lists = { ...school().lists, events: [{ _id: 'e1', title: 'Fete' }] };
    await first.rebuild();
    const shown = readTree(first.dist);
    const database = openSiteDatabase(settings('first').cacheDir);
    for (const table of ['collection', 'item', 'entry']) database.run(`DELETE FROM ${table}`);
    database.run(RENDER_ALL);
    database.close();
    // It is of other tables as well.
    for (const { file } of objects('head.json')) writeFileSync(file, '{}');
    school().failing.set('news', 'error');
    onTestFinished(() => school().failing.clear());
    expect(await first.site.rebuild({ keepServed: Date.now() })).toMatchObject({ ok: false, reason: 'never-loaded' });
    expect(readTree(first.dist)).toEqual(shown);
    school().failing.clear();
    expect(await first.site.rebuild({ keepServed: Date.now() })).toMatchObject({ ok: true });
    expect(readTree(first.dist)).toEqual(shown);
  });

  test('where it is damaged, what is done without asking for the content is refused, and a purge publishes nothing older', async () => {
    const first = await builtMachine();
    const second = machine('second');
    await second.rebuild();
    rename('n4', 'Published by the first');
    await first.rebuild();
    const before = objects('head.json');
    for (const { file } of objects('changes/')) rmSync(file);
    const refused = { ok: false, message: expect.stringContaining('Run "npm run rebuild" first.') };
    expect(await second.site.resume()).toMatchObject(refused);
    const context = { root: dirname(second.dist), settings: settings('second') };
    expect(await deployPurge(context, { target: 'command', minInterval: 1, command: 'exit 1' })).toMatchObject(refused);
    expect(objects('head.json')).toEqual(before);
    expect(await second.site.purge('sports.jpg')).toMatchObject({ ok: true });
    expect(sorted(readTree(second.dist)).find(([path]) => path === 'News.html')?.[1]).toContain('Published by the first');
  });

  test('the state of another version of the code, whose tables are others, is made anew', async () => {
    await builtMachine();
    const [{ file: path } = { file: '' }] = objects('head.json');
    const written = fromChecksummed(readFileSync(path)) as { readonly schema: number };
    writeFileSync(path, toChecksummed({ ...written, schema: written.schema + 1 }));
    rename('n5', 'After the upgrade');
    const second = machine('second');
    await second.rebuild();
    expect(second.told).toEqual([expect.stringMatching(/of another version\): what is not known here is made anew\.$/)]);
    expect(sorted(readTree(second.dist))).toEqual(await cleanTree());
  });

  test.each([
    ['was deleted', false],
    ['is an earlier one', true],
  ])(
    'a list of withdrawn references that %s is put right by a machine that knows them, and stops one that does not',
    async (what, isKept) => {
      const first = await builtMachine();
      const list = () => objects('withdrawn.json');
      expect(await first.site.purge('earlier.jpg')).toMatchObject({ ok: true });
      const earlier = list().map(({ file }) => [file, readFileSync(file)] as const);
      expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
      const before = list();
      for (const { file } of before) rmSync(file);
      if (isKept) for (const [file, bytes] of earlier) writeFileSync(file, bytes);
      const tampered = list();
      const second = await machine('second').site.rebuild();
      expect(second).toMatchObject({
        ok: false,
        message: expect.stringMatching(new RegExp(`withdrawn\\.json, ${what}, so nothing is rebuilt\\.`)),
      });
      expect(list()).toEqual(tampered);
      await first.rebuild();
      expect(first.told).toEqual([
        expect.stringMatching(new RegExp(`withdrawn\\.json, ${what}; what this machine knows is put back`)),
      ]);
      // Its number has grown.
      const named = (objects: typeof before) => objects.map(({ text }) => text.match(/"reference":"[^"]*"/g));
      expect(named(list())).toEqual(named(before));
      const third = machine('third');
      await third.rebuild();
      expect(third.site.withdrawn()).toMatchObject([{ reference: 'earlier.jpg' }, { reference: 'sports.jpg' }]);
      expect(await first.site.allow('earlier.jpg')).toMatchObject({ ok: true });
      await third.rebuild();
      expect(third.site.withdrawn()).toMatchObject([{ reference: 'sports.jpg' }]);
      expect(third.told).toEqual([]);
    },
  );

  test('a state that was put back as it was before a purge shows nothing of what a machine knows to be withdrawn', async () => {
    const first = await builtMachine();
    expect(await first.site.purge('earlier.jpg')).toMatchObject({ ok: true });
    const copy = objects().map(({ file }) => [file, readFileSync(file)] as const);
    expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: true });
    for (const { file } of objects()) rmSync(file);
    for (const [file, bytes] of copy) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    await first.rebuild();
    expect(first.site.withdrawn()).toMatchObject([{ reference: 'earlier.jpg' }, { reference: 'sports.jpg' }]);
    expect(first.told).toContainEqual(expect.stringMatching(/withdrawn\.json, .*; what this machine knows is put back/));
  });

  test('wrong credentials or a storage that is away fail the rebuild in one line; nothing is lost', async () => {
    const first = await builtMachine();
    const tree = readTree(first.dist);
    rename('n5', 'Not to be published yet');
    s3().answer = () => ({ status: 403, code: 'InvalidAccessKeyId' });
    expect(await first.site.rebuild()).toMatchObject({ ok: false, message: expect.stringMatching(/Check AWS_ACCESS_KEY_ID\.$/) });
    s3().answer = () => 'pass';
    expect(readTree(first.dist)).toEqual(tree);
    expect((await first.rebuild()).report.rendered).toContain('/News/item/n5');
  });

  test('what could not be read to its end is taken in by the next rebuild: nothing older goes over it', async () => {
    const [first, second] = [await builtMachine(), machine('second')];
    await second.rebuild();
    rename('n5', 'Published by the first one');
    await first.rebuild();
    s3().answer = ({ url }) => (url?.includes('/changes/') ? { status: 403, code: 'AccessDenied' } : 'pass');
    expect(await second.site.rebuild()).toMatchObject({ ok: false, message: expect.stringMatching(/HTTP 403 \(AccessDenied\)/) });
    s3().answer = () => 'pass';
    const taken = await second.rebuild();
    expect(taken.report.rendered).toEqual([]);
    const third = machine('third');
    await third.rebuild();
    const clean = await cleanTree();
    for (const { dist } of [second, third]) expect(sorted(readTree(dist))).toEqual(clean);
    expect(third.told).toEqual([]);
  });

  test('a picture whose purge cannot be handed over is not had from the storage again, at no moment', async () => {
    const first = await builtMachine();
    rename('n1', 'Another release');
    await first.rebuild();
    const [picture = ''] = [...readTree(first.dist).keys()].filter((path) => path.startsWith('media/'));
    const stored = storedFile(settings('first').cacheDir, digestOf(readFileSync(join(first.dist, picture))));
    expect(existsSync(stored)).toBe(true);
    const bytes = readFileSync(stored, 'latin1');
    expect(objects().filter(({ text }) => text.includes(bytes))).not.toEqual([]);
    s3().answer = ({ method, url }) =>
      method === 'PUT' && url?.includes('/image/') ? { status: 403, code: 'AccessDenied' } : 'pass';
    expect(await first.site.purge('sports.jpg')).toMatchObject({ ok: false });
    const seen = new Set<boolean>();
    s3().before = async () => void seen.add(existsSync(stored) || naming(first.dist).length > 0);
    const naming = (dist: string) =>
      [...readTree(dist)].filter(([path, text]) => path.endsWith('.html') && text.includes(picture));
    expect(await first.site.rebuild()).toMatchObject({ ok: false });
    s3().answer = () => 'pass';
    await first.rebuild();
    expect(seen).toEqual(new Set([false]));
    const second = machine('second');
    expect((await second.rebuild()).report.rendered).toEqual([]);
    expect(second.site.withdrawn()).toMatchObject([{ reference: 'sports.jpg' }]);
    expect(naming(second.dist)).toEqual([]);
    expect(objects().filter(({ text }) => text.includes(bytes))).toEqual([]);
  });

  test('a machine that was rebuilt without the shared state, or beside it, hands over what others can use', async () => {
    await builtMachine();
    await machine('second').rebuild();
    for (const changes of [{ state: null }, OTHER_SETTINGS] as const) {
      rename('n5', 'Published on this machine alone');
      await machine('first', changes).rebuild();
      // A rebuild that fails in between changes nothing of that.
      for (const name of COLLECTION_NAMES) school().failing.set(name, 'refused');
      expect(await machine('first').site.rebuild()).toMatchObject({ reason: 'unreachable' });
      school().failing.clear();
      rename('n9', `Published for all again ${Object.keys(changes)}`);
      await machine('first').rebuild();
      const second = machine('second');
      expect((await second.rebuild()).report.rendered).toEqual([]);
      expect(second.told).toEqual([]);
      expect(sorted(readTree(second.dist))).toEqual(await cleanTree());
    }
  });

  const refuseChanges = () => {
    s3().answer = ({ method, url }) =>
      method === 'PUT' && url?.includes('/changes/') ? { status: 403, code: 'AccessDenied' } : 'pass';
  };

  test('what cannot be handed over is told, is live here meanwhile, and goes with the next rebuild that can be', async () => {
    const first = await builtMachine();
    const { live, seen } = watchReaders('first');
    refuseChanges();
    for (const id of ['n5', 'n5', 'n6']) {
      const before = live();
      rename(id, 'Published, not handed over');
      seen.clear();
      const message = expect.stringMatching(
        /HTTP 403 \(AccessDenied\).* on this machine alone until a rebuild can hand it over; what another publishes first replaces it\.$/,
      );
      expect(await first.site.rebuild()).toMatchObject({ ok: false, message });
      expect(seen.difference(new Set([before, live()]))).toEqual(new Set());
      expect(sorted(readTree(first.dist))).toEqual(await cleanTree());
    }
    // Nor does it go while the content service is away as well.
    for (const name of COLLECTION_NAMES) school().failing.set(name, 'refused');
    onTestFinished(() => school().failing.clear());
    seen.clear();
    for (let times = 0; times < 2; times += 1) expect(await first.site.rebuild()).toMatchObject({ reason: 'unreachable' });
    expect(seen).toEqual(new Set([live()]));
    school().failing.clear();
    expect(sorted(readTree(first.dist))).toEqual(await cleanTree());
    s3().answer = () => 'pass';
    expect((await first.rebuild()).report.rendered).toEqual([]);
    const second = machine('second');
    expect((await second.rebuild()).report.rendered).toEqual([]);
    expect(second.told).toEqual([]);
  });

  test('what could not be handed over is gone on with by the next process of the machine, and handed over by that', async () => {
    const first = await builtMachine();
    refuseChanges();
    rename('n5', 'Published, not handed over');
    expect(await first.site.rebuild()).toMatchObject({ ok: false });
    const { live, seen } = watchReaders('first');
    const published = live();
    await first.site.close();
    const again = machine('first');
    for (const name of COLLECTION_NAMES) school().failing.set(name, 'refused');
    onTestFinished(() => school().failing.clear());
    expect(await again.site.rebuild()).toMatchObject({ reason: 'unreachable' });
    school().failing.clear();
    rename('n9', 'Published by the next one');
    expect(await again.site.rebuild()).toMatchObject({ ok: false, reason: 'unshared' });
    expect(await machine('first').site.rollback()).toMatchObject({ ok: false, reason: 'unshared' });
    expect(seen.difference(new Set([published, again.site.releases()[0]?.release]))).toEqual(new Set());
    expect(live()).toBe(published);
    s3().answer = () => 'pass';
    await again.site.resume();
    await again.rebuild();
    expect(sorted(readTree(again.dist))).toEqual(await cleanTree());
    const second = machine('second');
    expect((await second.rebuild()).report.rendered).toEqual([]);
    expect(second.told).toEqual([]);
    expect(sorted(readTree(second.dist))).toEqual(await cleanTree());
  });

  test('what could not be handed over is not added to what another process or machine has published since', async () => {
    const first = await builtMachine();
    const second = machine('second');
    await second.rebuild();
    for (const other of [machine('first'), second]) {
      refuseChanges();
      rename('n5', 'Published, not handed over');
      expect(await first.site.rebuild()).toMatchObject({ ok: false });
      s3().answer = () => 'pass';
      rename('n5', `Published by another: ${other.name}`);
      await other.rebuild();
      rename('n9', `After another: ${other.name}`);
      expect((await first.rebuild()).report.rendered).not.toContain('/News/item/n5');
      expect(sorted(readTree(first.dist))).toEqual(await cleanTree());
      expect((await second.rebuild()).report.rendered).toEqual([]);
      expect(second.told).toEqual([]);
    }
  });

  test.each([false, true])(
    'storage without conditional writes is refused in one line before anything is published (it says so: %s)',
    async (says) => {
      s3().isConditional = false;
      if (says) s3().answer = ({ headers }) => (headers['if-none-match'] ? { status: 501, code: 'NotImplemented' } : 'pass');
      const first = machine('first');
      expect(await first.site.rebuild()).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^[^\n]*no conditional writes[^\n]*$/),
      });
      expect(readTree(first.dist).size).toBe(0);
      expect(objects()).toEqual([]);
    },
  );

  test('storage without conditional writes is refused also where its head was copied there from another one', async () => {
    await builtMachine();
    s3().isConditional = false;
    rename('n5', 'Not handed over');
    const second = machine('second');
    expect(await second.site.rebuild()).toMatchObject({ ok: false, message: expect.stringContaining('no conditional writes') });
  });

  test('one 409 of the storage is tried again, and not taken for another machine that was quicker', async () => {
    const first = await builtMachine();
    rename('n5', 'In spite of a 409');
    const asked = () => school().asked.get('news') ?? 0;
    const before = asked();
    let isFirst = true;
    s3().answer = ({ method, url }) => {
      if (method !== 'PUT' || !url?.endsWith('/head.json') || !isFirst) return 'pass';
      isFirst = false;
      return { status: 409, code: 'ConditionalRequestConflict' };
    };
    expect((await first.rebuild()).report.rendered).toContain('/News/item/n5');
    expect(isFirst).toBe(false);
    expect(asked()).toBe(before + 1);
    expect((await machine('second').rebuild()).report.rendered).toEqual([]);
  });
});
