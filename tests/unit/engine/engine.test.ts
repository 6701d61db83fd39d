import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, type EngineEvent, openEngine, type RebuildOptions, type RebuildResult } from '../../../src/engine/index.ts';
import { type Item, MemorySite } from '../../support/memory-world.ts';
import { readTree, sorted, temporaryFolder } from '../../support/trees.ts';

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  title: `Title ${id}`,
  body: `Body ${id}`,
  day: '2026-03-01',
  picture: null,
  ...more,
});

let folder: ReturnType<typeof temporaryFolder>;
let site: MemorySite;
let engine: Engine;
let events: EngineEvent[];

const cacheDir = () => join(folder.path, 'cache');
const distDir = () => join(folder.path, 'dist');
const open = (more: { keepReleases?: number; lockTimeout?: number } = {}) =>
  openEngine({ cacheDir: cacheDir(), distDir: distDir(), onEvent: (event) => events.push(event), ...more });

async function publish(options?: RebuildOptions): Promise<RebuildResult> {
  const result = await engine.rebuild(site.world(), options);
  if (!result.ok) throw new Error(result.message);
  await engine.settled();
  return result.value;
}

async function expectTree() {
  expect(sorted(readTree(distDir()))).toEqual(sorted(site.world().tree()));
}

beforeEach(() => {
  folder = temporaryFolder();
  events = [];
  site = new MemorySite(join(folder.path, 'media'));
  site.content = {
    news: [
      item('n1', { picture: 'p1' }),
      item('n2', { day: '2026-04-02' }),
      item('n3', { day: '2025-01-01' }),
      item('n4', { day: null }),
    ],
    albums: [item('a1', { picture: 'p1' }), item('a2', { picture: 'p2' })],
    notes: [item('h1')],
  };
  site.sync();
  engine = open();
});

afterEach(() => folder.remove());

describe('a first rebuild', () => {
  test('renders every page and publishes exactly the tree', async () => {
    const result = await publish();
    expect([...result.rendered].sort()).toEqual(site.world().pages().sort());
    expect(result.state).toBe('published');
    await expectTree();
  });
});

describe('a rebuild of many pages', () => {
  beforeEach(() => {
    site.content = { ...site.content, albums: Array.from({ length: 300 }, (_, at) => item(`a${at}`)) };
    site.sync();
  });

  test('publishes exactly the tree', async () => {
    await publish();
    await expectTree();
    site.code = 2;
    expect((await publish()).rendered.length).toBeGreaterThan(300);
    await expectTree();
  });

  test('publishes nothing when one page cannot be rendered', async () => {
    site.failing.add('/Albums/a250');
    expect(await engine.rebuild(site.world())).toMatchObject({ ok: false, message: expect.stringContaining('/Albums/a250') });
    expect(engine.live()).toBeNull();
    expect(readTree(distDir()).size).toBe(0);
  });
});

