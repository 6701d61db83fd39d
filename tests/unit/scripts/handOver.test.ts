import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHandOver } from '../../../scripts/lib/handOver.ts';
import { fail, succeed } from '../../../src/lib/result.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A hand-over whose live release and pictures a test changes. */
function open(isHostAhead: boolean) {
  const state = { live: 'r1' as string | undefined, pictures: Promise.withResolvers<boolean>() };
  const deploy = vi.fn();
  const onFailed = vi.fn();
  const handOver = createHandOver({
    live: () => state.live,
    mediaArrived: () => state.pictures.promise,
    deploy,
    onFailed,
    isHostAhead,
  });
  return { state, deploy, onFailed, ...handOver };
}

test('what is known from before is handed over at once', () => {
  const { deploy, begin } = open(false);
  begin();
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('after a lost cache the host gets nothing before the rebuild that shows the pictures', async () => {
  const { state, deploy, begin, ended } = open(true);
  begin();
  state.pictures.resolve(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).not.toHaveBeenCalled();
  ended(succeed(null));
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('what an operator orders meanwhile, a withdrawal for one, is handed over at once', async () => {
  const { deploy, begin, ended } = open(true);
  begin();
  ended(succeed(null));
  expect(deploy).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('what else is published meanwhile waits along, and no longer than a minute', async () => {
  const { deploy, begin, ended } = open(true);
  begin();
  ended(succeed(null), true);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(deploy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(deploy).toHaveBeenCalledTimes(1);
  ended(succeed(null), true);
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('once an order was handed over, so is what else is published', async () => {
  const { state, deploy, begin, ended } = open(true);
  begin();
  ended(succeed(null), true);
  state.live = 'r2';
  ended(succeed(null));
  state.live = 'r3';
  ended(succeed(null), true);
  expect(deploy).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('the first release of a worker that started before the service waits for its pictures as well; the next does not', async () => {
  const { state, deploy, begin, ended } = open(true);
  state.live = undefined;
  begin();
  ended(fail('unreachable', 'away'));
  state.live = 'r1';
  ended(succeed(null));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(deploy).not.toHaveBeenCalled();
  ended(succeed(null));
  expect(deploy).toHaveBeenCalledTimes(1);
});

test.each([
  ['do not come', 0, (state: ReturnType<typeof open>['state']) => state.pictures.resolve(false)],
  ['take longer than a minute', 60_000, () => {}],
])('pictures that %s hold nothing back', async (_, milliseconds, settle) => {
  const { state, deploy, begin } = open(true);
  begin();
  settle(state);
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('pictures of which nobody can tell are told of', async () => {
  const { state, onFailed, begin } = open(true);
  begin();
  state.pictures.reject(new Error('The rebuild thread died.'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onFailed).toHaveBeenCalledTimes(1);
});

test('after a failure what is live is handed over when it is another, unless other machines do not know of it', () => {
  const { state, deploy, begin, ended } = open(false);
  begin();
  ended(fail('unreachable', 'away'));
  state.live = 'r0';
  ended(fail('unshared', 'away'));
  expect(deploy).toHaveBeenCalledTimes(1);
  ended(fail('unreachable', 'away'));
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('without a release there is nothing to begin with', () => {
  const { state, deploy, begin } = open(false);
  state.live = undefined;
  begin();
  expect(deploy).not.toHaveBeenCalled();
});
