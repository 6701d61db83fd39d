import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3, startS3 } from '../../scripts/bench/objectStorage.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { openSite, type Rebuilt, type Site } from '../../src/site/open.ts';
import { smallPicture } from '../support/pictures.ts';
import { OTHER_SETTINGS, REBUILD_SECRET, ROOT, SERVICE_TOKEN, settingsFor } from '../support/rig.ts';
import { type School, startSchool } from '../support/school.ts';
import { TODAY } from '../support/today.ts';
import { readTree, sorted, temporaryFolder } from '../support/trees.ts';

const NEWS = Array.from({ length: 12 }, (_, at) => ({
  _id: `n${at}`,
  title: `Notice ${at}`,
  fromDate: `2026-10-${String(at + 10)}`,
  image: at === 3 ? 'sports.jpg' : null,
}));

interface Machine {
  readonly site: Site;
  readonly dist: string;
  readonly told: string[];
  rebuild(request?: Parameters<Site['rebuild']>[0]): Promise<Rebuilt>;
}

let school: School;
let s3: S3;
let folder: ReturnType<typeof temporaryFolder>;
let machines: Site[] = [];
let prefixes = 0;

beforeAll(async () => {
  s3 = await startS3();
  school = await startSchool({}, new Map([['sports.jpg', await smallPicture(1)]]));
});
afterAll(async () => {
  await s3.close();
  await school.close();
});
beforeEach(() => {
  folder = temporaryFolder();
  school.lists = { news: NEWS };
  prefixes += 1;
});
afterEach(async () => {
  for (const site of machines) await site.close();
  machines = [];
  folder.remove();
});

/** A machine with an empty cache; `changes` are its settings'. */
function machine(name: string, changes: Partial<Settings> = {}): Machine {
  const dist = join(folder.path, name, 'dist');
  const told: string[] = [];
  const state = { ...s3.settings, prefix: `p${prefixes}` };
  const settings = { ...settingsFor(join(folder.path, name)), state, ...changes };
  const site = openSite({
    root: ROOT,
    settings,
    contentServiceUrl: school.url,
    distDir: dist,
    now: () => TODAY,
    onEvent: (event) => void (event.type === 'shared-state' && told.push(event.message)),
  });
  machines.push(site);
  return {
    site,
    dist,
    told,
    async rebuild(request) {
      const rebuilt = await site.rebuild(request);
      if (!rebuilt.ok) throw new Error(rebuilt.message);
      await site.settled();
      return rebuilt.value;
    },
  };
}

/** By the lists that it shows. */
const cleanTrees = new Map<string, Promise<[string, string][]>>();

/** What a clean build publishes of the lists as they are now. */
function cleanTree(): Promise<[string, string][]> {
  const lists = JSON.stringify(school.lists);
  const tree = cleanTrees.get(lists) ?? buildCleanTree();
  cleanTrees.set(lists, tree);
  return tree;
}

async function buildCleanTree(): Promise<[string, string][]> {
  const clean = machine('clean', { state: null });
  await clean.rebuild({ clean: true });
  return sorted(readTree(clean.dist));
}

function rename(id: string, title: string): void {
  const { news = [] } = school.lists;
  school.lists = { news: news.map((item) => (item._id === id ? { ...item, title } : item)) };
}

/** Every file of the storage's folder that belongs to this test, by name; `zstd` unpacked. */
function objects(): { readonly file: string; readonly text: string }[] {
  const all = readTree(s3.folder);
  const own = [...all.keys()].filter((file) => file.includes(`p${prefixes}/`) && file.endsWith('._S3rver_object'));
  return own.map((file) => {
    const bytes = readFileSync(join(s3.folder, file));
    const text = bytes.readUInt32LE(0) === 0xfd2fb528 ? zstdDecompressSync(bytes) : bytes;
    return { file, text: text.toString('latin1') };
  });
}

