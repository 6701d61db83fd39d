import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { Tree } from '../../../src/targets/tree.ts';
import { temporaryFolder } from '../../support/trees.ts';

const FOLDERS = 7;
/** Only these of the release's files are there, as a file that is not there costs a comparison as much. */
const isThere = (at: number) => at % 500 < 10;
const bytesOf = (at: number) => String(at).padStart(6, '0');
const pathOf = (at: number) => `${at % FOLDERS}/${at}.html`;

let folder: ReturnType<typeof temporaryFolder>;
const inFolder = (path: string) => join(folder.path, path);

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test.each([
  ['all was touched', 1],
  ['nothing was touched', Date.now() + 3_600_000],
])('a large folder lacks the same with and without a second thread that looks at a share of it (%s)', async (_, since) => {
  const tree = new Tree(folder.path, '.incoming');
  const files = Array.from({ length: 12_000 }, (__, at) => ({ path: pathOf(at), digest: digestOf(bytesOf(at)), size: 6 }));
  for (let at = 0; at < FOLDERS; at += 1) mkdirSync(inFolder(String(at)));
  for (const at of files.keys()) if (isThere(at)) writeFileSync(inFolder(pathOf(at)), bytesOf(at));
  for (let at = 0; at < 5; at += 1) {
    writeFileSync(inFolder(pathOf(500 + at)), 'longer than it was');
    rmSync(inFolder(pathOf(1000 + at)));
    rmSync(inFolder(pathOf(1500 + at)));
    mkdirSync(inFolder(pathOf(1500 + at)));
    rmSync(inFolder(pathOf(2000 + at)));
    symlinkSync(inFolder(pathOf(1)), inFolder(pathOf(2000 + at)));
    writeFileSync(inFolder(pathOf(2500 + at)), '......');
  }
  writeFileSync(inFolder('3/foreign.html'), '');
  // All of one folder stands behind a link.
  renameSync(inFolder('6'), `${folder.path}-moved`);
  symlinkSync(`${folder.path}-moved`, inFolder('6'));
  const suspects = new Set([pathOf(3000), pathOf(3001), pathOf(3002), pathOf(3003), pathOf(3004)]);
  let lookedAt = 0;
  const beside: Parameters<typeof tree.compare>[3] = async (paths, ...rest) => {
    lookedAt += paths.length;
    return tree.untouched(paths, ...rest);
  };
  const namesOf = async (difference: ReturnType<typeof tree.compare<(typeof files)[number]>>) => {
    const { changed, removed } = await difference;
    return { changed: changed.map(({ path }) => path).sort(), removed: removed.toSorted() };
  };
  const alone = await namesOf(tree.compare(files, since, suspects));
  expect(await namesOf(tree.compare(files, since, suspects, beside))).toEqual(alone);
  expect(lookedAt).toBeGreaterThan(4000);
  expect(alone.changed).not.toContain(pathOf(1));
  const areTouched = since === 1;
  expect(alone.changed.filter((path) => path === pathOf(2500) || path === pathOf(2501))).toHaveLength(areTouched ? 2 : 0);
  rmSync(`${folder.path}-moved`, { recursive: true });
});
