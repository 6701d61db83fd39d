import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openWithdrawals } from '../../../src/media/withdrawals.ts';

const ROOT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'operator-'));
const data = join(folder, 'data');
mkdirSync(data);
afterAll(() => rmSync(folder, { recursive: true }));

const command = (name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), ...args], {
    env: { ...process.env, CACHE_DIR: join(folder, 'cache'), DATA_DIR: data, SCHOOL_TIME_ZONE: 'Asia/Kolkata' },
  });

test('the terminal tells times in the school’s time zone, programs get them in UTC', async () => {
  const purge = { reference: 'photo.jpg', source: null, at: Date.UTC(2026, 10, 21, 20), published: null };
  const list = openWithdrawals(data);
  await list.write(list.read().with(purge));
  expect((await command('withdrawn')).stdout).toBe('22 Nov 2026, 01:30 IST  photo.jpg  not published\n');
  expect(JSON.parse((await command('withdrawn', '--json')).stdout)).toMatchObject([{ at: '2026-11-21T20:00:00Z' }]);
});

test('the files of submissions are written for one form, which has to be named', async () => {
  const failure = command('submissions', '--files', folder);
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--files [^\n]*--csv careers[^\n]*\n$/),
  });
});
