import { expect, test } from 'vitest';
import { createRateLimiter } from '../../../src/gateway/rateLimiter.ts';

test('remembers no more addresses than it is told, forgetting the oldest', () => {
  const limiter = createRateLimiter(1, () => 0, 2);
  expect(['a', 'b', 'c'].map((address) => limiter.take(address))).toEqual([0, 0, 0]);
  expect(limiter.wait('a')).toBe(0);
  expect(limiter.wait('c')).toBe(60);
});

test('0 is no limit', () => {
  const limiter = createRateLimiter(0, () => 0);
  expect(Array.from({ length: 100 }, () => limiter.take('a')).every((seconds) => seconds === 0)).toBe(true);
});

test('a minute opens with the first use, not with the clock', () => {
  let now = 59_000;
  const limiter = createRateLimiter(1, () => now);
  limiter.take('a');
  now += 59_999;
  expect(limiter.take('a')).toBe(1);
  now += 1;
  expect(limiter.take('a')).toBe(0);
});