describe('with STATE_URL', () => {
  test('a machine with an empty cache renders exactly what the last one would, and publishes what a clean build does', async () => {
    const first = machine('first');
    await first.rebuild();
    rename('n5', 'The notice with another title');
    // What the first machine would render, found out on its own copy of the state.
    const { news = [] } = school.lists;
    const second = machine('second');
    const there = await second.rebuild();
    expect(there.state).toBe('published');
    expect(there.report.rendered.length).toBeLessThan(12);
    expect(there.report.rendered).toContain('/News/item/n5');
    expect(sorted(readTree(second.dist))).toEqual(await cleanTree());

    school.lists = { news: NEWS };
    const back = await second.rebuild();
    school.lists = { news };
    const warm = await second.rebuild();
    expect(warm.report.rendered).toEqual(there.report.rendered);
    expect(back.report.rendered).toEqual(there.report.rendered);
    // The first one to run also compiles the site.
  }, 120_000);

  test('machines take turns: each goes on from what the other published', async () => {
    const first = machine('first');
    const second = machine('second');
    await first.rebuild();
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

  test('a rebuild that finds nothing changed renders nothing, and uploads no pack', async () => {
    await machine('first').rebuild();
    s3.requests.length = 0;
    const again = await machine('second').rebuild();
    expect(again).toMatchObject({ state: 'unchanged', report: { rendered: [] } });
  });

  test('the storage keeps no secret, whatever is unpacked', async () => {
    school.lists = { news: [...NEWS, { _id: 'echo', title: 'A notice', fromDate: '2026-11-01' }] };
    const { site, rebuild } = machine('first', { deskPassword: 'the password of the desk' });
    await rebuild();
    await site.purge('sports.jpg');
    const found = objects();
    expect(found.length).toBeGreaterThan(3);
    for (const secret of [SERVICE_TOKEN, REBUILD_SECRET, 'the password of the desk', s3.settings.secretAccessKey]) {
      expect(found.filter(({ text }) => text.includes(secret)).map(({ file }) => file)).toEqual([]);
    }
  });

  test('what one machine withdraws is gone from the others and from the storage; what it allows comes back', async () => {
    const first = machine('first');
    const second = machine('second');
    await first.rebuild();
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

  test('a rollback holds on every machine', async () => {
    const first = machine('first');
    await first.rebuild();
    const old = readTree(first.dist);
    rename('n5', 'A mistake');
    await first.rebuild();
    expect(await first.site.engine.rollback()).toMatchObject({ ok: true });
    const second = machine('second');
    expect((await second.rebuild()).state).toBe('held');
    expect(readTree(second.dist)).toEqual(old);
  });

  test("another site's state is neither used nor changed, and one line says so", async () => {
    await machine('first').rebuild();
    const before = objects();
    const other = machine('other', OTHER_SETTINGS);
    const built = await other.rebuild();
    expect(built.report.rendered).toContain('/');
    expect(other.told).toEqual([expect.stringContaining("another site's state")]);
    expect(objects()).toEqual(before);
  });

  test.each(['head.json', '.index', 'a pack', 'all packs'])(
    'damage (%s) costs time and one line, never a wrong page, and is mended',
    async (what) => {
      await machine('first').rebuild();
      const isHit = (file: string) => {
        if (what === 'a pack' || what === 'all packs') return /packs\/[0-9a-f]{32}\._S3rver_object$/.test(file);
        return file.includes(what);
      };
      const hit = objects().filter(({ file }) => isHit(file));
      for (const { file } of what === 'a pack' ? hit.slice(0, 1) : hit) {
        const path = join(s3.folder, file);
        if (what === 'all packs') rmSync(path);
        else writeFileSync(path, readFileSync(path).subarray(0, 100));
      }
      rename('n5', 'After the damage');
      const second = machine('second');
      await second.rebuild();
      // A lost pack may hold nothing but pages, which are rendered again.
      if (what !== 'a pack') expect(second.told).toHaveLength(1);
      expect(sorted(readTree(second.dist))).toEqual(await cleanTree());
      const third = machine('third');
      expect((await third.rebuild()).report.rendered).toEqual([]);
      expect(third.told).toEqual([]);
    },
  );

  test('wrong credentials or a storage that is away fail the rebuild in one line; nothing is lost', async () => {
    const first = machine('first');
    await first.rebuild();
    const tree = readTree(first.dist);
    rename('n5', 'Not to be published yet');
    s3.answer = () => ({ status: 403, code: 'InvalidAccessKeyId' });
    expect(await first.site.rebuild()).toMatchObject({ ok: false, message: expect.stringMatching(/Check AWS_ACCESS_KEY_ID\.$/) });
    s3.answer = () => 'pass';
    expect(readTree(first.dist)).toEqual(tree);
    expect((await first.rebuild()).report.rendered).toContain('/News/item/n5');
  });

  test('what cannot be handed over is told, and handed over by the next rebuild', async () => {
    const first = machine('first');
    await first.rebuild();
    rename('n5', 'Published, not handed over');
    s3.answer = ({ method, url }) =>
      method === 'PUT' && url?.includes('/packs/') ? { status: 403, code: 'AccessDenied' } : 'pass';
    expect(await first.site.rebuild()).toMatchObject({ ok: true });
    await expect(first.site.settled()).rejects.toThrow(/HTTP 403 \(AccessDenied\)/);
    s3.answer = () => 'pass';
    rename('n6', 'Published and handed over');
    await first.rebuild();
    expect((await machine('second').rebuild()).report.rendered).toEqual([]);
  });
});