describe('a rebuild', () => {
  test('renders and writes nothing when nothing changed, warm and cold', async () => {
    const first = await publish();
    for (const next of [engine, open()]) {
      engine = next;
      const result = await publish();
      expect(result).toMatchObject({ state: 'unchanged', release: first.release, rendered: [], written: [], removed: [] });
    }
  });

  test('renders exactly the pages of which an answer changed', async () => {
    await publish();
    site.content = {
      ...site.content,
      news: site.content.news.map((one) => (one.id === 'n3' ? { ...one, body: 'Another body' } : one)),
    };
    site.sync();
    const result = await publish();
    expect([...result.rendered].sort()).toEqual(['/News', '/News/2025-01', 'data:2025']);
    expect(result.removed).toHaveLength(1);
    await expectTree();
  });

  test('asks each recorded query at most once, and only where an input changed', async () => {
    await publish();
    site.content = { ...site.content, albums: [...site.content.albums, item('a3')] };
    site.sync();
    const world = site.world();
    await engine.rebuild(world);
    expect(world.asks.sort()).toEqual(['album a1', 'album a2', 'album a3', 'albums']);
  });

  test('renders nothing when an input changed and no answer did', async () => {
    await publish();
    site.content = { ...site.content, notes: [item('h1', { body: 'Not shown' })] };
    site.sync();
    expect(await publish()).toMatchObject({ state: 'unchanged', rendered: [], written: [] });
  });

  test('removes a page, its data and its pictures when its item is gone', async () => {
    await publish();
    site.content = { ...site.content, albums: site.content.albums.slice(0, 1) };
    site.sync();
    const result = await publish();
    expect(result.removed).toEqual(['Albums/a2.html', 'media/p2/large.webp', 'media/p2/small.webp']);
    await expectTree();
  });

  test('renders every page under another version of the code', async () => {
    await publish();
    site.code = 2;
    const result = await publish();
    expect([...result.rendered].sort()).toEqual(site.world().pages().sort());
    await expectTree();
  });

  test('publishes nothing when a page cannot be rendered, and names it', async () => {
    await publish();
    const before = sorted(readTree(distDir()));
    site.failing.add('/Albums');
    site.content = { ...site.content, albums: [] };
    site.sync();
    const result = await engine.rebuild(site.world());
    expect(result).toMatchObject({
      ok: false,
      reason: 'render-failed',
      message: expect.stringMatching(/^\/Albums could not be rendered: The template broke/),
    });
    expect(sorted(readTree(distDir()))).toEqual(before);
    site.failing.clear();
    await publish();
    await expectTree();
  });

  test('takes up again after a failure what it had found to change', async () => {
    await publish();
    site.failing.add('/');
    site.content = { ...site.content, notes: [item('h2')] };
    site.sync();
    await engine.rebuild(site.world());
    site.failing.clear();
    expect((await publish()).rendered.length).toBe(
      site
        .world()
        .pages()
        .filter((page) => page.startsWith('/')).length,
    );
    await expectTree();
  });
});

describe('the check before going live', () => {
  test('refuses a picture that is not to be had', async () => {
    site.content = { ...site.content, albums: [item('a1', { picture: 'lost' })] };
    site.sync();
    expect(await engine.rebuild(site.world())).toMatchObject({
      ok: false,
      reason: 'asset-missing',
      message: expect.stringContaining('/Albums/a1 names /media/lost/small.webp'),
    });
    expect(engine.live()).toBeNull();
  });

  test('refuses a picture that is not to be had and stands in a data file only', async () => {
    const lost = item('n9', { day: '2024-01-01', picture: 'lost' });
    const world = site.world();
    const asDataFile = new MemorySite(join(folder.path, 'media'));
    asDataFile.content = { ...site.content, news: [lost] };
    asDataFile.sync();
    const render = (page: string) =>
      Promise.resolve(page === 'data:2026' ? asDataFile.world().draw('data:2024') : world.draw(page));
    const result = await engine.rebuild(Object.assign(world, { render }));
    expect(result).toMatchObject({
      ok: false,
      reason: 'asset-missing',
      message: expect.stringContaining('data:2026 names /media/lost/'),
    });
    expect(engine.live()).toBeNull();
  });

  test('refuses a data file that a page names and that is not there', async () => {
    const world = site.world();
    const pages = world.pages().filter((page) => page !== 'data:2025');
    const result = await engine.rebuild(Object.assign(world, { pages: () => pages }));
    expect(result).toMatchObject({ ok: false, reason: 'broken-link', message: expect.stringMatching(/News names \/data\/2025/) });
    expect(engine.live()).toBeNull();
  });

  test('refuses a link to a page that is not there', async () => {
    site.content = { ...site.content, notes: [item('h', { title: '<a href="/Nowhere">x</a>' })] };
    site.sync();
    expect(await engine.rebuild(site.world())).toMatchObject({
      ok: false,
      reason: 'broken-link',
      message: expect.stringContaining('names /Nowhere'),
    });
  });

  test('refuses to remove a page that a page which stays still links to', async () => {
    site.content = { ...site.content, notes: [item('h', { title: '<a href="/Albums/a2?x=1">x</a>' })] };
    site.sync();
    await publish();
    site.content = { ...site.content, albums: site.content.albums.slice(0, 1) };
    site.sync();
    expect(await engine.rebuild(site.world())).toMatchObject({
      ok: false,
      reason: 'broken-link',
      message: expect.stringContaining('names /Albums/a2'),
    });
  });
});

