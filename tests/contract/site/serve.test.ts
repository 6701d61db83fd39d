import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startS3 } from '../../../scripts/bench/objectStorage.ts';
import { freePort } from '../../../scripts/lib/listen.ts';
import { announceWorker } from '../../../scripts/lib/presence.ts';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';
import { copiedCommands } from '../../support/commands.ts';
import { REBUILD_SECRET } from '../../support/rig.ts';
import { startStubService } from '../../support/stubService.ts';
import { readTree } from '../../support/trees.ts';

const commands = copiedCommands();
const { project, run } = commands;

/** Starts the worker in a shell, as npm does, and waits for its address. */
async function serve() {
  const env = { ...commands.env, PORT: '0', REBUILD_SECRET, npm_lifecycle_event: 'serve' };
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${join(project.folder, 'scripts/run.mjs')}" serve; true`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let told = '';
  shell.stdout.on('data', (part: Buffer) => {
    told += part.toString();
  });
  // The pipe closes when the last process that holds it has ended.
  const closed = once(shell, 'close');
  const stop = async () => {
    shell.kill('SIGTERM');
    await closed;
  };
  onTestFinished(stop);
  await expect.poll(() => told, { timeout: 120_000 }).toContain('"serving"');
  const [, url = ''] = /"url":"([^"]+)"/.exec(told) ?? [];
  return { url, stop };
}

