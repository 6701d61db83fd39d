import { afterEach, expect, test, vi } from 'vitest';
import { startSchedule } from '../../../src/worker/rebuilds.ts';

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

test.each([
  ['back two hours', -2 * HOUR],
  ['forward three days', 72 * HOUR],
])('rebuilds go on by the clock when it is set %s, and when it is right again', async (_, shift) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 6, 1) });
  const request = vi.fn();
  const stop = startSchedule('*/15 * * * *', 'Asia/Kolkata', Date.now, { request });
  await vi.advanceTimersByTimeAsync(HOUR);
  for (const change of [shift, -shift]) {
    request.mockClear();
    vi.setSystemTime(Date.now() + change);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(request.mock.calls.length).toBeGreaterThanOrEqual(4);
  }
  stop();
});
