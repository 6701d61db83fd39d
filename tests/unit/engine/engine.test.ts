import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { engineRig } from '../../support/engineRig.ts';
import { item } from '../../support/memorySite.ts';
import { readTree, sorted } from '../../support/trees.ts';

const rig = engineRig();

describe('a first rebuild', () => {
  test('renders every page and publishes exactly the tree', async () => {
    const result = await rig().publish();
    expect([...result.rendered].sort()).toEqual(rig().site.world().allPages().sort());
    expect(result.state).toBe('published');
    rig().expectTree();
  });
});

describe('a rebuild of many pages', () => {
  beforeEach(() => {
    rig().site.content = { ...rig().site.content, albums: Array.from({ length: 300 }, (_, at) => item(`a${at}`)) };
    rig().site.sync();
  });

  test('publishes exactly the tree', async () => {
    await rig().publish();
    rig().expectTree();
    rig().site.code = 2;
    expect((await rig().publish()).rendered.length).toBeGreaterThan(300);
    rig().expectTree();
  });

  test('publishes nothing when one page cannot be rendered', async () => {
    rig().site.failing.add('/Albums/a250');
    expect(await rig().engine.rebuild(rig().site.world())).toMatchObject({
      ok: false,
      message: expect.stringContaining('/Albums/a250'),
    });
    expect(rig().engine.live()).toBeNull();
    expect(readTree(rig().distDir).size).toBe(0);
  });
});

describe('a rebuild', () => {
  test('renders and writes nothing when nothing changed, warm and cold', async () => {
    const first = await rig().publish();
    for (const next of [rig().engine, rig().open()]) {
      rig().engine = next;
      const result = await rig().publish();
      expect(result).toMatchObject({ state: 'unchanged', release: first.release, rendered: [], written: [], removed: [] });
    }
  });

  test('renders exactly the pages of which an answer changed', async () => {
    await rig().publish();
    rig().site.content = {
      ...rig().site.content,
      news: rig().site.content.news.map((one) => (one.id === 'n3' ? { ...one, body: 'Another body' } : one)),
    };
    rig().site.sync();
    const result = await rig().publish();
    expect([...result.rendered].sort()).toEqual(['/News', '/News/2025-01', 'data:2025']);
    expect(result.removed).toHaveLength(1);
    rig().expectTree();
  });

  test('asks each recorded query at most once, and only where an input that it reads changed', async () => {
    await rig().publish();
    rig().site.content = { ...rig().site.content, albums: [...rig().site.content.albums, item('a3')] };
    rig().site.sync();
    const world = rig().site.world();
    await rig().engine.rebuild(world);
    expect(world.asks.sort()).toEqual(['album a3', 'albumPages', 'albums']);
  });

  test('renders nothing when an input changed and no answer did', async () => {
    await rig().publish();
    rig().site.content = { ...rig().site.content, notes: [item('h1', { body: 'Not shown' })] };
    rig().site.sync();
    expect(await rig().publish()).toMatchObject({ state: 'unchanged', rendered: [], written: [] });
  });

  test('removes a page, its data and its pictures when its item is gone', async () => {
    await rig().publish();
    rig().site.content = { ...rig().site.content, albums: rig().site.content.albums.slice(0, 1) };
    rig().site.sync();
    const result = await rig().publish();
    expect(result.removed).toEqual(['Albums/a2.html', 'media/p2/large.webp', 'media/p2/small.webp']);
    rig().expectTree();
  });

  test('renders every page under another version of the code', async () => {
    await rig().publish();
    rig().site.code = 2;
    const result = await rig().publish();
    expect([...result.rendered].sort()).toEqual(rig().site.world().allPages().sort());
    rig().expectTree();
  });

  test('publishes nothing when a page cannot be rendered, names it, and keeps nothing of what it rendered', async () => {
    await rig().publish();
    const before = sorted(readTree(rig().distDir));
    const stored = sorted(readTree(join(rig().cacheDir, 'store')));
    rig().site.failing.add('/Albums');
    rig().site.content = { ...rig().site.content, albums: [], notes: [item('h2')] };
    rig().site.sync();
    const result = await rig().engine.rebuild(rig().site.world());
    expect(result).toMatchObject({
      ok: false,
      reason: 'render-failed',
      message: expect.stringMatching(/^\/Albums could not be rendered: The template broke/),
    });
    expect(sorted(readTree(rig().distDir))).toEqual(before);
    expect(sorted(readTree(join(rig().cacheDir, 'store')))).toEqual(stored);
    rig().site.failing.clear();
    await rig().publish();
    rig().expectTree();
  });

  test('takes up again after a failure what it had found to change', async () => {
    await rig().publish();
    rig().site.failing.add('/');
    rig().site.content = { ...rig().site.content, notes: [item('h2')] };
    rig().site.sync();
    await rig().engine.rebuild(rig().site.world());
    rig().site.failing.clear();
    expect((await rig().publish()).rendered.length).toBe(
      rig()
        .site.world()
        .allPages()
        .filter((page) => page.startsWith('/')).length,
    );
    rig().expectTree();
  });
});

describe('a clean build', () => {
  test('renders everything and ends in the same tree', async () => {
    const first = await rig().publish();
    const result = await rig().publish({ clean: true });
    expect(result.rendered).toHaveLength(first.rendered.length);
    expect(result).toMatchObject({ state: 'unchanged', written: [], removed: [] });
    rig().expectTree();
  });
});
