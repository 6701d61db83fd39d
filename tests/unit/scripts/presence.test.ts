import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  announceWorker,
  isWorkersCache,
  otherSite,
  otherSources,
  otherWorker,
  thisProcess,
} from '../../../scripts/lib/presence.ts';
import { temporaryFolder } from '../../support/trees.ts';

const failOnWarning = (line: string) => expect.fail(line);

let folder: ReturnType<typeof temporaryFolder>;
let cache: string;
let project: string;
beforeEach(() => {
  folder = temporaryFolder();
  cache = join(folder.path, 'cache');
  project = join(folder.path, 'project');
});
afterEach(() => folder.remove());

const SOURCES = { siteUrl: 'https://one.example', contentServiceUrl: 'https://user:word@content.example' };
const program = new URL('../../../scripts/lib/presence.ts', import.meta.url).href;

/** A worker's process that has announced itself and runs until it is killed. */
async function otherProcess() {
  const code = `const { announceWorker } = await import(${JSON.stringify(program)});
announceWorker(${JSON.stringify(cache)}, ${JSON.stringify(project)}, console.error, ${JSON.stringify(SOURCES)}); console.log('announced'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('a worker alone in its cache folder is told nothing, and takes its own word away', () => {
  expect(otherWorker(cache, project)).toBeNull();
  const { leave } = announceWorker(cache, project, failOnWarning);
  expect(otherWorker(cache, project)).toBeNull();
  leave();
  for (const place of [cache, join(project, '.compiled')]) expect(readdirSync(place)).toEqual([]);
});

test('a second worker is told of the first one while that runs, and what it means', async () => {
  const first = await otherProcess();
  const warning = otherWorker(cache, project);
  expect(warning).toContain(`process ${first.pid}`);
  expect(warning).toContain(cache);
  expect(warning).not.toContain('\n');
  first.kill('SIGKILL');
  await once(first, 'exit');
});

test('a second worker of another address does not begin, as each would undo what the other publishes', async () => {
  const first = await otherProcess();
  expect(otherSite(cache, 'https://one.example')).toBeNull();
  const why = otherSite(cache, 'https://other.example');
  expect(why).toMatch(
    new RegExp(`process ${first.pid}\\) publishes https://one\\.example .* would publish https://other\\.example`),
  );
  expect(why).not.toContain('\n');
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(otherSite(cache, 'https://other.example')).toBeNull();
});

test('a command that publishes beside a worker with other settings says which, and shows no password', async () => {
  const worker = await otherProcess();
  expect(readFileSync(join(cache, 'worker.json'), 'utf8')).not.toContain('word');
  expect(otherSources(cache, SOURCES)).toBeNull();
  expect(otherSources(cache, { ...SOURCES, contentServiceUrl: null })).toMatch(
    new RegExp(`process ${worker.pid}\\) .* another CONTENT_SERVICE_URL, and publishes with that again: restart it\\.$`),
  );
  const moved = otherSources(cache, { siteUrl: 'https://other.example', contentServiceUrl: 'https://content.example' });
  expect(moved).toContain('another SITE_URL and another CONTENT_SERVICE_URL');
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  expect(otherSources(cache, { ...SOURCES, contentServiceUrl: null })).toBeNull();
});

test('a command knows the cache folder of a worker that runs, also when that was deleted', async () => {
  const worker = await otherProcess();
  rmSync(cache, { recursive: true });
  expect(isWorkersCache(cache, project)).toBe(true);
  expect(isWorkersCache(join(folder.path, 'other cache'), project)).toBe(false);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  expect(isWorkersCache(cache, project)).toBe(false);
});

test('so is one with a cache folder of its own, as both write the same dist/', async () => {
  const first = await otherProcess();
  const warning = otherWorker(join(folder.path, 'other cache'), project);
  expect(warning).toMatch(new RegExp(`process ${first.pid}\\) writes the same dist/, in .*project, from another CACHE_DIR`));
  expect(warning).not.toContain('\n');
  first.kill('SIGKILL');
  await once(first, 'exit');
});

test('a worker that was killed, another machine’s and a damaged word are no reason for a warning', async () => {
  const first = await otherProcess();
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(otherWorker(cache, project)).toBeNull();
  for (const word of [JSON.stringify({ ...thisProcess(cache), pid: 1, host: `not-${hostname()}` }), '{"pid": "x"', '']) {
    writeFileSync(join(cache, 'worker.json'), word);
    expect(otherWorker(cache, project)).toBeNull();
  }
});

test('a worker that stops leaves the word of a later one', () => {
  const { leave } = announceWorker(cache, project, failOnWarning);
  const file = join(cache, 'worker.json');
  const other = JSON.stringify({ ...thisProcess(cache), started: 'later' });
  writeFileSync(file, other);
  leave();
  expect(readFileSync(file, 'utf8')).toBe(other);
});

test('a worker whose word cannot be written tells it in one line and serves all the same', () => {
  writeFileSync(cache, 'no folder');
  const told: string[] = [];
  announceWorker(cache, project, (line) => told.push(line)).leave();
  expect(told).toEqual([expect.stringMatching(/^No other worker will be warned that this one uses .*cache: .*EEXIST[^\n]*$/)]);
  expect(readFileSync(cache, 'utf8')).toBe('no folder');
});
