import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { keptReleases } from '../../../src/engine/releases.ts';
import { engineRig, lastReleases } from '../../support/engineRig.ts';
import { item } from '../../support/memorySite.ts';
import { readTree, sorted } from '../../support/trees.ts';

const rig = engineRig();

describe('releases', () => {
  const note = async (title: string) => {
    rig().site.content = { ...rig().site.content, notes: [item('h', { title })] };
    rig().site.sync();
    return rig().publish();
  };

  test('are listed newest first and bounded', async () => {
    rig().engine = rig().open({ retention: lastReleases(3) });
    const made = [];
    for (const title of ['one', 'two', 'three', 'four']) made.push((await note(title)).release);
    expect(
      rig()
        .engine.releases()
        .map(({ release }) => release),
    ).toEqual(made.slice(1).reverse());
    expect([...made].sort()).toEqual(made);
  });

  test('are listed newest first also when the clock was set back between them, and rollback goes to the one before', async () => {
    const one = await note('one');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 7_200_000 });
    const two = await note('two').finally(() => vi.useRealTimers());
    const listed = rig().engine.releases();
    expect(listed.map(({ release }) => release)).toEqual([two.release, one.release]);
    expect(await rig().engine.rollback()).toMatchObject({ ok: true, value: { release: one.release } });
  });

  test('carry their true time and are retired as ever after a clock that stood in 2100', async () => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const open = rig().open({ retention: { last: 1, days: 2, weeks: 0, day } });
    const publishOn = async (date: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(date) });
      rig().site.content = { ...rig().site.content, notes: [item('h', { title: date })] };
      rig().site.sync();
      await open.rebuild(rig().site.world()).finally(() => vi.useRealTimers());
    };
    const kept = () => open.releases().map(({ builtAt }) => day(builtAt));
    for (const date of ['2026-11-20', '2100-01-01', '2026-11-21']) await publishOn(date);
    expect(kept()).toEqual(['2026-11-21', '2100-01-01']);
    await publishOn('2026-11-22');
    expect(kept()).toEqual(['2026-11-22', '2026-11-21']);
    expect(day(open.live()?.builtAt ?? 0)).toBe('2026-11-22');
  });

  test('go back with rollback, hold, and go on after resume', async () => {
    const one = await note('one');
    const before = sorted(readTree(rig().distDir));
    const two = await note('two');
    expect(await rig().engine.rollback()).toMatchObject({ ok: true, value: { release: one.release } });
    expect(sorted(readTree(rig().distDir))).toEqual(before);
    expect(rig().engine.live()).toMatchObject({ release: one.release, held: true });
    rig().site.content = { ...rig().site.content, notes: [item('h', { title: 'three' })] };
    rig().site.sync();
    expect(await rig().publish()).toMatchObject({ state: 'held', release: one.release, rendered: [] });
    rig().engine.resume();
    const three = await rig().publish();
    expect(three.state).toBe('published');
    expect(three.release > two.release).toBe(true);
    rig().expectTree();
  });

  test('are said to be in dist by nobody while it is changed', async () => {
    const said: (string | null)[] = [];
    const open = rig().open({ onEvent: ({ type }) => void (type === 'installed' && said.push(open.inDist())) });
    await open.rebuild(rig().site.world());
    rig().site.content = { ...rig().site.content, notes: [item('h', { title: 'two' })] };
    rig().site.sync();
    await open.rebuild(rig().site.world());
    expect(said.length).toBeGreaterThan(4);
    expect(new Set(said)).toEqual(new Set([null]));
    expect(open.inDist()).toBe(open.live()?.release);
  });

  test('stand in another folder of the same cache as well, while a rollback holds', async () => {
    const one = await note('one');
    await note('two');
    const distDir = join(rig().cacheDir, '..', 'another');
    const other = rig().open({ distDir });
    await other.rebuild(rig().site.world());
    await rig().engine.rollback();
    expect(await other.rebuild(rig().site.world())).toMatchObject({ ok: true, value: { state: 'held', release: one.release } });
    expect(sorted(readTree(distDir))).toEqual(sorted(readTree(rig().distDir)));
  });

  test('end where they were when nothing changed between rollback and resume', async () => {
    await note('one');
    const two = await note('two');
    await rig().engine.rollback();
    rig().engine.resume();
    expect(await rig().publish()).toMatchObject({ state: 'published', release: two.release, rendered: [] });
    rig().expectTree();
  });

  test('that the store has lost while a rollback held are made anew', async () => {
    await note('one');
    const two = await note('two');
    await rig().engine.rollback();
    rmSync(join(rig().cacheDir, 'store'), { recursive: true });
    rig().engine.resume();
    expect(await rig().publish()).toMatchObject({ state: 'published', release: two.release });
    rig().expectTree();
  });

  test('of another process are noticed by a running one', async () => {
    const one = await note('one');
    await note('two');
    expect(rig().engine.live()?.held).toBe(false);
    await rig().open().rollback();
    expect(
      rig()
        .engine.releases()
        .find(({ live }) => live)?.release,
    ).toBe(one.release);
    expect(rig().engine.live()).toMatchObject({ release: one.release, held: true });
  });

  test('refuse to go back further than is kept', async () => {
    await note('one');
    expect(await rig().engine.rollback()).toMatchObject({ ok: false, reason: 'unknown-release' });
    expect(await rig().engine.rollback('no-such')).toMatchObject({ ok: false, message: expect.stringContaining('no-such') });
  });
});

