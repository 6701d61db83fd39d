import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TEMPORARY } from '../support/temporary.ts';

const ROOT = join(import.meta.dirname, '../..');

let data: string;
let child: ChildProcess;
let exit: Promise<unknown[]>;

beforeEach(() => {
  data = mkdtempSync(join(TEMPORARY, 'content-service-command-'));
  child = spawn(process.execPath, [join(ROOT, 'scripts/content-service.ts')], {
    env: { ...process.env, DATA_DIR: data, CONTENT_SERVICE_PORT: '0', CONTENT_SERVICE_TOKEN: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  exit = once(child, 'exit');
});

afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await exit;
  rmSync(data, { recursive: true, force: true });
});

/** The address that the command prints when it listens. */
async function address(): Promise<string> {
  if (!child.stdout) throw new Error('no stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url) return url;
  }
  throw new Error('the command ended before it listened');
}

it('serves the sample content and ends with status 0 when it is told to stop', async () => {
  const url = await address();
  expect(((await (await fetch(`${url}/api/news/all/HTSJ`)).json()) as unknown[]).length).toBeGreaterThanOrEqual(60);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

it('ends as cleanly when it is told twice, as by Ctrl-C in a terminal under npm', async () => {
  await address();
  // No more of them: one that comes while Node itself ends is not the program's any more.
  for (let times = 0; times < 2; times += 1) child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
});

it('has every submission that it answered with 2xx after it was killed', async () => {
  const url = await address();
  const send = async (number: number): Promise<number> => {
    const body = JSON.stringify({ name: `Sender ${number}` });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/api/form/HTSJ/abc`, { method: 'POST', headers, body }).catch(() => null);
    if (number === 12) child.kill('SIGKILL');
    return answer?.ok ? 1 : 0;
  };
  const answered = (await Promise.all(Array.from({ length: 25 }, (_, number) => send(number)))).reduce((a, b) => a + b, 0);
  await exit;
  const database = new DatabaseSync(join(data, 'submissions.sqlite'));
  const stored = Number(database.prepare('SELECT count(*) AS stored FROM submissions').get()?.stored);
  database.close();
  expect(answered).toBeGreaterThan(0);
  expect(stored).toBeGreaterThanOrEqual(answered);
});
