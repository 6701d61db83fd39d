import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNotTheseFolders } from '../../../scripts/lib/folders.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const reason = (cacheDir: string, dataDir: string) => whyNotTheseFolders('/srv/school', { cacheDir, dataDir });

test.each([
  ['.cache', '.data'],
  ['/data/cache', '/data/data'],
  ['.cache', 'distant'],
  ['.cache', '..data'],
])('%s and %s are folders of their own', (cacheDir, dataDir) => {
  expect(reason(cacheDir, dataDir)).toBeNull();
});

test.each([
  ['.cache', 'dist/data', 'DATA_DIR must be a folder outside dist, not /srv/school/dist/data.'],
  ['.cache', 'dist', 'DATA_DIR must be a folder outside dist, not /srv/school/dist.'],
  ['.cache', '.', 'DATA_DIR must be a folder of its own, not /srv/school, which holds the project.'],
  ['.cache', '/srv', 'DATA_DIR must be a folder of its own, not /srv, which holds the project.'],
  ['/data', '/data/', 'DATA_DIR must be a folder outside CACHE_DIR, not /data.'],
  ['/data', '/data/kept', 'DATA_DIR must be a folder outside CACHE_DIR, not /data/kept.'],
  ['dist', '.data', 'CACHE_DIR must be a folder outside dist, not /srv/school/dist.'],
  ['.data/cache', '.data', 'CACHE_DIR must be a folder outside DATA_DIR, not /srv/school/.data/cache.'],
])('%s and %s are refused', (cacheDir, dataDir, expected) => {
  expect(reason(cacheDir, dataDir)).toBe(expected);
});

test('a command refuses in one line', () => {
  const folder = mkdtempSync(join(TEMPORARY, 'folders-'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/withdrawn.ts'], {
    encoding: 'utf8',
    env: { ...process.env, CACHE_DIR: folder, DATA_DIR: folder },
  });
  expect([status, stderr]).toEqual([1, `DATA_DIR must be a folder outside CACHE_DIR, not ${folder}.\n`]);
  rmSync(folder, { recursive: true });
});