describe('the releases kept', () => {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const at = (text: string) => ({ release: text, at: Date.parse(`${text}Z`), note: null });
  const all = [
    '2026-11-01T09:00',
    '2026-11-09T09:00',
    '2026-11-17T09:00',
    '2026-11-18T08:00',
    '2026-11-18T09:00',
    '2026-11-19T08:00',
    '2026-11-19T08:01',
  ];

  test('are the last ones, the newest of each of the last days, and of each of the last weeks', () => {
    const kept = (last: number, days: number, weeks: number) => [...keptReleases(all.map(at), { last, days, weeks, day })].sort();
    expect(kept(2, 0, 0)).toEqual(['2026-11-19T08:00', '2026-11-19T08:01']);
    expect(kept(1, 3, 0)).toEqual(['2026-11-17T09:00', '2026-11-18T09:00', '2026-11-19T08:01']);
    expect(kept(1, 0, 3)).toEqual(['2026-11-01T09:00', '2026-11-09T09:00', '2026-11-19T08:01']);
  });

  test('can be gone back to over those that are not', async () => {
    const note = async (title: string) => {
      rig().site.content = { ...rig().site.content, notes: [item('h', { title })] };
      rig().site.sync();
      return rig().publish();
    };
    const first = await note('yesterday');
    const before = sorted(readTree(rig().distDir));
    const yesterday = rig().engine.releases()[0]?.builtAt;
    const dayOf = (moment: number) => (moment === yesterday ? '2026-11-17' : '2026-11-18');
    rig().engine = rig().open({ retention: { last: 2, days: 2, weeks: 0, day: dayOf } });
    for (const title of ['one', 'two', 'three', 'four']) await note(title);
    expect(rig().engine.releases()).toHaveLength(3);
    expect(await rig().engine.rollback(first.release)).toMatchObject({ ok: true });
    expect(sorted(readTree(rig().distDir))).toEqual(before);
  });
});

describe('the live release', () => {
  test('answers addresses as a static host does', async () => {
    await rig().publish();
    const live = rig().engine.live();
    expect(live?.lookup('/')?.path).toBe('index.html');
    expect(live?.lookup('/News')?.path).toBe('News.html');
    expect(live?.lookup('/app.1.js')?.path).toBe('app.1.js');
    expect(live?.lookup('/nothing')).toBeUndefined();
  });

  test('still knows the assets and data files of the releases before', async () => {
    await rig().publish();
    rig().site.code = 2;
    rig().site.content = { ...rig().site.content, news: [] };
    rig().site.sync();
    const data = [...readTree(rig().distDir).keys()].find((path) => path.startsWith('data/2025'));
    await rig().publish();
    for (const path of ['/app.1.js', `/${data}`]) {
      expect(rig().engine.live()?.lookup(path)).toBeUndefined();
      const file = rig().engine.live()?.recent(path);
      expect(file && (await rig().engine.read(file))).toBeTruthy();
    }
  });

  test('has compressed copies on demand: at once, and soon after smaller ones', async () => {
    const title = Array.from({ length: 3000 }, (_, at) => `word${(at * 7919) % 1000}`).join(' ');
    rig().site.content = { ...rig().site.content, notes: [item('h', { title })] };
    rig().site.sync();
    await rig().publish();
    const page = rig().engine.live()?.lookup('/News');
    if (!page) throw new Error('not published');
    const copies = await Promise.all([
      rig().engine.encoded(page, 'br', 'quick'),
      rig().engine.encoded(page, 'br', 'quick'),
      rig().engine.encoded(page, 'gzip', 'quick'),
    ]);
    expect(copies.every((copy) => copy && copy.length < page.size)).toBe(true);
    const [quick] = copies;
    const best = await rig().engine.encoded(page, 'br', 'best');
    expect(best?.length).toBeLessThan(quick?.length ?? 0);
    await expect.poll(async () => (await rig().engine.encoded(page, 'br', 'quick'))?.length).toBe(best?.length);
    // A larger file is sent in parts.
    expect(await rig().engine.encoded({ ...page, size: 5 * 1024 * 1024 }, 'gzip', 'quick')).toBeNull();
  });

  test('is not served from damaged bytes, which the next rebuild makes anew', async () => {
    await rig().publish();
    const page = rig().engine.live()?.lookup('/News');
    if (!page) throw new Error('not published');
    writeFileSync(page.file, 'damaged');
    expect(Buffer.from((await rig().engine.read(page)) ?? '').toString()).toContain('<!doctype');
    writeFileSync(page.file, 'damaged');
    rmSync(join(rig().distDir, 'News.html'));
    rig().engine = rig().open();
    expect((await rig().publish()).rendered).toEqual(['/News']);
    rig().expectTree();
  });
});
