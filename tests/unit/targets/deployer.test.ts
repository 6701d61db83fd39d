import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, type Result, succeed } from '../../../src/lib/result.ts';
import { createDeployer } from '../../../src/targets/deploy.ts';
import type { DeployPlan } from '../../../src/targets/ledger.ts';

const PLAN: DeployPlan = { release: 'r', files: new Map(), changed: [], removed: [], bytes: 0, previous: null };

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

function open(results: Result<DeployPlan>[] = [], lastAt = 0) {
  const starts: number[] = [];
  const failures: string[] = [];
  const begun = Date.now();
  const deployer = createDeployer({
    deploy: async () => {
      starts.push((Date.now() - begun) / 1000);
      // A deploy takes ten seconds.
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return results.shift() ?? succeed(PLAN);
    },
    minInterval: 300_000,
    lastAt,
    onDone: () => {},
    onFailed: (message) => failures.push(message),
  });
  return { deployer, starts, failures };
}

describe('deploys of a worker', () => {
  test('begin at once, then at most as often as set, however much is published', async () => {
    const { deployer, starts } = open();
    for (let second = 0; second < 1000; second += 1) {
      if (second < 500) deployer.published();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(starts).toEqual([0, 300, 600]);
  });

  test('do not run without a reason', async () => {
    const { starts } = open();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(starts).toEqual([]);
  });

  test('keep their distance to those of an earlier worker', async () => {
    const { deployer, starts } = open([], Date.now() - 100_000);
    deployer.published();
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(starts).toEqual([200]);
  });

  test('keep to it when the clock is set back two hours, and when it is right again', async () => {
    const { deployer, starts } = open();
    const begun = performance.now();
    for (let second = 0; second < 3000; second += 1) {
      if (second === 750) vi.setSystemTime(Date.now() - 7_200_000);
      if (second === 1950) vi.setSystemTime(Date.now() + 7_200_000);
      deployer.published();
      await vi.advanceTimersByTimeAsync(1000);
      // One at the beginning of each five minutes.
      expect(starts).toHaveLength(Math.floor((performance.now() - begun) / 300_000) + 1);
    }
  });

  test('begin after one interval when the clock was ahead at the last one', async () => {
    const { deployer, starts } = open([], Date.now() + 7_200_000);
    deployer.published();
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(starts).toEqual([300]);
  });

  test('do not let what is published wait as long as several failures would have it', async () => {
    const bad = fail('passing', 'The host is away.');
    const { deployer, starts } = open([bad, bad, bad]);
    deployer.published();
    await vi.advanceTimersByTimeAsync(1_000_000);
    deployer.published();
    await vi.advanceTimersByTimeAsync(10_000_000);
    expect(starts).toEqual([0, 300, 900, 1200]);
  });

  test('are tried again after a failure, with longer and longer pauses, until one ends well', async () => {
    const bad = fail('passing', 'The host is away.');
    const { deployer, starts, failures } = open([bad, bad, bad]);
    deployer.published();
    await vi.advanceTimersByTimeAsync(10_000_000);
    expect(starts).toEqual([0, 300, 900, 2100]);
    expect(failures).toEqual(['The host is away.', 'The host is away.', 'The host is away.']);
  });

  test('end with the worker, and tell no failure of being stopped', async () => {
    const { deployer, starts, failures } = open([fail('stopped', 'Stopped.')]);
    deployer.published();
    await vi.advanceTimersByTimeAsync(1);
    const stopped = deployer.stop();
    await vi.advanceTimersByTimeAsync(20_000);
    await stopped;
    deployer.published();
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect([starts, failures]).toEqual([[0], []]);
  });
});