describe('dist', () => {
  test('is put right by the next process when somebody changed it', async () => {
    await publish();
    writeFileSync(join(distDir(), 'foreign.txt'), 'x');
    writeFileSync(join(distDir(), 'News.html'), 'tampered');
    rmSync(join(distDir(), 'media'), { recursive: true });
    engine = open();
    const result = await publish();
    expect(result).toMatchObject({ state: 'unchanged', rendered: [] });
    expect(result.written).toContain('News.html');
    await expectTree();
  });

  test('is made again when it is gone', async () => {
    await publish();
    rmSync(distDir(), { recursive: true });
    engine = open();
    expect(await publish()).toMatchObject({ rendered: [] });
    await expectTree();
  });

  test('does not share its files with the store', async () => {
    await publish();
    writeFileSync(join(distDir(), 'News.html'), 'edited in place');
    const file = engine.live()?.lookup('/News');
    expect(file && readFileSync(file.file, 'utf8')).toContain('<!doctype html>');
  });
});

describe('a clean build', () => {
  test('renders everything and ends in the same tree', async () => {
    const first = await publish();
    const result = await publish({ clean: true });
    expect(result.rendered).toHaveLength(first.rendered.length);
    expect(result).toMatchObject({ state: 'unchanged', written: [], removed: [] });
    await expectTree();
  });
});

describe('releases', () => {
  const note = async (title: string) => {
    site.content = { ...site.content, notes: [item('h', { title })] };
    site.sync();
    return publish();
  };

  test('are listed newest first and bounded', async () => {
    engine = open({ keepReleases: 3 });
    const made = [];
    for (const title of ['one', 'two', 'three', 'four']) made.push((await note(title)).release);
    expect(engine.releases().map(({ release }) => release)).toEqual(made.slice(1).reverse());
    expect([...made].sort()).toEqual(made);
  });

  test('go back with rollback, hold, and go on after resume', async () => {
    const one = await note('one');
    const before = sorted(readTree(distDir()));
    const two = await note('two');
    expect(await engine.rollback()).toMatchObject({ ok: true, value: { release: one.release } });
    expect(sorted(readTree(distDir()))).toEqual(before);
    expect(engine.live()).toMatchObject({ release: one.release, held: true });
    site.content = { ...site.content, notes: [item('h', { title: 'three' })] };
    site.sync();
    expect(await publish()).toMatchObject({ state: 'held', release: one.release, rendered: [] });
    await engine.resume();
    const three = await publish();
    expect(three.state).toBe('published');
    expect(three.release > two.release).toBe(true);
    await expectTree();
  });

  test('end where they were when nothing changed between rollback and resume', async () => {
    await note('one');
    const two = await note('two');
    await engine.rollback();
    await engine.resume();
    expect(await publish()).toMatchObject({ state: 'published', release: two.release, rendered: [] });
    await expectTree();
  });

  test('of another process are noticed by a running one', async () => {
    const one = await note('one');
    await note('two');
    expect(engine.live()?.held).toBe(false);
    await open().rollback();
    expect(engine.releases().find(({ live }) => live)?.release).toBe(one.release);
    expect(engine.live()).toMatchObject({ release: one.release, held: true });
  });

  test('refuse to go back further than is kept', async () => {
    await note('one');
    expect(await engine.rollback()).toMatchObject({ ok: false, reason: 'unknown-release' });
    expect(await engine.rollback('no-such')).toMatchObject({ ok: false, message: expect.stringContaining('no-such') });
  });
});

