import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { apiPage, exampleOf } from '../../../scripts/content-service/apiPage.ts';
import { type CheckOptions, checkService } from '../../../scripts/content-service/check.ts';
import { openApi } from '../../../scripts/content-service/openApi.ts';
import { freePort } from '../../../scripts/lib/listen.ts';
import { COLLECTION_NAMES, COLLECTIONS } from '../../../src/collections/index.ts';
import { context } from '../../support/readItems.ts';
import { ROOT } from '../../support/rig.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const EXAMPLE = join(ROOT, 'scripts/content-service/example.mjs');

test('API.md is what the schemas say', async () => {
  await expect(await apiPage(readFileSync(EXAMPLE, 'utf8'))).toMatchFileSnapshot('../../../scripts/content-service/API.md');
});

test('openapi.json is what the schemas say', async () => {
  await expect(await openApi()).toMatchFileSnapshot('../../../scripts/content-service/openapi.json');
});

test.each(COLLECTION_NAMES)('the sample answer of %s is one that openapi.json describes', async (name) => {
  const { components } = JSON.parse(await openApi());
  const schema = JSON.parse(JSON.stringify(components.schemas[name]).replaceAll('#/components/schemas/', '#/$defs/'));
  const described = z.fromJSONSchema({ ...schema, $defs: components.schemas });
  expect(described.safeParse(await exampleOf(name)).error).toBeUndefined();
  expect(described.safeParse({ _id: 1, title: [], name: [] }).success).toBe(false);
});

test.each(COLLECTION_NAMES)('the sample answer of %s is read without a warning', async (name) => {
  const warnings: string[] = [];
  const { read } = await COLLECTIONS[name].schema();
  const { reading } = read(await exampleOf(name), { ...context, warn: (why) => warnings.push(why) });
  expect(reading.kind).toBe('entity');
  expect(warnings).toEqual([]);
});

const options: Omit<CheckOptions, 'url'> = {
  schoolCode: 'HTSJ',
  token: 'secret of the test',
  timeout: 2000,
  timeZone: 'Asia/Kolkata',
  closureMark: '!',
  mediaHosts: [],
  mostMedia: 10,
};

describe('the service to copy', () => {
  const folder = mkdtempSync(join(TEMPORARY, 'example-'));
  let url: string;
  let child: ChildProcess;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = { ...process.env, PORT: String(port), TOKEN: 'secret of the test' };
    child = spawn(process.execPath, [EXAMPLE], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    if (child.stdout) await once(child.stdout, 'data');
  });
  afterAll(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('answers each call as a build needs it', async () => {
    const { calls, wouldBuild, media } = await checkService({ ...options, url });
    expect(wouldBuild).toBe(true);
    expect(calls.filter(({ isGood }) => !isGood)).toEqual([]);
    expect(calls.map(({ call }) => call)).toContain('GET /api/subGallery?id=g1');
    expect(calls.flatMap(({ leftOut, warnings }) => [...leftOut, ...warnings])).toEqual([]);
    expect(media.missing.map(({ why }) => why)).toEqual([expect.stringContaining('There is no quiz.jpg.')]);
  });

  test('is refused what needs the token, and named so', async () => {
    const { calls, wouldBuild } = await checkService({ ...options, url, token: 'another one' });
    expect(wouldBuild).toBe(true);
    const failed = calls.filter(({ isGood }) => !isGood);
    expect(failed.map(({ auth }) => auth)).toEqual(Array(5).fill(true));
    for (const { answer, advice } of failed) {
      expect(answer).toContain('HTTP 401');
      expect(advice).toBe('Set CONTENT_SERVICE_TOKEN to a token that the service takes for this call.');
    }
  });

  test('keeps a submission before it answers', async () => {
    const headers = { authorization: 'Bearer secret of the test', 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/form/HTSJ/abc`, { method: 'POST', headers, body: '{"name":"Asha"}' });
    expect(answer.status).toBe(200);
    expect(readFileSync(join(folder, 'submissions.jsonl'), 'utf8')).toContain('Asha');
  });
});

const broken = await stubServiceOfFile(answersJson([]));

describe('a service that is broken', () => {
  test.each<[string, typeof broken.answer, RegExp, RegExp]>([
    ['404', answersJson({}, 404), /HTTP 404/, /SCHOOL_CODE.*CONTENT_SERVICE_URL/],
    ['500', answersJson({ message: 'No database.' }, 500), /HTTP 500: No database\./, /its own log/],
    [
      'HTML',
      (_, response) => response.writeHead(200).end('<html>Login</html>'),
      /HTML instead of JSON\.$/,
      /CONTENT_SERVICE_URL.*JSON array/,
    ],
    [
      'a malformed item',
      (_, response) => response.writeHead(200).end('[{"_id":"a","title":nope}]'),
      /malformed/,
      /^Answer a JSON array/,
    ],
    ['an object', answersJson({ status: 'ok' }), /./, /JSON array/],
    ['nothing in time', () => undefined, /did not answer .* within 0\.2 s/, /CONTENT_SERVICE_TIMEOUT, 0\.2 s/],
  ])('that answers %s is named with what to change, and no build would succeed', async (what, answer, said, advice) => {
    broken.answer = answer;
    const checked = await checkService({ ...options, url: broken.url, timeout: what === 'nothing in time' ? 200 : 5000 });
    expect(checked.wouldBuild).toBe(false);
    expect(checked.calls).toHaveLength(COLLECTION_NAMES.length);
    for (const call of checked.calls) {
      expect(call.answer).toMatch(said);
      expect(call.advice).toMatch(advice);
    }
  });

  test('names what is left out and why', async () => {
    broken.answer = answersJson([{ _id: 'a' }, { _id: 'b', title: 'B' }, { _id: 'b', title: 'C' }, 7]);
    const { calls } = await checkService({ ...options, url: broken.url });
    expect(calls.find(({ call }) => call.includes('/news/'))?.leftOut).toEqual([
      { item: 'a', why: 'it has no title, text, picture or attachment to show' },
      { item: 'b', why: 'an item before it has the same identity' },
      { item: 'item 4', why: 'it is not an object' },
    ]);
  });
});
