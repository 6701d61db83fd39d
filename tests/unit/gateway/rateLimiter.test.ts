import { expect, test } from 'vitest';
import { createRateLimiter } from '../../../src/gateway/rateLimiter.ts';

test('remembers 100,000 addresses at most, forgetting the oldest', () => {
  const limiter = createRateLimiter(1, () => 0);
  for (let number = 0; number <= 100_000; number += 1) limiter.take(String(number));
  expect(limiter.wait('0')).toBe(0);
  expect(limiter.wait('1')).toBe(60);
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
