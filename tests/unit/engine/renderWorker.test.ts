import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RenderWorker } from '../../../src/engine/renderWorker.ts';
import type { EngineEvent } from '../../../src/engine/types.ts';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { openDatabase } from '../../support/memorySite.ts';
import { readTree, sorted, temporaryFolder } from '../../support/trees.ts';
import { type ThreadData, threadWorld } from './threadWorld.ts';

const PAGES = Array.from({ length: 600 }, (_, at) => `/page-${at}`);
const SMALL_REBUILDS = fileURLToPath(new URL('./smallRebuilds.ts', import.meta.url));
const MISSING = new URL('./not-there.ts', import.meta.url).href;

let folder: ReturnType<typeof temporaryFolder>;
let data: ThreadData;
let events: EngineEvent[];

const open = (name = 'site') =>
  new LockedEngine({
    database: openDatabase(join(folder.path, name, 'cache')),
    cacheDir: join(folder.path, name, 'cache'),
    distDir: join(folder.path, name, 'dist'),
    onEvent: (event) => events.push(event),
  });
const tree = (name = 'site') => sorted(readTree(join(folder.path, name, 'dist')));
const renderedInWorker = () => Atomics.load(data.inWorker, 0);
const withTitle = (page: string, title: string | null): ThreadData => {
  const titles = new Map(data.titles);
  if (title === null) titles.delete(page);
  else titles.set(page, title);
  return { ...data, titles };
};

beforeEach(() => {
  folder = temporaryFolder();
  events = [];
  const titles = new Map(PAGES.map((page) => [page, `Title of ${page}`]));
  data = { pages: PAGES, titles, inWorker: new Int32Array(new SharedArrayBuffer(4)) };
});
afterEach(() => folder.remove());

describe('a rebuild of many pages', () => {
  test('with a worker publishes what one without does, and records the same answers', async () => {
    const alone = await open('alone').rebuild(threadWorld(data, { alone: true }));
    const engine = open();
    const result = await engine.rebuild(threadWorld(data));
    if (!result.ok || !alone.ok) throw new Error('Nothing was published.');
    expect(renderedInWorker()).toBeGreaterThan(0);
    expect(renderedInWorker()).toBeLessThan(PAGES.length);
    expect(tree()).toEqual(tree('alone'));
    expect([...result.value.rendered].sort()).toEqual([...alone.value.rendered].sort());
    // Nothing has changed: every page's answers are known, whichever thread they were asked in.
    expect(await engine.rebuild(threadWorld(data))).toMatchObject({ ok: true, value: { rendered: [] } });
  });

  test('stores no page again that comes out as it was, in either thread', async () => {
    const engine = open();
    await engine.rebuild(threadWorld(data));
    data.inWorker.fill(0);
    events = [];
    const second = await engine.rebuild(threadWorld(data, { code: 2 }));
    expect(second.ok && second.value.rendered.length).toBe(PAGES.length);
    expect(renderedInWorker()).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === 'stored')).toEqual([]);
  });

  // The engine's thread renders the first page and waits; the second is the worker's first.
  test('names a page that fails in the worker, and publishes nothing', async () => {
    data = withTitle('/page-1', null);
    const result = await open().rebuild(threadWorld(data));
    expect(result).toMatchObject({ ok: false, reason: 'render-failed', message: expect.stringContaining('/page-1 could not') });
    expect(events.some(({ type }) => type === 'live')).toBe(false);
  });

  test.each(['/page-0', '/page-1'])('publishes nothing when a file may not be published (%s)', async (page) => {
    data = withTitle(page, 'unpublishable');
    const message = 'The file must not be published. Nothing was published.';
    expect(await open().rebuild(threadWorld(data))).toMatchObject({ ok: false, reason: 'refused', message });
    expect(events.some(({ type }) => type === 'live')).toBe(false);
  });

  test.each(['same code', 'other code'])(
    'that fails leaves everything to the next one: what goes, what comes and what changes (%s)',
    async (kind) => {
      const code = kind === 'same code' ? 1 : 2;
      await open().rebuild(threadWorld(data));
      const pages = [...PAGES.slice(5), '/page-new'];
      const titles = new Map(pages.map((page) => [page, `Another title of ${page}`]));
      titles.delete('/page-7');
      data = { ...data, pages, titles };
      data.inWorker.fill(0);
      const engine = open();
      expect(await engine.rebuild(threadWorld(data, { code }))).toMatchObject({ ok: false, reason: 'render-failed' });
      data = withTitle('/page-7', 'Mended');
      for (const next of [engine, open()]) expect(await next.rebuild(threadWorld(data, { code }))).toMatchObject({ ok: true });
      expect(tree().map(([path]) => path)).toEqual(pages.map((page) => `${page.slice(1)}.html`).sort());
      expect(new Map(tree()).get('page-9.html')).toContain('Another title');
    },
  );

  test('is shared with a worker that was warmed up', async () => {
    const engine = open();
    engine.worker.preload({ module: import.meta.resolve('./threadWorld.ts'), data: null });
    const result = await engine.rebuild(threadWorld(data));
    expect(result.ok && result.value.rendered.length).toBe(PAGES.length);
    expect(renderedInWorker()).toBeGreaterThan(0);
  });
});

describe('a render worker', () => {
  test('says why it cannot make a world, unless it was ended before', async () => {
    const worker = new RenderWorker({ storeDir: folder.path, distDir: folder.path });
    const ref = { module: MISSING, data };
    worker.preload(ref);
    await expect(worker.open(ref, [])).rejects.toThrow(/not-there/);
    const late = worker.open(ref, []);
    await worker.end();
    expect(await late).toBe(false);
  });

  test('keeps the process alive for as long as its end is awaited, through many small rebuilds', () => {
    const child = spawnSync(process.execPath, [SMALL_REBUILDS, folder.path], { encoding: 'utf8' });
    expect([child.status, child.stderr, child.stdout]).toEqual([0, '', 'done\n']);
  });
});
