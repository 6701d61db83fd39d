import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/lib/listen.ts';
import { CONTACT } from '../../support/gateway.ts';
import { copyProject } from '../../support/project.ts';

const project = copyProject();
afterAll(() => project.remove());

function edit(file: string, before: string, after: string): void {
  const path = join(project.folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text, file).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

test('npm run dev answers every kind of page, and follows each change', async () => {
  mkdirSync(join(project.folder, 'content'));
  writeFileSync(join(project.folder, 'content/news.yaml'), '- _id: n1\n  title: First news\n  fromDate: 2026-11-20\n');
  const port = await freePort();
  const child = spawn(process.execPath, [join(project.folder, 'scripts/dev.ts')], {
    cwd: project.folder,
    env: { ...project.env, CONTENT_FOLDER: 'content', PORT: String(port), CONTENT_SERVICE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString();
    });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  const url = `http://localhost:${port}`;
  const shows = (path: string, text: string) =>
    expect.poll(async () => (await fetch(url + path)).text(), { timeout: 120_000 }).toContain(text);

  await shows('/News', 'First news');
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

  edit('content/news.yaml', 'First news', 'Second news');
  await shows('/News', 'Second news');
  edit('src/content/site.yaml', 'Learn with joy, live with purpose', 'A new motto');
  await shows('/About', 'A new motto');
  edit('src/pages/About.astro', '<h2>{historyHeading}', '<h2>A new page {historyHeading}');
  await shows('/About', 'A new page');
  expect(child.exitCode, said).toBeNull();
});
