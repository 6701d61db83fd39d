import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchOwnCode } from '../../../src/worker/ownCode.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
let told: string[];
let stop: () => void;
beforeEach(() => {
  folder = temporaryFolder();
  told = [];
  write('package-lock.json', '{}');
  write('src/worker/worker.ts', '1');
  write('src/pages/News.astro', '1');
  stop = watchOwnCode(folder.path, (why) => told.push(why), 5);
});
afterEach(() => {
  stop();
  folder.remove();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder.path, path)), { recursive: true });
  writeFileSync(join(folder.path, path), text);
}

/** Some looks later. */
const later = () => new Promise((resolve) => setTimeout(resolve, 150));

test.each([
  ['src/worker/worker.ts', '2'],
  ['src/gateway/new.ts', '1'],
  ['package-lock.json', '{"name": "other"}'],
])('a worker whose %s was replaced is told to be started again, once', async (path, text) => {
  await later();
  expect(told).toEqual([]);
  write(path, text);
  await expect.poll(() => told).toEqual(["The worker's own code was replaced: start the worker again."]);
  write(path, `${text} again`);
  await later();
  expect(told).toHaveLength(1);
});

test('pages and words, which a rebuild compiles anew, need no restart', async () => {
  await later();
  write('src/pages/News.astro', '2');
  write('src/content/menu.yaml', 'x');
  await later();
  expect(told).toEqual([]);
});

test('code that was put back before anybody saw it twice needs no restart', async () => {
  await later();
  write('src/worker/worker.ts', '1');
  await later();
  expect(told).toEqual([]);
});
