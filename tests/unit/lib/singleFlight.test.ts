import { expect, test } from 'vitest';
import { singleFlight } from '../../../src/lib/singleFlight.ts';

test('calls for one key share the run under way; another key and a later call run anew', async () => {
  const flight = singleFlight<string, number>();
  let runs = 0;
  const work = async () => ++runs;
  expect(await Promise.all([flight('a', work), flight('a', work), flight('b', work)])).toEqual([1, 1, 2]);
  expect(await flight('a', work)).toBe(3);
});

test('a run that fails fails for all who share it, and the next one runs', async () => {
  const flight = singleFlight<string, string>();
  const failing = () => Promise.reject(new Error('broken'));
  const both = await Promise.allSettled([flight('a', failing), flight('a', failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flight('a', async () => 'mended')).toBe('mended');
});