describe('the live release', () => {
  test('answers addresses as a static host does', async () => {
    await publish();
    const live = engine.live();
    expect(live?.lookup('/')?.path).toBe('index.html');
    expect(live?.lookup('/News')?.path).toBe('News.html');
    expect(live?.lookup('/app.1.js')?.path).toBe('app.1.js');
    expect(live?.lookup('/nothing')).toBeUndefined();
  });

  test('still knows the assets and data files of the releases before', async () => {
    await publish();
    site.code = 2;
    site.content = { ...site.content, news: [] };
    site.sync();
    const data = [...readTree(distDir()).keys()].find((path) => path.startsWith('data/2025'));
    await publish();
    for (const path of ['/app.1.js', `/${data}`]) {
      expect(engine.live()?.lookup(path)).toBeUndefined();
      const file = engine.live()?.recent(path);
      expect(file && (await engine.read(file))).toBeTruthy();
    }
  });

  test('has compressed copies on demand', async () => {
    site.content = { ...site.content, notes: [item('h', { title: 'word '.repeat(500) })] };
    site.sync();
    await publish();
    const page = engine.live()?.lookup('/News');
    if (!page) throw new Error('not published');
    const copies = await Promise.all([engine.encoded(page, 'br'), engine.encoded(page, 'br'), engine.encoded(page, 'gzip')]);
    expect(copies.every((copy) => copy && copy.length < page.size)).toBe(true);
  });

  test('is not served from damaged bytes, which the next rebuild makes anew', async () => {
    await publish();
    const page = engine.live()?.lookup('/News');
    if (!page) throw new Error('not published');
    writeFileSync(page.file, 'damaged');
    expect(Buffer.from((await engine.read(page)) ?? '').toString()).toContain('<!doctype');
    writeFileSync(page.file, 'damaged');
    rmSync(join(distDir(), 'News.html'));
    engine = open();
    expect((await publish()).rendered).toEqual(['/News']);
    await expectTree();
  });
});

describe('gc and purge', () => {
  test('drop what no kept release needs', async () => {
    engine = open({ keepReleases: 2 });
    await publish();
    writeFileSync(join(cacheDir(), 'store', 'orphan'), 'x');
    for (const title of ['one', 'two', 'three']) {
      site.content = { ...site.content, notes: [item('h', { title })] };
      site.sync();
      await publish();
    }
    const needed = new Set([...readTree(distDir()).values()]);
    expect(await engine.gc()).toMatchObject({ ok: true, value: { files: 1, bytes: 1 } });
    const kept = [...readTree(join(cacheDir(), 'store')).values()];
    expect(kept.length).toBeLessThan(needed.size * 2);
    expect(await engine.rollback()).toMatchObject({ ok: true });
  });

  test('remove a picture from the live release, the kept ones, the store and dist', async () => {
    await publish();
    site.content = { ...site.content, albums: [item('a1', { picture: 'p1' })] };
    site.sync();
    await publish();
    const text = '/media/p2/ small';
    expect([...readTree(cacheDir()).values()].includes(text)).toBe(true);
    expect(await engine.purge(['/media/p2/'])).toMatchObject({ ok: true, value: { paths: [], files: 2 } });
    expect([...readTree(cacheDir()).values()].includes(text)).toBe(false);
    const paths = ['media/p1/small.webp', 'media/p1/large.webp'];
    expect(await engine.purge(['/media/p1/'])).toMatchObject({ ok: true, value: { paths } });
    expect(readTree(distDir()).has('media/p1/large.webp')).toBe(false);
    expect(engine.live()?.lookup('/media/p1/large.webp')).toBeUndefined();
    expect(open().live()?.lookup('/News')).toBeDefined();
  });
});

describe('a purge with a replacement', () => {
  const drawn = Buffer.from('the drawn fallback');
  const replacement = () => drawn;
  const path = 'media/p2/large.webp';

  async function publishWithout() {
    site.content = { ...site.content, albums: [item('a1', { picture: 'p1' })] };
    site.sync();
    return publish();
  }

  test('leaves no kept release with a broken picture, in memory and in dist', async () => {
    await publish();
    await publishWithout();
    expect(await engine.purge(['/media/p2/'], replacement)).toMatchObject({ ok: true, value: { paths: [] } });
    expect(engine.live()?.recent(`/${path}`)).toBeUndefined();
    for (const opened of [engine, open()]) {
      expect(await opened.rollback()).toMatchObject({ ok: true });
      expect(readTree(distDir()).get(path)).toBe(String(drawn));
      const file = opened.live()?.lookup(`/${path}`);
      expect(file && Buffer.from((await opened.read(file)) ?? '')).toEqual(drawn);
      await opened.resume();
      engine = opened;
      await publish();
      await expectTree();
    }
  });

  test('reaches a release that a rollback holds, and is gone with the next one', async () => {
    await publish();
    await publishWithout();
    await engine.rollback();
    expect(await engine.purge(['/media/p2/', '/media/p1/'], replacement)).toMatchObject({ ok: true });
    for (const group of ['p1', 'p2']) expect(readTree(distDir()).get(`media/${group}/large.webp`)).toBe(String(drawn));
    expect([...readTree(cacheDir()).values()].some((text) => /^\/media\/p[12]\/ /.test(text))).toBe(false);
    await engine.resume();
    // Allowed again: its bytes are the picture's.
    await publish({ clean: true });
    await expectTree();
  });
});

