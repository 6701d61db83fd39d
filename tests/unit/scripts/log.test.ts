import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openLog } from '../../../scripts/lib/log.ts';

/** What a log writes to a stream that is a terminal or not. */
function written(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const log = openLog(stream);
  log.error({ err: new Error('It broke.'), title: 'a\u001b[2Jb' }, 'rebuild failed');
  return String(stream.read());
}

test('elsewhere than on a terminal a line is JSON with an ISO time and the stack of an error', () => {
  const line = JSON.parse(written(false));
  expect(line).toMatchObject({
    msg: 'rebuild failed',
    err: { message: 'It broke.', stack: expect.stringContaining('log.test.ts') },
  });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('on a terminal lines are for people, and nothing in them controls it', () => {
  const text = written(true);
  expect(text).toContain('ERROR: rebuild failed');
  expect(text).toContain('It broke.');
  expect(text).not.toContain('\u001b');
});

test('on a terminal the reason of a failure stands in its line', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true });
  openLog(stream).error({ trigger: 'start', message: 'A mistake in src/content: home.yaml.' }, 'rebuild failed');
  expect(String(stream.read())).toContain('ERROR: rebuild failed: A mistake in src/content: home.yaml.\n');
});

test('a command writes through print and tell, which let nothing control a terminal', () => {
  const folder = fileURLToPath(new URL('../../../scripts', import.meta.url));
  const commands = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const raw = commands.flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    return lines.filter((line) => /process\.std(?:out|err)\.write|console\./.test(line)).map((line) => `${name}: ${line.trim()}`);
  });
  // Its cells hold no control but ends of lines and tabs.
  expect(raw).toEqual([
    "submissions.ts: for (const part of csv) if (!process.stdout.write(part)) await once(process.stdout, 'drain');",
  ]);
});
