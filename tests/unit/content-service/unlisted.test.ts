/** Folders inside the content folder that the service's user may not list or enter. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sendFile } from '../../../scripts/content-service/answers.ts';
import { fieldsOf } from '../../../scripts/content-service/checks.ts';
import { openLibrary } from '../../../scripts/content-service/library.ts';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';

let folder = '';
const warned: string[] = [];

/** The rights of files do not bind root. */
const isRoot = process.getuid?.() === 0;

/** Runs a part of a test as a user who is not the folders' owner, where this one may become one. */
async function asAnotherUser<Given>(act: () => Promise<Given>): Promise<Given> {
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

const title = (path: string, text: string) => writeFileSync(join(folder, path), `title: ${text}\n`);

beforeAll(async () => {
  // What is loaded later is loaded by this user.
  await fieldsOf('news');
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unlisted-'));
  warned.length = 0;
  for (const inside of ['news', 'news/old', 'media', 'media/sports', 'lost+found', 'media/.Trash']) {
    mkdirSync(join(folder, inside));
    chmodSync(join(folder, inside), 0o755);
  }
  chmodSync(folder, 0o755);
  title('news/new.yaml', 'New');
  title('news/old/old.yaml', 'Old');
  writeFileSync(join(folder, 'media/sports/day.jpg'), 'a picture');
  for (const file of ['news/new.yaml', 'news/old/old.yaml', 'media/sports/day.jpg']) chmodSync(join(folder, file), 0o644);
  onTestFinished(() => {
    for (const inside of ['news', 'news/old', 'media/sports', 'lost+found', 'media/.Trash'])
      chmodSync(join(folder, inside), 0o755);
    rmSync(folder, { recursive: true, force: true });
  });
});

const open = () => openLibrary(folder, (line) => warned.push(line));
const titlesOf = ({ list }: Awaited<ReturnType<typeof open>>): string[] =>
  JSON.parse(Buffer.from(list('news').bytes).toString()).map((item: { title: string }) => item.title);

test.each([
  ['listed', 0o000],
  ['entered', 0o444],
])('one that can no more be %s keeps what it held, and is named; what lies beside it changes all the same', async (_, bits) => {
  const library = await open();
  chmodSync(join(folder, 'news/old'), bits);
  chmodSync(join(folder, 'media/sports'), bits);
  title('news/new.yaml', 'Newer');
  await asAnotherUser(library.refresh);
  expect(titlesOf(library)).toEqual(['Newer', 'Old']);
  expect(library.media('sports/day.jpg')).toBe(join(folder, 'media/sports/day.jpg'));
  expect(warned).toEqual([
    expect.stringMatching(/^media\/sports\/: this folder cannot be listed: EACCES.* What it was last known to hold stays\.$/),
    expect.stringMatching(/^news\/old\/: this folder cannot be listed: EACCES/),
  ]);
  chmodSync(join(folder, 'news/old'), 0o755);
  chmodSync(join(folder, 'media/sports'), 0o755);
  await library.refresh();
  expect(warned.at(-1)).toBe('All of the content folder is in order again.');
});

test('the content folder itself that can be listed and not entered is none that can be read: all stays as it was', async () => {
  title('events.yaml', 'Event');
  const library = await open();
  chmodSync(folder, 0o444);
  expect((await asAnotherUser(library.refresh)).collections).toEqual(COLLECTION_NAMES);
  expect(warned.at(-1)).toMatch(/^the content folder: it cannot be read: EACCES.* The last good content stays\.$/);
  chmodSync(folder, 0o755);
  expect(titlesOf(library)).toEqual(['New', 'Old']);
  expect(JSON.parse(Buffer.from(library.list('events').bytes).toString())).toHaveLength(1);
});

test('what one held that could not be listed at the start stays unknown when the folder around it is closed as well', async () => {
  chmodSync(join(folder, 'news/old'), 0o000);
  const library = await asAnotherUser(open);
  chmodSync(join(folder, 'news'), 0o000);
  await asAnotherUser(library.refresh);
  expect(library.lost('news')?.item).toBe('news/old/');
});

test('of one that cannot be listed when the service starts, what it held is not known; others are passed over in silence', async () => {
  for (const path of ['news/old', 'lost+found', 'media/.Trash']) chmodSync(join(folder, path), 0o000);
  const library = await asAnotherUser(open);
  expect(titlesOf(library)).toEqual(['New']);
  expect(library.lost('news')?.item).toBe('news/old/');
  expect(warned).toHaveLength(1);
  expect(library.closedMedia('.Trash/day.jpg')).toBeNull();
});

test('what may lie in a folder of pictures that is closed is not said to be gone', async () => {
  chmodSync(join(folder, 'media/sports'), 0o000);
  const library = await asAnotherUser(open);
  expect(library.media('sports/day.jpg')).toBeNull();
  expect(library.closedMedia('sports/day.jpg')?.item).toBe('media/sports/');
  expect(library.closedMedia('other.jpg')).toBeNull();
  const loop = join(folder, 'loop');
  symlinkSync('loop', loop);
  const app = new Hono().get('/:file', (c) => sendFile(c, join(folder, c.req.param('file'))));
  app.onError((_, c) => c.body(null, 500));
  expect((await app.request('/loop')).status).toBe(500);
  expect((await app.request('/nothing')).status).toBe(404);
});
