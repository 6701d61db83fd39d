import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3, startS3 } from '../../../scripts/bench/objectStorage.ts';
import type { StoredBlob } from '../../../src/engine/index.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { openWithdrawals } from '../../../src/media/withdrawals.ts';
import { BucketState } from '../../../src/state/bucketState.ts';
import { temporaryFolder } from '../../support/trees.ts';

const OWNER = { schoolCode: 'HTSJ', siteUrl: 'https://school.example' };
/** Milliseconds; a lease is renewed often enough for a busy machine. */
const TIMES = { lifetime: 2500, renewal: 100, patience: 10_000, poll: 20, settling: 200 };

let s3: S3;
let folder: ReturnType<typeof temporaryFolder>;
let prefix = 0;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(() => {
  folder = temporaryFolder();
  prefix += 1;
  s3.requests.length = 0;
});
afterEach(() => {
  s3.answer = () => 'pass';
  s3.isConditional = true;
  folder.remove();
});

function machine(name: string, times = {}, timeout = 10_000) {
  const [cacheDir, dataDir] = [join(folder.path, name, 'cache'), join(folder.path, name, 'data')];
  const told: string[] = [];
  const state = new BucketState({
    bucket: { ...s3.settings, prefix: `p${prefix}` },
    owner: OWNER,
    cacheDir,
    dataDir,
    withdrawn: openWithdrawals(dataDir),
    compiled: null,
    tell: (message) => void told.push(message),
    times: { ...TIMES, ...times },
    s3: { timeout, backOff: 1 },
  });
  return {
    state,
    told,
    read: (path: string) => readFileSync(join(cacheDir, path), 'utf8'),
    write(path: string, text: string): void {
      mkdirSync(join(cacheDir, path, '..'), { recursive: true });
      writeFileSync(join(cacheDir, path), text);
    },
    /** Files of the store with these texts. */
    stored(...texts: string[]): StoredBlob[] {
      mkdirSync(join(folder.path, name), { recursive: true });
      return texts.map((text) => {
        const digest = digestOf(text);
        const file = join(folder.path, name, digest);
        writeFileSync(file, text);
        return { digest, size: text.length, file };
      });
    },
    async enter() {
      const entered = await state.enter('rebuild');
      if (!entered.ok) throw new Error(entered.message);
    },
  };
}

describe('turns', () => {
  test('the second machine waits for the first, and goes on from what it handed over', async () => {
    const first = machine('first');
    const second = machine('second');
    await first.enter();
    first.write('current', 'as of the first');
    const waiting = second.enter();
    await expect.poll(() => second.told).toEqual([expect.stringContaining('Waiting for another machine (process ')]);
    await first.state.leave([]);
    await waiting;
    expect(second.read('current')).toBe('as of the first');
    await second.state.leave([]);
  });

  test('it gives up in one line that names the holder', async () => {
    const first = machine('first');
    await first.enter();
    const second = await machine('second', { patience: 300 }).state.enter('rebuild');
    expect(second).toMatchObject({ ok: false, reason: 'locked' });
    expect(second).toMatchObject({
      message: expect.stringMatching(/^STATE_URL is in use by process \d+ on .+ \(rebuild\); waited 0 s\./),
    });
    await first.state.leave([]);
  });

  test("a dead holder's lease runs out; should it live after all, it cannot hand over any more", async () => {
    const first = machine('first', { renewal: 3_600_000 });
    await first.enter();
    first.write('current', 'too late');
    const second = machine('second');
    await second.enter();
    second.write('current', 'as of the second');
    await second.state.leave([]);
    await expect(first.state.leave([])).rejects.toThrow(/Another machine has taken over STATE_URL/);
    const third = machine('third');
    await third.enter();
    expect(third.read('current')).toBe('as of the second');
    await third.state.leave([]);
  });

  test('a living holder keeps its turn for longer than a lease lasts', async () => {
    const first = machine('first');
    await first.enter();
    const second = await machine('second', { patience: 1.5 * TIMES.lifetime }).state.enter('rebuild');
    expect(second).toMatchObject({ ok: false, reason: 'locked' });
    await first.state.leave([]);
  });

  test('of machines that begin together each has a turn of its own', async () => {
    const machines = Array.from({ length: 4 }, (_, at) => machine(`m${at}`, { patience: 20_000 }));
    let inside = 0;
    await Promise.all(
      machines.map(async (one) => {
        await one.enter();
        inside += 1;
        expect(inside).toBe(1);
        one.write('status.json', '{}');
        inside -= 1;
        await one.state.leave([]);
      }),
    );
  });

  test('storage that ignores conditions is noticed, and of two machines only one goes on', async () => {
    s3.isConditional = false;
    const [first, second] = [machine('first'), machine('second')];
    let inside = 0;
    const work = async (one: typeof first) => {
      await one.enter();
      inside += 1;
      expect(inside).toBe(1);
      inside -= 1;
      await one.state.leave([]);
    };
    await Promise.all([work(first), work(second)]);
    for (const { told } of [first, second]) expect(told.join()).toContain('ignores conditional writes');
  });
});

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
  const left = `${s3.settings.endpoint}/${s3.settings.bucket}/p${prefix}/packs/${digestOf('left by a machine that died')}`;
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
