import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONTACT } from '../support/gateway.ts';

const SCRIPT = fileURLToPath(new URL('../support/killable.ts', import.meta.url));

let folder: string;
let database: string;
const running: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exactly-once-'));
  await mkdir(join(folder, 'content'));
  database = join(folder, 'submissions.sqlite');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(kill));
  await rm(folder, { recursive: true });
});

/** A process that has told its address. */
async function start(...args: string[]): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const url = await new Promise<string>((told, failed) => {
    child.stdout?.once('data', (line: Buffer) => told(line.toString().trim()));
    child.once('exit', () => failed(new Error('The process ended before it told its address.')));
  });
  return { url, child };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

const startService = () => start('service', join(folder, 'content'), database);

/** Sends messages one after another on several lines; `killed` runs after `until` successes. Answers who was told of a success. */
async function send(url: string, name: string, until: number, killed: () => Promise<void>): Promise<string[]> {
  const told: string[] = [];
  let killing: Promise<void> | undefined;
  const line = async (number: number) => {
    for (let i = 0; i < 20; i += 1) {
      const message = `${name} ${number} ${i}`;
      const answer = await fetch(`${url}/api/form/HTSJ/abc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...CONTACT, message }),
      }).catch(() => null);
      if (answer?.ok) told.push(message);
      if (told.length >= until) killing ??= killed();
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, number) => line(number)));
  await killing;
  return told;
}

/** How often each message is stored. */
function stored(): Map<string, number> {
  const open = new DatabaseSync(database);
  const counts = new Map<string, number>();
  for (const { fields } of open.prepare('SELECT fields FROM submissions').all()) {
    const { message } = JSON.parse(String(fields)) as { message: string };
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  open.close();
  return counts;
}

function expectOnce(told: readonly string[]): void {
  const counts = stored();
  expect(told.filter((message) => counts.get(message) !== 1)).toEqual([]);
  expect([...counts.values()].filter((count) => count > 1)).toEqual([]);
}

test('what was answered with success is stored exactly once, also when the service is killed', async () => {
  const first = await startService();
  const gateway = await start('gateway', first.url);
  const told = await send(gateway.url, 'before', 30, () => kill(first.child));
  expect(told.length).toBeGreaterThanOrEqual(30);
  expect(told.length).toBeLessThan(160);
  const again = await startService();
  const second = await start('gateway', again.url);
  told.push(...(await send(second.url, 'after', 1_000, async () => undefined)));
  await kill(again.child);
  expect(told.filter((message) => message.startsWith('after'))).toHaveLength(160);
  expectOnce(told);
});

test('what was answered with success is stored exactly once, also when the gateway is killed', async () => {
  const service = await startService();
  const gateway = await start('gateway', service.url);
  const told = await send(gateway.url, 'before', 30, () => kill(gateway.child));
  const again = await start('gateway', service.url);
  told.push(...(await send(again.url, 'after', 1_000, async () => undefined)));
  await kill(service.child);
  expect(told.length).toBeGreaterThanOrEqual(190);
  expectOnce(told);
});
