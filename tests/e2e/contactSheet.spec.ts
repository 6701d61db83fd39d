import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeSheet } from '../../scripts/lib/sheet.ts';
import { serveFolder } from '../../scripts/lib/staticServer.ts';
import { expect, test } from '../support/browser.ts';
import { temporaryFolder } from '../support/trees.ts';

const page = (width: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><p style="width:${width}">Words</p>`;

test('the contact sheet names the pages that scroll sideways, and takes pictures of all', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder.path, 'Narrow.html'), page('10em'));
  writeFileSync(join(folder.path, 'Wide.html'), page('1000px'));
  const served = await serveFolder(folder.path);
  const sheet = join(folder.path, 'sheet');
  const taken = await takeSheet({ base: served.url, routes: ['/Narrow', '/Wide'], folder: sheet });
  await served.close();
  expect(taken).toMatchObject({ ok: false, reason: 'sideways' });
  expect(taken.ok ? '' : taken.message).toMatch(
    /^Pages that scroll sideways: \/Wide at 360 px, light by \d+ px; \/Wide at 768 px, light by/,
  );
  expect(taken.ok ? '' : taken.message).not.toMatch(/Narrow|1366/);
  expect(readdirSync(sheet)).toHaveLength(13);
  folder.remove();
});

test('a Chromium that does not start is answered with one line', async () => {
  const before = process.env.CHROMIUM_PATH;
  process.env.CHROMIUM_PATH = '/bin/false';
  const taken = await takeSheet({ base: 'http://127.0.0.1:9', routes: ['/'], folder: '/nowhere' });
  if (before === undefined) delete process.env.CHROMIUM_PATH;
  else process.env.CHROMIUM_PATH = before;
  expect(taken).toMatchObject({ ok: false, reason: 'no-chromium' });
  expect(taken.ok ? '' : taken.message).toMatch(
    /^\/bin\/false could not be started: [^\n]+ Name another Chromium in CHROMIUM_PATH\.$/,
  );
});
