import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { folderWarning, loadSettingsFile, ROOT, whyNotTheseFolders } from '../../../scripts/lib/command.ts';
import { temporaryFolder } from '../../support/trees.ts';

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
  ['.cache', 'public/data', 'DATA_DIR must be a folder outside public, not /srv/school/public/data.'],
  ['public', '.data', 'CACHE_DIR must be a folder outside public, not /srv/school/public.'],
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

test.each([
  ['DATA_DIR', 'dist/data', `DATA_DIR must be a folder outside dist, not ${join(ROOT, 'dist/data')}.`],
  ['DATA_DIR', 'README.md', `DATA_DIR must be a folder, and ${join(ROOT, 'README.md')} is none.`],
  ['CACHE_DIR', 'README.md', `CACHE_DIR must be a folder, and ${join(ROOT, 'README.md')} is none.`],
])('a command refuses %s=%s in one line', (name, value, line) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/withdrawn.ts'], {
    encoding: 'utf8',
    env: { ...process.env, [name]: value },
  });
  expect([status, stderr]).toEqual([1, `${line}\n`]);
});

test('a folder in the place of the settings’ file is named', () => {
  const folder = temporaryFolder();
  expect(loadSettingsFile(folder.path)).toMatchObject({
    message: `${folder.path} must be a file with settings, and is a folder.`,
  });
  folder.remove();
});

test('a settings file that begins with a byte order mark is read; the environment wins', () => {
  const folder = temporaryFolder();
  vi.stubEnv('SITE_URL', 'https://env.example.org');
  vi.stubEnv('SCHOOL_CODE', undefined);
  writeFileSync(join(folder.path, '.env'), '\uFEFFSCHOOL_CODE=HILL\nSITE_URL=https://file.example.org\n');
  expect(loadSettingsFile(join(folder.path, '.env'))).toMatchObject({ value: ['SCHOOL_CODE', 'SITE_URL'] });
  expect([process.env.SCHOOL_CODE, process.env.SITE_URL]).toEqual(['HILL', 'https://env.example.org']);
  vi.unstubAllEnvs();
  folder.remove();
});
