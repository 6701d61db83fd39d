import { describe, expect, test } from 'vitest';
import type { StoredBlob } from '../../../src/engine/index.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { bucketMachines } from '../../support/bucketMachines.ts';

const { s3, machine, addressOf } = await bucketMachines();

describe('what travels', () => {
  test('files of the store are fetched when their bytes are needed, and only those that changed are uploaded', async () => {
    const first = machine('first');
    await first.enter();
    const pages = first.stored('<h1>Home</h1>', '<h1>News</h1>');
    await first.state.leave(pages);
    const second = machine('second');
    s3.requests.length = 0;
    await second.enter();
    expect(pages.map(({ digest }) => second.state.holds(digest))).toEqual([true, true]);
    const [home] = pages;
    const came: string[] = [];
    await second.state.fetch(home ? [home.digest] : [], (_, bytes) => came.push(Buffer.from(bytes).toString()));
    expect(came).toEqual(['<h1>Home</h1>']);
    s3.requests.length = 0;
    await second.state.leave([...pages, ...second.stored('<h1>Events</h1>')]);
    expect(s3.requests.filter((request) => /^PUT .*\/packs\//.test(request))).toHaveLength(2);
  });

  test('many small changes are joined into few packs, and what nothing needs leaves the storage', async () => {
    const one = machine('one');
    const needed: StoredBlob[] = [];
    for (let at = 0; at < 30; at += 1) {
      await one.enter();
      needed.push(...one.stored(`page ${at}`));
      await one.state.leave(needed);
    }
    const other = machine('other');
    s3.requests.length = 0;
    await other.enter();
    expect(s3.requests.filter((request) => request.endsWith('.index')).length).toBeLessThan(28);
    const came = new Set<string>();
    await other.state.fetch(
      needed.map(({ digest }) => digest),
      (_, bytes) => came.add(Buffer.from(bytes).toString()),
    );
    expect(came.size).toBe(30);
    await other.state.leave(needed);
  });
});

test('a purge leaves no pack behind that the state does not need, whoever left it', async () => {
  const one = machine('one');
  await one.enter();
  await one.state.leave(one.stored('kept', 'withdrawn'));
  const left = addressOf(`packs/${digestOf('left by a machine that died')}`);
  await fetch(left, { method: 'PUT', body: 'withdrawn' });
  const entered = await one.state.enter('purge');
  expect(entered.ok).toBe(true);
  await one.state.leave(one.stored('kept'));
  expect((await fetch(left)).status).toBe(404);
  expect(one.state.holds(digestOf('kept'))).toBe(true);
  expect(one.state.holds(digestOf('withdrawn'))).toBe(false);
});

describe('storage that fails', () => {
  const ERRORS = [
    ['wrong credentials', { status: 403, code: 'SignatureDoesNotMatch' }, /Check AWS_SECRET_ACCESS_KEY\.$/],
    ['no such bucket', { status: 404, code: 'NoSuchBucket' }, /\(NoSuchBucket\).*Check/],
    ['a clock that is off', { status: 403, code: 'RequestTimeTooSkewed' }, /The clock of this machine is off/],
    ['an error of its own', { status: 500, code: 'InternalError' }, /HTTP 500/],
    ['a connection reset', 'reset', /could not be reached/],
    ['no answer', 'hang', /no answer in time/],
  ] as const;

  test.each(ERRORS)('%s is told in one line, and nothing here changes', async (_, answer, message) => {
    const one = machine('one');
    await one.enter();
    one.write('current', 'as it was');
    await one.state.leave([]);
    s3.answer = () => answer;
    const entered = await (answer === 'hang' ? machine('one', {}, 200) : one).state.enter('rebuild');
    expect(entered).toMatchObject({ ok: false, reason: 'unshared', message: expect.stringMatching(message) });
    expect(entered.ok ? '' : entered.message).not.toContain('\n');
    expect(one.read('current')).toBe('as it was');
    s3.answer = () => 'pass';
    await one.enter();
    await one.state.leave([]);
  });

  test('an answer that is lost on its way costs a repetition and nothing else', async () => {
    const one = machine('one');
    const seen = new Set<string>();
    s3.answer = ({ method, url = '' }) => {
      const isFirst = !seen.has(url);
      seen.add(url);
      return method === 'PUT' && isFirst ? 'lose' : 'pass';
    };
    await one.enter();
    one.write('current', 'as of now');
    await one.state.leave([]);
    s3.answer = () => 'pass';
    const other = machine('other');
    await other.enter();
    expect(other.read('current')).toBe('as of now');
    await other.state.leave([]);
  });
});
