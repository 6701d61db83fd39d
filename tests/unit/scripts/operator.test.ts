import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openSubmissions } from '../../../scripts/content-service/submissions.ts';
import { fileSize } from '../../../src/lib/text.ts';
import { openWithdrawals } from '../../../src/media/withdrawals.ts';
import { openSiteDatabase } from '../../../src/site/database.ts';
import { LockedEngine } from '../../support/lockedEngine.ts';
import { MemorySite } from '../../support/memorySite.ts';
import { startStubService } from '../../support/stubService.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const ROOT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(TEMPORARY, 'operator-'));
const data = join(folder, 'data');
mkdirSync(data);
afterAll(() => rmSync(folder, { recursive: true }));

const commandIn = (env: Record<string, string>, name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), ...args], { env: { ...process.env, ...env } });

const command = (name: string, ...args: string[]) =>
  commandIn({ CACHE_DIR: join(folder, 'cache'), DATA_DIR: data, SCHOOL_TIME_ZONE: 'Asia/Kolkata' }, name, ...args);

test('the terminal tells times in the school’s time zone, programs get them in UTC', async () => {
  const purge = {
    reference: 'photo.jpg',
    source: null,
    earlierSources: [],
    at: Date.UTC(2026, 10, 21, 20),
    published: null,
    groups: [],
  };
  const list = openWithdrawals(data, join(folder, 'cache'));
  await list.write([purge]);
  expect((await command('withdrawn')).stdout).toBe('22 Nov 2026, 01:30 IST  photo.jpg  not published\n');
  expect(JSON.parse((await command('withdrawn', '--json')).stdout)).toMatchObject([{ at: '2026-11-21T20:00:00Z' }]);
});

test('submissions are counted with the time of the newest in the school’s time zone, programs get it in UTC', async () => {
  const submissions = openSubmissions(data);
  submissions.store({ kind: 'form', type: 'abc', fields: { name: 'Mira' }, files: [], key: null, sender: '' });
  submissions.close();
  expect((await command('submissions')).stdout).toMatch(/^contact +1, newest \d+ \w+ \d{4}, \d\d:\d\d IST$/m);
  expect(JSON.parse((await command('submissions', '--json')).stdout)[0].newest).toMatch(/^[\d-]+T[\d:.]+Z$/);
});

test('what machines share is said not to be known where none of it was read yet', async () => {
  const env = {
    ...{ CACHE_DIR: join(folder, 'fresh'), DATA_DIR: join(folder, 'fresh-data'), STATE_URL: 's3://bucket/state' },
    ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', S3_ENDPOINT: 'http://127.0.0.1:9' },
  };
  for (const name of ['withdrawn', 'status', 'releases', 'withdrawn']) {
    const { stdout, stderr } = await commandIn(env, name);
    expect(stdout, name).toMatch(/^No/);
    expect(stderr, name).toBe('What STATE_URL holds is not known here yet: "npm run rebuild" takes it in.\n');
  }
});

test('pictures of a page that the site does not have, or of no site, are refused in one line', async () => {
  const site = await startStubService((_, response) => response.writeHead(404).end());
  const sheet = (base: string) => command('contact-sheet', '/Nope', '--base', base);
  await expect(sheet(site.url)).rejects.toMatchObject({ code: 1, stderr: `There is no page /Nope at ${site.url}.\n` });
  await site.close();
  await expect(sheet(site.url)).rejects.toMatchObject({ code: 1, stderr: `${site.url} cannot be reached.\n` });
});

test('the kept releases are listed with what their files take on the disk', async () => {
  expect((await command('releases')).stdout).toBe('No release is kept.\n');
  const cacheDir = join(folder, 'cache');
  const database = openSiteDatabase(cacheDir);
  const engine = new LockedEngine({ database, cacheDir, distDir: join(folder, 'dist') });
  expect(await engine.rebuild(new MemorySite(join(folder, 'media')).world())).toMatchObject({ ok: true });
  database.close();
  const { stdout } = await command('releases', '--json');
  const { bytes, releases } = JSON.parse(stdout);
  expect(releases).toHaveLength(1);
  expect(bytes).toBeGreaterThan(0);
  expect((await command('releases')).stdout).toContain(`\nTheir files take ${fileSize(bytes)}.\n`);
});

test('the files of submissions are written for one form, which has to be named', async () => {
  const failure = command('submissions', '--files', folder);
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--files [^\n]*--csv careers[^\n]*\n$/),
  });
});