test('the worker waits for the content service when there is no release yet, puts right what another machine left in the bucket, also when nothing has changed since, shows a rollback there while the service is away, and ends with the shell in which npm started it', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  const { endpoint = '', bucket, accessKeyId, secretAccessKey } = s3.settings;
  Object.assign(commands.env, {
    DEPLOY_TARGET: 's3',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const { school } = commands;
  for (const name of COLLECTION_NAMES) school.failing.set(name, 'refused');
  const { url, stop } = await serve();
  for (const path of ['/', '/healthz', '/readyz']) expect((await fetch(url + path)).status, path).toBe(503);
  school.failing.clear();
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const addressOf = (key: string) => `${endpoint}/${bucket}/${key}`;
  // s3rver never ends an answer during which the object is written; the next one is whole.
  const shown = async (key: string) => (await fetch(addressOf(key), { signal: AbortSignal.timeout(2000) })).text();
  await expect.poll(() => shown('.deployed.json'), { timeout: 120_000 }).toContain('"release"');
  const page = await shown('About');
  // It was overtaken while it uploaded: it says so in the bucket, and has no newer release of its own.
  await fetch(addressOf('About'), { method: 'PUT', body: 'as it was before' });
  await fetch(addressOf('.deploying.json'), { method: 'PUT', body: JSON.stringify({ at: 0.5, paths: ['About.html'] }) });
  const headers = { authorization: `Bearer ${REBUILD_SECRET}` };
  const rebuild = () => fetch(`${url}/hooks/rebuild`, { method: 'POST', headers });
  expect((await rebuild()).status).toBe(202);
  // The first deploy may still be ending, and stand for this rebuild's as well: the next one finds it.
  const shownAfterRebuild = async () => {
    await rebuild();
    return shown('About');
  };
  await expect.poll(shownAfterRebuild, { timeout: 120_000, interval: 1000 }).toBe(page);

  school.lists = { ...school.lists, highlight: [{ _id: 'h1', title: 'Taken back' }] };
  await rebuild();
  await expect.poll(() => shown('index.html'), { timeout: 120_000 }).toContain('Taken back');
  for (const name of COLLECTION_NAMES) school.failing.set(name, 'refused');
  await rebuild();
  const lastFailure = async () => (await (await fetch(`${url}/healthz`)).json()).lastFailure;
  await expect.poll(lastFailure, { timeout: 120_000 }).not.toBeNull();
  // By a command that hands over nothing itself.
  delete commands.env.DEPLOY_TARGET;
  expect(await run('rollback')).toMatchObject({ status: 0 });
  await expect.poll(() => shown('index.html'), { timeout: 120_000 }).not.toContain('Taken back');
  school.failing.clear();
  expect(await run('releases', '--resume')).toMatchObject({ status: 0 });
  await stop();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('the worker ends cleanly at Ctrl-C, which reaches the process that npm started, its child, and the child through it again, whoever does not answer', async () => {
  const cacheDir = join(project.folder, 'cache');
  let calls = 0;
  const silent = await startStubService(() => {
    calls += 1;
  });
  onTestFinished(silent.close);
  const env = { ...commands.env, PORT: '0', REBUILD_SECRET, CONTENT_SERVICE_URL: 'http://127.0.0.1:9', ALERT_URL: silent.url };
  const parent = spawn(process.execPath, [join(project.folder, 'scripts/run.mjs'), 'serve'], {
    env,
    detached: true,
    stdio: 'ignore',
  });
  const closed = once(parent, 'close');
  onTestFinished(() => void parent.kill('SIGKILL'));
  await expect.poll(() => existsSync(join(cacheDir, 'worker.json')), { timeout: 120_000 }).toBe(true);
  await expect.poll(() => calls, { timeout: 120_000 }).toBe(1);
  if (parent.pid) process.kill(-parent.pid, 'SIGINT');
  expect(await closed).toEqual([0, null]);
  expect(calls, 'the alert is not tried again').toBe(1);
  expect(existsSync(join(cacheDir, 'worker.json'))).toBe(false);
});

test('a command whose port is taken asks whether the site runs already, and names the setting', async () => {
  const { port } = new URL(commands.school.url);
  const contentFolder = join(project.folder, 'content');
  mkdirSync(contentFolder);
  Object.assign(commands.env, { PORT: port, CONTENT_SERVICE_PORT: port, CONTENT_FOLDER: contentFolder });
  for (const [command, setting] of [
    ['content-service', 'CONTENT_SERVICE_PORT'],
    ['serve', 'PORT'],
  ] as const) {
    const { errors, status } = await run(command);
    const line = `Port ${port} is in use. Is the site already running? If not, set ${setting} to a free port.\n`;
    expect({ errors, status }).toEqual({ errors: line, status: 1 });
  }
  // The worker that runs stays known.
  const cache = join(project.folder, 'cache');
  const { leave } = announceWorker(cache, project.folder, (line) => expect.fail(line), {
    siteUrl: `http://localhost:${port}`,
    contentServiceUrl: null,
  });
  const word = readFileSync(join(cache, 'worker.json'), 'utf8');
  expect((await run('serve')).status).toBe(1);
  expect(readFileSync(join(cache, 'worker.json'), 'utf8')).toBe(word);
  leave();
});

function edit(file: string, before: string, after: string): void {
  const path = join(project.folder, file);
  const content = readFileSync(path, 'utf8');
  expect(content, file).toContain(before);
  writeFileSync(path, content.replace(before, after));
}

/** Words, a page, and code that runs in the worker itself. Two tests make these edits: the site is compiled for them once. */
const EDITS = [
  ['src/content/site.yaml', 'Learn with joy, live with purpose', 'A new motto'],
  ['src/pages/About.astro', '<h2>{historyHeading}', '<h2>A new page {historyHeading}'],
  ['src/snapshot/queries/search.ts', "byMonth('news', 'News'", "byMonth('news', 'Fresh news'"],
] as const;

const showsEdits = (page: string) => page.includes('A new motto') && page.includes('A new page');

test('npm start shows a change of content, words and pages without a restart, also after one that cannot be loaded', async () => {
  const folder = join(project.folder, 'started');
  mkdirSync(join(folder, 'content'), { recursive: true });
  const news = (title: string) => writeFileSync(join(folder, 'content/news.yaml'), `- title: ${title}\n  fromDate: 2026-11-20\n`);
  news('First news');
  const port = await freePort();
  delete commands.env.CONTENT_SERVICE_URL;
  Object.assign(commands.env, {
    CACHE_DIR: join(folder, 'cache'),
    CONTENT_FOLDER: join(folder, 'content'),
    CONTENT_SERVICE_PORT: '0',
    PORT: String(port),
    // The default, which would follow the port: for this one the site is compiled already.
    SITE_URL: 'http://localhost:4321',
  });
  const child = commands.start('start');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString();
    });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  onTestFinished(stop);
  const page = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text();
  await expect.poll(() => page('/News'), { timeout: 120_000 }).toContain('First news');
  const [schema, right, wrong] = ['src/content/schemas/index.ts', 'const phone', 'const const phone'];
  edit(schema, right, wrong);
  await expect.poll(() => said, { timeout: 120_000 }).toContain('rebuild failed');
  edit(schema, wrong, right);
  news('Second news');
  await expect.poll(() => page('/News'), { timeout: 120_000 }).toContain('Second news');
  for (const [file, before, after] of EDITS) edit(file, before, after);
  await expect.poll(async () => showsEdits(await page('/About')), { timeout: 120_000 }).toBe(true);
  expect(child.exitCode, said).toBeNull();
  await stop();
  for (const [file, before, after] of EDITS) edit(file, after, before);
});

test('the worker publishes the words and the code that are on disk, which another process did first', async () => {
  const begun = Date.now();
  const { url } = await serve();
  // Its first rebuild is over: one that met the new code would compile it, and hold the lock for longer than others wait.
  const checkedAt = async () => new Date((await (await fetch(`${url}/healthz`)).json()).checkedAt).getTime();
  await expect.poll(checkedAt).toBeGreaterThan(begun);
  for (const [file, before, after] of EDITS) edit(file, before, after);
  expect(await run('rebuild', '--json')).toMatchObject({ status: 0 });

  const { school } = commands;
  school.lists = { ...school.lists, highlight: [{ _id: 'h1', title: 'A new highlight' }] };
  const headers = { authorization: `Bearer ${REBUILD_SECRET}` };
  expect((await fetch(`${url}/hooks/rebuild`, { method: 'POST', headers })).status).toBe(202);
  const page = async () => (await fetch(`${url}/About`)).text();
  await expect.poll(page, { timeout: 120_000 }).toContain('A new highlight');
  expect(showsEdits(await page())).toBe(true);
  const holdsCode = () => [...readTree(join(project.dist, 'data')).values()].some((text) => text.includes('Fresh news'));
  await expect.poll(holdsCode).toBe(true);
});
