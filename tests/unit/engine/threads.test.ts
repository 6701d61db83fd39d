import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineEvent, openEngine } from '../../../src/engine/index.ts';
import { type ThreadData, threadWorld } from '../../support/thread-world.ts';
import { readTree, sorted, temporaryFolder } from '../../support/trees.ts';

const PAGES = Array.from({ length: 600 }, (_, at) => `/page-${at}`);

let folder: ReturnType<typeof temporaryFolder>;
let data: ThreadData;
let events: EngineEvent[];

const open = (name = 'site') =>
  openEngine({
    cacheDir: join(folder.path, name, 'cache'),
    distDir: join(folder.path, name, 'dist'),
    onEvent: (event) => events.push(event),
  });
const tree = (name = 'site') => sorted(readTree(join(folder.path, name, 'dist')));
const renderedThere = () => Atomics.load(data.there, 0);

beforeEach(() => {
  folder = temporaryFolder();
  events = [];
  const titles = new Map(PAGES.map((page) => [page, `Title of ${page}`]));
  data = { pages: PAGES, titles, there: new Int32Array(new SharedArrayBuffer(4)) };
});
afterEach(() => folder.remove());

test('two threads publish what one does, and record the same answers', async () => {
  const alone = await open('alone').rebuild(threadWorld(data, { alone: true }));
  const engine = open();
  const result = await engine.rebuild(threadWorld(data));
  if (!result.ok || !alone.ok) throw new Error('Nothing was published.');
  expect(renderedThere()).toBeGreaterThan(0);
  expect(renderedThere()).toBeLessThan(PAGES.length);
  expect(tree()).toEqual(tree('alone'));
  expect([...result.value.rendered].sort()).toEqual([...alone.value.rendered].sort());
  await result.value.finish();
  // Nothing has changed: every page's answers are known, whichever thread they were asked in.
  const again = await engine.rebuild(threadWorld(data));
  expect(again.ok && [again.value.rendered, again.value.reused]).toEqual([[], PAGES.length]);
  if (again.ok) await again.value.finish();
});

test('pages that come out as they were are not stored again, in either thread', async () => {
  const engine = open();
  const first = await engine.rebuild(threadWorld(data));
  if (first.ok) await first.value.finish();
  data.there.fill(0);
  events = [];
  const second = await engine.rebuild(threadWorld(data, { code: 2 }));
  expect(second.ok && second.value.rendered.length).toBe(PAGES.length);
  expect(renderedThere()).toBeGreaterThan(0);
  expect(events.filter(({ type }) => type === 'stored')).toEqual([]);
  if (second.ok) await second.value.finish();
});

test('a page that fails in the second thread is named, and nothing is published', async () => {
  // The first page is rendered here and waits; the second is the other thread's first.
  data = { ...data, titles: new Map([...data.titles].filter(([page]) => page !== '/page-1')) };
  const result = await open().rebuild(threadWorld(data));
  expect(result).toMatchObject({ ok: false, reason: 'render-failed', message: expect.stringContaining('/page-1 could not') });
  expect(events.some(({ type }) => type === 'live')).toBe(false);
});

test('a second thread that was made ready before takes part', async () => {
  const engine = open();
  const helper = engine.startHelper();
  helper.prepare(threadWorld(data).elsewhere?.()?.module ?? '', null);
  const result = await engine.rebuild(threadWorld(data), { helper });
  await helper.end();
  expect(result.ok && result.value.rendered.length).toBe(PAGES.length);
  expect(renderedThere()).toBeGreaterThan(0);
});

test('a world that the second thread cannot make says why, one that nobody needs any more does not', async () => {
  const module = new URL('./not-there.ts', import.meta.url).href;
  const helper = open().startHelper();
  helper.prepare(module, null);
  await expect(helper.open({ module, data }, [])).rejects.toThrow(/not-there/);
  const late = helper.open({ module, data }, []);
  await helper.end();
  expect(await late).toBe(false);
});
