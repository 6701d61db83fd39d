import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWarning, ROOT, whyNotTheseFolders } from '../../../scripts/lib/command.ts';

const reason = (cacheDir: string, dataDir: string) => whyNotTheseFolders('/srv/school', { cacheDir, dataDir });

test.each([
  ['.cache', '.data'],
  ['/data/cache', '/data/data'],
  ['.cache', 'distant'],
  ['.cache', '..data'],
  ['.data/cache', '.data'],
])('%s and %s are folders of their own', (cacheDir, dataDir) => {
  expect(reason(cacheDir, dataDir)).toBeNull();
});

test.each([
  ['.cache', 'dist/data', 'DATA_DIR must be a folder outside dist, not /srv/school/dist/data.'],
  ['.cache', 'dist', 'DATA_DIR must be a folder outside dist, not /srv/school/dist.'],
  ['.cache', '.', 'DATA_DIR must be a folder of its own, not /srv/school, which holds the project.'],
  ['.cache', '/srv', 'DATA_DIR must be a folder of its own, not /srv, which holds the project.'],
  ['dist', '.data', 'CACHE_DIR must be a folder outside dist, not /srv/school/dist.'],
])('%s and %s are refused', (cacheDir, dataDir, expected) => {
  expect(reason(cacheDir, dataDir)).toBe(expected);
});

test.each([
  ['.cache', '.data', null],
  ['/data', '/data-2', null],
  ['/data', '/data/', /^DATA_DIR \(\/data\) lies in CACHE_DIR: /],
  ['/data', '/data/kept', /^DATA_DIR \(\/data\/kept\) lies in CACHE_DIR: /],
])('%s and %s are warned of where deleting the cache would lose data', (cacheDir, dataDir, expected) => {
  const warning = folderWarning('/srv/school', { cacheDir, dataDir });
  if (expected) expect(warning).toMatch(expected);
  else expect(warning).toBeNull();
});

test('a command refuses in one line', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/withdrawn.ts'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: 'dist/data' },
  });
  expect([status, stderr]).toEqual([1, `DATA_DIR must be a folder outside dist, not ${join(ROOT, 'dist/data')}.\n`]);
});
