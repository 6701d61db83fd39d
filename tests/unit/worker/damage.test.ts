import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { ENGINE_SCHEMA } from '../../../src/engine/engine.ts';
import type { ReleaseFile } from '../../../src/engine/releases.ts';
import { createFileHandler } from '../../../src/worker/files.ts';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { MemorySite } from '../../support/memorySite.ts';
import { temporaryFolder } from '../../support/trees.ts';

const LONG_TITLE = 'word '.repeat(500);
/** Larger than what is read whole. */
const LARGE = 300_000;

let folder: ReturnType<typeof temporaryFolder>;
let engine: LockedEngine;
let server: ReturnType<typeof serve>;
let url: string;

function openAgain(): LockedEngine {
  const cacheDir = join(folder.path, 'cache');
  const database = new SiteDatabase({ file: join(cacheDir, 'site.db'), schema: ENGINE_SCHEMA });
  return new LockedEngine({ database, cacheDir, distDir: join(folder.path, 'dist') });
}

async function listen() {
  const handle = createFileHandler({
    live: () => engine.live(),
    read: (file) => engine.read(file),
    open: (file) => engine.open(file),
    encoded: (...args) => engine.encoded(...args),
  });
  await new Promise<void>((resolve) => {
    server = serve({ fetch: handle, port: 0 }, () => resolve());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function published(path: string): ReleaseFile {
  const file = engine.live()?.lookup(path);
  if (!file) throw new Error(`${path} is not published`);
  return file;
}

/** Status and number of bytes of an answer; rejects when it breaks off. */
async function get(path: string, encoding = 'identity') {
  const answer = await fetch(url + path, { headers: { 'accept-encoding': encoding }, signal: AbortSignal.timeout(20_000) });
  return { status: answer.status, size: (await answer.arrayBuffer()).byteLength };
}

beforeEach(async () => {
  folder = temporaryFolder();
  const site = new MemorySite(join(folder.path, 'media'));
  const about = { day: '2026-03-01', picture: null };
  site.content = {
    news: [],
    albums: [{ ...about, id: 'a1', title: 'Large', body: 'x'.repeat(LARGE) }],
    notes: [{ ...about, id: 'h1', title: LONG_TITLE, body: '' }],
  };
  site.sync();
  engine = openAgain();
  const rebuilt = await engine.rebuild(site.world());
  if (!rebuilt.ok) throw new Error(rebuilt.message);
  await listen();
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  folder.remove();
});

describe('a compressed copy', () => {
  test.each(['br', 'gzip'])('that was damaged (%s) is never served: it is made again', async (encoding) => {
    const page = published('/News');
    const whole = { status: 200, size: page.size };
    expect(await get('/News', encoding)).toEqual(whole);
    const copy = `${page.file}.${encoding === 'br' ? 'br' : 'gz'}`;
    // Whoever asks first has a quick one.
    await expect.poll(() => existsSync(copy)).toBe(true);
    for (const damage of [() => truncateSync(copy, 0), () => truncateSync(copy, 20), () => writeFileSync(copy, 'alien')]) {
      damage();
      expect(await get('/News', encoding)).toEqual(whole);
      damage();
      engine = openAgain();
      expect(await get('/News', encoding)).toEqual(whole);
    }
  });
});

describe('a file of the store', () => {
  test.each([
    ['small', '/News'],
    ['large', '/Albums/a1'],
  ])('that is lost or damaged while the worker runs (%s) is served whole from dist', async (_size, path) => {
    const file = published(path);
    const whole = { status: 200, size: file.size };
    expect(await get(path)).toEqual(whole);
    for (const damage of [() => rmSync(file.file), () => truncateSync(file.file, 10), () => truncateSync(file.file, 0)]) {
      damage();
      expect(await get(path)).toEqual(whole);
      expect(await get(path, 'br')).toEqual(whole);
    }
  });

  test.each(['/News', '/Albums/a1'])('that dist has lost as well (%s) is answered 503 and never in part', async (path) => {
    const file = published(path);
    rmSync(file.file);
    rmSync(join(folder.path, 'dist', file.path));
    expect((await get(path)).status).toBe(503);
  });
});
