import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../scripts/lib/listen.ts';
import { CONTACT } from '../../support/gateway.ts';
import { copyProject, type Project } from '../../support/project.ts';

/** The default, which would follow the port: for this one the site is compiled already. */
const SITE_URL = 'http://localhost:4321';

let project: Project;
let child: ChildProcess;
/** What the command wrote. */
let said: string;

afterEach(async () => {
  const isRunning = child.exitCode === null && child.signalCode === null;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  if (isRunning) await ended;
  project.remove();
  expect(isRunning, `It ended by itself with ${child.exitCode ?? child.signalCode}:\n${said}`).toBe(true);
});

function edit(file: string, before: string, after: string): void {
  const path = join(project.folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text, file).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

/** Starts a command on content of one news item and waits for its first page. */
async function start(command: string): Promise<string> {
  project = copyProject();
  mkdirSync(join(project.folder, 'content'));
  writeFileSync(join(project.folder, 'content/news.yaml'), '- _id: n1\n  title: First news\n  fromDate: 2026-11-20\n');
  const port = await freePort();
  child = spawn(process.execPath, [join(project.folder, `scripts/${command}.ts`)], {
    cwd: project.folder,
    env: { ...project.env, CONTENT_FOLDER: 'content', PORT: String(port), CONTENT_SERVICE_PORT: '0', SITE_URL },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      said += part.toString();
    });
  const url = `http://localhost:${port}`;
  await expect.poll(async () => (await fetch(url)).status, { timeout: 120_000 }).toBe(200);
  return url;
}

interface Change {
  readonly edited: Parameters<typeof edit>;
  readonly shows: string;
}

const WORDS: Change = {
  edited: ['src/content/site.yaml', 'Learn with joy, live with purpose', 'A new motto'],
  shows: 'A new motto',
};
const CODE: Change = {
  edited: ['src/pages/About.astro', '<h2>{historyHeading}', '<h2>A new page {historyHeading}'],
  shows: 'A new page',
};

/** Edits content, then words and a page by `steps`, and sees each without a restart. */
async function expectToFollow(url: string, steps: readonly (readonly Change[])[]): Promise<void> {
  const shows = (path: string, text: string) =>
    expect.poll(async () => (await (await fetch(url + path)).text()).includes(text), { timeout: 120_000 }).toBe(true);
  await shows('/News', 'First news');
  edit('content/news.yaml', 'First news', 'Second news');
  await shows('/News', 'Second news');
  for (const step of steps) {
    for (const { edited } of step) edit(...edited);
    for (const change of step) await shows('/About', change.shows);
  }
}

test('npm start shows a change of content, words and pages without a restart, also after one that cannot be loaded', async () => {
  const url = await start('start');
  const [schema, right, wrong] = ['src/content/schemas/index.ts', 'const phone', 'const const phone'];
  edit(schema, right, wrong);
  await expect.poll(() => said, { timeout: 120_000 }).toContain('rebuild failed');
  edit(schema, wrong, right);
  await expectToFollow(url, [[WORDS, CODE]]);
});

test('npm run dev answers every kind of page, and follows each change', async () => {
  const url = await start('dev');
  const pages = ['/', '/Fees', '/News', '/News/2026-11', '/News/item/n1', '/Search', '/Calendar', '/Gallery', '/Tc', '/feed.xml'];
  for (const path of pages) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  for (const other of ['/fees?a=1', '/Fees/?a=1']) {
    const elsewhere = await fetch(url + other, { redirect: 'manual' });
    expect([elsewhere.status, elsewhere.headers.get('location')], other).toEqual([301, '/Fees?a=1']);
  }
  expect((await fetch(`${url}/api/nothing`)).status).toBe(404);
  expect((await fetch(`${url}/hooks/rebuild`, { method: 'POST' })).status).toBe(401);
  const headers = { 'content-type': 'application/json' };
  const sent = await fetch(`${url}/api/form/HTSJ/abc`, { method: 'POST', headers, body: JSON.stringify(CONTACT) });
  expect(sent.status).toBe(200);
  await expectToFollow(url, [[WORDS], [CODE]]);
});
