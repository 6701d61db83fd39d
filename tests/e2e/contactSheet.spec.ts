import { takeSheet } from '../../scripts/lib/sheet.ts';
import { expect, test } from '../support/browser.ts';

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
