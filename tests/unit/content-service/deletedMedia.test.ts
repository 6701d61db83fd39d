import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLibrary } from '../../../scripts/content-service/library.ts';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';

let root = '';
let folder = '';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  root = mkdtempSync(join(tmpdir(), 'deleted-media-'));
  folder = join(root, 'content');
  mkdirSync(join(folder, 'media'), { recursive: true });
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) writeFileSync(join(folder, 'media', name), name);
  writeFileSync(join(folder, 'gallery.yaml'), '- title: Fete\n  attachments: [a.jpg, b.jpg, c.jpg]\n');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

const NOTHING = { collections: [], media: [] };

test('one file of media that went is told after two seconds, unless it is back by then', async () => {
  const library = await openLibrary(folder, () => {});
  renameSync(join(folder, 'media/a.jpg'), join(root, 'a.jpg'));
  expect(await library.refresh()).toEqual(NOTHING);
  vi.advanceTimersByTime(1000);
  renameSync(join(root, 'a.jpg'), join(folder, 'media/a.jpg'));
  expect(await library.refresh()).toEqual({ collections: ['gallery'], media: ['a.jpg'] });
  rmSync(join(folder, 'media/a.jpg'));
  expect(await library.refresh()).toEqual(NOTHING);
  expect(library.isSettling()).toBe(true);
  vi.advanceTimersByTime(2000);
  expect(await library.refresh()).toEqual({ collections: ['gallery'], media: ['a.jpg'] });
  expect(library.isSettling()).toBe(false);
});

test('where more went than are left, the folder may be on its way back: that is told after a minute', async () => {
  const library = await openLibrary(folder, () => {});
  rmSync(join(folder, 'media'), { recursive: true });
  expect(await library.refresh()).toEqual(NOTHING);
  expect(library.isAway('a.jpg')).toBe(true);
  vi.advanceTimersByTime(59_000);
  expect(await library.refresh()).toEqual(NOTHING);
  vi.advanceTimersByTime(1000);
  expect(await library.refresh()).toEqual({ collections: ['gallery'], media: ['a.jpg', 'b.jpg', 'c.jpg'] });
  expect(library.isAway('a.jpg')).toBe(false);
});

test('a content folder that is away is told as long as it is, and what it held stays', async () => {
  const told: string[] = [];
  const library = await openLibrary(folder, (line) => void told.push(line));
  const warnings = () => JSON.parse(Buffer.from(library.warnings()?.bytes ?? []).toString() || '[]') as { why: string }[];
  const list = library.list('gallery');
  renameSync(folder, join(root, 'away'));
  expect(await library.refresh()).toEqual({ collections: COLLECTION_NAMES, media: [] });
  expect(await library.refresh()).toEqual(NOTHING);
  expect(library.list('gallery')).toBe(list);
  expect(warnings()[0]?.why).toMatch(/^it cannot be read: ENOENT.* The last good content stays\.$/);
  renameSync(join(root, 'away'), folder);
  expect((await library.refresh()).collections).toEqual(COLLECTION_NAMES);
  expect(warnings()).toEqual([]);
  expect(told.at(-1)).toBe('All of the content folder is in order again.');
});

test('what references meant is looked for half a second at most while the names are as they are', async () => {
  const library = await openLibrary(folder, () => {});
  expect(library.mediaMeantBy('aa.jpg')).toBe('a.jpg');
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 400));
  library.mediaMeantBy('x.jpg');
  library.mediaMeantBy('y.jpg');
  expect(library.mediaMeantBy('bb.jpg')).toBeUndefined();
  expect(library.mediaMeantBy('aa.jpg')).toBe('a.jpg');
  clock.mockRestore();
  writeFileSync(join(folder, 'media/d.jpg'), 'd');
  await library.refresh();
  expect(library.mediaMeantBy('bb.jpg')).toBe('b.jpg');
});