describe('explain', () => {
  test('says which answer changed and which pages were left alone', async () => {
    await publish();
    site.content = { ...site.content, albums: [item('a1', { title: 'New' }), item('a2', { picture: 'p2' })] };
    site.sync();
    await publish();
    engine = open();
    expect(engine.explain('/Albums/a1')).toMatchObject({ rendered: true, why: 'Rendered: another answer to album a1.' });
    expect(engine.explain('/Albums/a1')?.queries).toContainEqual(
      expect.objectContaining({ query: 'album a1', changed: true, inputs: ['collection:albums'] }),
    );
    expect(engine.explain('/News')).toMatchObject({ rendered: false, reason: null });
    expect(engine.explain('/Nowhere')).toBeNull();
  });
});

describe('the lock', () => {
  test('makes a second writer wait, then name the holder', async () => {
    const held = await engine.lock('a long rebuild');
    const other = await open({ lockTimeout: 60 }).rebuild(site.world());
    expect(other).toMatchObject({
      ok: false,
      reason: 'locked',
      message: expect.stringMatching(/in use by process \d+ .*\(a long rebuild\)/),
    });
    expect(events).toContainEqual(expect.objectContaining({ type: 'lock-waiting' }));
    if (held.ok) await held.value.release();
    expect(await open({ lockTimeout: 60 }).rebuild(site.world())).toMatchObject({ ok: true });
  });

  test('of a dead process is taken over', async () => {
    await publish();
    for (const holder of [
      { pid: 4_194_303, started: '1' },
      { pid: process.pid, started: 'earlier' },
    ]) {
      const { hostname } = await import('node:os');
      writeFileSync(join(cacheDir(), 'lock'), JSON.stringify({ ...holder, host: hostname(), purpose: 'gone' }));
      expect(await publish()).toMatchObject({ state: 'unchanged' });
    }
  });

  test('that cannot be read is waited for, then told of in one line; what is live is served meanwhile', async () => {
    await publish();
    rmSync(join(cacheDir(), 'lock'), { force: true });
    mkdirSync(join(cacheDir(), 'lock'));
    const other = open({ lockTimeout: 60 });
    const refused = { ok: false, reason: 'locked', message: expect.stringMatching(/^[^\n]*a lock that cannot be read[^\n]*$/) };
    expect(await other.rebuild(site.world())).toMatchObject(refused);
    expect(await other.repair()).toMatchObject(refused);
    expect(other.live()?.lookup('/News')).toBeDefined();
    expect(readdirSync(cacheDir()).filter((name) => name.startsWith('lock.'))).toEqual([]);
  });

  test('can span what its holder does before and after', async () => {
    const held = await engine.lock('sync and rebuild');
    if (!held.ok) throw new Error(held.message);
    await publish({ lock: held.value });
    await held.value.release();
    await expectTree();
  });
});

describe('a state that cannot be read', () => {
  test.each(['current', 'engine'])('means that everything is rendered (%s)', async (name) => {
    await publish();
    const [log] = [...readTree(join(cacheDir(), 'engine')).keys()];
    const file = name === 'current' ? join(cacheDir(), 'current') : join(cacheDir(), 'engine', String(log));
    const whole = readFileSync(file);
    for (const bad of [
      whole.subarray(0, whole.length - 40),
      Buffer.from('alien'),
      Buffer.from(whole.toString().replace('2', '3')),
    ]) {
      writeFileSync(file, bad);
      engine = open();
      expect((await publish()).rendered.length).toBe(site.world().pages().length);
      await expectTree();
      if (name === 'engine') break;
    }
  });
});
