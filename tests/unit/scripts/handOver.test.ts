import { expect, onTestFinished, test, vi } from 'vitest';
import { createHandOver } from '../../../scripts/lib/handOver.ts';
import { fail, succeed } from '../../../src/lib/result.ts';

/** A hand-over whose live release and pictures a test changes. */
function open(isHostAhead: boolean) {
  const state = { live: 'r1' as string | undefined, pictures: Promise.withResolvers<boolean>() };
  const deploy = vi.fn();
  const onFailed = vi.fn();
  const rebuild = vi.fn();
  const handOver = createHandOver({
    live: () => state.live,
    mediaArrived: () => state.pictures.promise,
    rebuild,
    deploy,
    onFailed,
    isHostAhead,
  });
  return { state, rebuild, deploy, onFailed, ...handOver };
}

const pending = succeed({ isMediaPending: true, isMediaAway: false });
const whole = succeed({ isMediaPending: false, isMediaAway: false });
const lacking = succeed({ isMediaPending: false, isMediaAway: true });

test('what is known from before is handed over at once, also while a new picture is under way', () => {
  const { deploy, begin, ended } = open(false);
  begin();
  ended(pending);
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('after a lost cache the host gets nothing before the rebuild that shows the pictures', async () => {
  const { state, deploy, begin, ended } = open(true);
  begin();
  ended(pending);
  state.pictures.resolve(true);
  await state.pictures.promise;
  expect(deploy).not.toHaveBeenCalled();
  ended(whole);
  ended(pending);
  expect(deploy).toHaveBeenCalledTimes(2);
});

test('where no picture came, a rebuild tells what is missing; what the service may have again is waited for some minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { state, rebuild, deploy, begin, ended } = open(true);
  begin();
  state.pictures.resolve(false);
  await state.pictures.promise;
  await vi.waitFor(() => expect(rebuild).toHaveBeenCalledTimes(1));
  ended(lacking);
  ended(fail('unreachable', 'away'));
  expect(deploy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * 60_000 + 1);
  ended(lacking);
  expect(deploy).toHaveBeenCalledTimes(1);
});

test('pictures of which nobody can tell are told of, and the next whole rebuild is handed over', async () => {
  const { state, deploy, onFailed, begin, ended } = open(true);
  begin();
  state.pictures.reject(new Error('The rebuild thread died.'));
  await expect.poll(() => onFailed.mock.calls.length).toBe(1);
  ended(whole);
  expect(deploy).toHaveBeenCalledTimes(1);
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
