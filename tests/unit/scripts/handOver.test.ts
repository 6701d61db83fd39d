import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHandOver } from '../../../scripts/lib/handOver.ts';
import { fail, succeed } from '../../../src/lib/result.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface State {
  live: string | undefined;
  isLacking: boolean;
  pictures: PromiseWithResolvers<boolean>;
}

/** A hand-over whose live release and pictures a test changes. `before`: what is live as the worker starts. */
function open(isHostAhead: boolean, before?: string) {
  const state: State = { live: before, isLacking: false, pictures: Promise.withResolvers<boolean>() };
  const asked = { isAhead: isHostAhead, isAnew: false };
  const deploy = vi.fn();
  const onFailed = vi.fn();
  const handOver = createHandOver({
    live: () => state.live,
    mediaArrived: () => state.pictures.promise,
    isLacking: () => state.isLacking,
    deploy,
    onFailed,
    async isHostAhead(isAnew) {
      asked.isAnew = isAnew;
      return asked.isAhead;
    },
  });
  state.live ??= 'r1';
  return { state, asked, deploy, onFailed, ...handOver };
}

test('what is known from before is handed over at once', async () => {
  const { deploy, begin } = open(false, 'r1');
  await begin();
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('after a lost cache the host gets nothing before the rebuild that shows the pictures', async () => {
  const { state, deploy, begin, ended } = open(true);
  void begin();
  state.pictures.resolve(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).not.toHaveBeenCalled();
  // The rebuild that shows them brings a list whose own pictures are under way.
  state.pictures = Promise.withResolvers();
  ended(succeed(null), { trigger: 'media', collections: [] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).not.toHaveBeenCalled();
  state.pictures.resolve(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('nor does it lose a list or pictures that cannot be had at that moment, for ten minutes at most', async () => {
  const { state, deploy, begin, ended } = open(true);
  state.isLacking = true;
  void begin();
  state.pictures.resolve(false);
  ended(succeed(null), { trigger: 'webhook' });
  // Lists are asked for again by themselves, and the whole service may be away then.
  ended(fail('unreachable', 'away'), {});
  state.live = 'r2';
  ended(succeed(null), { trigger: 'webhook' });
  ended(fail('unreachable', 'away'), {});
  await vi.advanceTimersByTimeAsync(300_000);
  expect(deploy).not.toHaveBeenCalled();
  state.isLacking = false;
  ended(succeed(null), { trigger: 'webhook' });
  await vi.advanceTimersByTimeAsync(0);
  expect(deploy).toHaveBeenCalledTimes(1);
  const other = open(true);
  other.state.isLacking = true;
  void other.begin();
  other.state.pictures.resolve(false);
  await vi.advanceTimersByTimeAsync(599_000);
  expect(other.deploy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(other.deploy).toHaveBeenCalledTimes(1);
});

test('an older cache that was put back gives the host nothing before a rebuild, but for what an operator orders', async () => {
  const { state, deploy, begin, ended } = open(true, 'r1');
  await begin();
  // As a purge that was cut off is ended before.
  state.live = 'r1 without a picture';
  await begin();
  ended(fail('unreachable', 'away'), {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).not.toHaveBeenCalled();
  state.live = 'r0';
  ended(fail('unreachable', 'away'), {});
  expect(deploy).toHaveBeenCalledTimes(1);
  const other = open(true, 'r1');
  await other.begin();
  // It takes in what the purge has made, and asks for no list.
  other.ended(succeed(null), { trigger: 'command', collections: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(other.deploy).not.toHaveBeenCalled();
  other.ended(succeed(null), { trigger: 'start' });
  other.state.pictures.resolve(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(other.deploy).toHaveBeenCalledTimes(1);
});

test('a database that is begun anew under the worker makes the next release a first one', async () => {
  const { state, asked, deploy, begin, begunAnew, ended } = open(true, 'r1');
  asked.isAhead = false;
  await begin();
  expect(deploy).toHaveBeenCalledTimes(1);
  begunAnew();
  state.live = undefined;
  ended(fail('unreachable', 'away'), { collections: [] });
  expect(deploy).toHaveBeenCalledTimes(1);
  asked.isAhead = true;
  state.isLacking = true;
  state.pictures.resolve(false);
  state.live = 'r2';
  ended(succeed(null), { trigger: 'webhook' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).toHaveBeenCalledTimes(1);
  expect(asked.isAnew).toBe(true);
  state.isLacking = false;
  ended(succeed(null), { trigger: 'schedule' });
  await vi.advanceTimersByTimeAsync(0);
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('what an operator orders meanwhile, a withdrawal for one, is handed over at once', async () => {
  const { deploy, begin, ended } = open(true);
  void begin();
  ended(succeed(null), { trigger: 'desk' });
  expect(deploy).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('what else is published meanwhile waits along, and no longer than ten', async () => {
  const { deploy, begin, ended } = open(true);
  void begin();
  ended(succeed(null), { trigger: 'webhook' });
  await vi.advanceTimersByTimeAsync(599_000);
  expect(deploy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(deploy).toHaveBeenCalledTimes(1);
  ended(succeed(null), { trigger: 'webhook' });
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('once an order was handed over, so is what else is published', async () => {
  const { state, deploy, begin, ended } = open(true);
  void begin();
  ended(succeed(null), { trigger: 'webhook' });
  state.live = 'r2';
  ended(succeed(null), { trigger: 'desk' });
  state.live = 'r3';
  ended(succeed(null), { trigger: 'webhook' });
  expect(deploy).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('the first release of a worker that started before the service waits for its pictures as well; the next does not', async () => {
  const { state, deploy, begin, ended } = open(true);
  state.live = undefined;
  void begin();
  ended(fail('unreachable', 'away'), {});
  state.live = 'r1';
  ended(succeed(null), { trigger: 'start' });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(deploy).not.toHaveBeenCalled();
  ended(succeed(null), { trigger: 'desk' });
  expect(deploy).toHaveBeenCalledTimes(1);
});

test.each([
  ['do not come', 0, (state: ReturnType<typeof open>['state']) => state.pictures.resolve(false)],
  ['take longer than ten minutes', 600_000, () => {}],
])('pictures that %s hold nothing back', async (_, milliseconds, settle) => {
  const { state, deploy, begin } = open(true);
  void begin();
  settle(state);
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('pictures of which nobody can tell are told of', async () => {
  const { state, onFailed, begin } = open(true);
  void begin();
  state.pictures.reject(new Error('The rebuild thread died.'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onFailed).toHaveBeenCalledTimes(1);
});

test('after a failure what is live is handed over when it is another, unless other machines do not know of it', async () => {
  const { state, deploy, begin, ended } = open(false, 'r1');
  await begin();
  ended(fail('unreachable', 'away'), {});
  state.live = 'r0';
  ended(fail('unshared', 'away'), {});
  expect(deploy).toHaveBeenCalledTimes(1);
  ended(fail('unreachable', 'away'), {});
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('without a release there is nothing to begin with', () => {
  const { state, deploy, begin } = open(false);
  state.live = undefined;
  void begin();
  expect(deploy).not.toHaveBeenCalled();
});
