/** A worker that is killed again and again while it publishes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../../../scripts/lib/random.ts';
import { type FakeContentService, startFakeContentService } from '../../support/fakeContentService.ts';
import { copyProject } from '../../support/project.ts';
import { missingIn } from '../../support/published.ts';
import { build, openRig, REBUILD_SECRET } from '../../support/rig.ts';
import { differences, digests } from '../../support/trees.ts';

/** Number of kills; `KILLS` sets another. Where a rebuild can be cut short is told one by one in unit/engine/crash.test.ts. */
const KILLS = Number(process.env.KILLS ?? 2);
/** The latest moment of death as a share of a whole publish, when it has ended. */
const LATEST = 1.2;
/** Draws the moments, one in each of as many equal parts of the time; `TEST_SEED` sets another. */
const SEED = Number(process.env.TEST_SEED ?? 28);

const { folder: project, dist, env, remove } = copyProject();
let school: FakeContentService;

beforeAll(async () => {
  school = await startFakeContentService({});
});

afterAll(async () => {
  await school.close();
  remove();
});

/** Content of which every page differs from that of another number. */
function change(number: number): void {
  const list = (name: string) =>
    Array.from({ length: 12 }, (_, at) => {
      const day = `2026-${String(1 + at).padStart(2, '0')}-15`;
      return { _id: `${name}${at + (number % 3)}`, title: `${name} ${number} ${at}`, fromDate: day, date: day };
    });
  school.lists = { news: list('news'), events: list('events'), highlight: [{ _id: 'h', title: `Highlight ${number}` }] };
}

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
}

/** A worker of its own process, once it serves. */
async function start(): Promise<Running> {
  const child = spawn(process.execPath, [join(project, 'scripts/serve.ts')], {
    env: { ...env, CONTENT_SERVICE_URL: school.url, PORT: '0', REBUILD_SECRET, REBUILD_SCHEDULE: '0 0 1 1 *' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
    const [, url] = /"url":"([^"]+)".*"serving"/.exec(said) ?? [];
    if (url) resolve(url);
  });
  child.once('exit', () => reject(new Error(`The worker ended before it served:\n${said}`)));
  return { url: await promise, child };
}

/** Calls the webhook; the address of the rebuild. */
async function call({ url }: Running): Promise<string> {
  const answer = await fetch(`${url}/hooks/rebuild`, { method: 'POST', headers: { authorization: `Bearer ${REBUILD_SECRET}` } });
  return url + ((await answer.json()) as { url: string }).url;
}

/** Waits for the end of a rebuild. */
async function ended(rebuild: string): Promise<void> {
  const state = async () => {
    const answer = await fetch(rebuild, { headers: { authorization: `Bearer ${REBUILD_SECRET}` } });
    return ((await answer.json()) as { state: string }).state;
  };
  await expect.poll(state).toMatch(/published|unchanged/);
}

async function end({ child }: Running, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

test(`killed ${KILLS} times while it publishes, a worker leaves whole pages and goes on where it stopped`, async () => {
  const { next } = randomFrom(SEED);
  const why = `TEST_SEED=${SEED}`;
  change(0);
  let worker = await start();
  await ended(await call(worker));
  change(1);
  const began = performance.now();
  await ended(await call(worker));
  const whole = performance.now() - began;
  for (let kill = 0; kill < KILLS; kill += 1) {
    change(kill + 2);
    await call(worker);
    await pause(((kill + next()) / KILLS) * LATEST * whole);
    await end(worker, 'SIGKILL');
    expect(missingIn(dist), why).toEqual([]);
    worker = await start();
  }
  await ended(await call(worker));
  expect(await (await fetch(`${worker.url}/News`)).text(), why).toContain(`news ${KILLS + 1} 11`);
  await end(worker, 'SIGTERM');
  const rig = await openRig({ service: { url: school.url, close: async () => {} }, now: Date.now });
  await build(rig);
  expect(differences(digests(dist), digests(rig.dist)), why).toEqual([]);
  await rig.close();
});
