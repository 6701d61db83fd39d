import { expect, test } from 'vitest';
import { createHealth } from '../../../src/worker/health.ts';

const AT = Date.UTC(2026, 10, 21, 12);
const status = {
  checkedAt: AT,
  stale: ['news'],
  warnings: [],
  fileWarnings: [],
  staleCollections: [{ collection: 'news' as const, why: 'No connection to 10.0.0.7.', since: AT, held: false }],
  leftOut: [
    { collection: 'news' as const, item: 'n1', why: 'no title' },
    { collection: 'news' as const, item: 'other items', why: 'and 300 more' },
  ],
  lastFailure: { at: AT, message: 'http://10.0.0.7:8080 cannot be reached from /srv/site' },
  recent: [],
};

function open(live: ReturnType<Parameters<typeof createHealth>[0]>) {
  return createHealth(
    () => live,
    () => status,
    () => false,
  );
}

test('health tells what is live and when it was checked, and no message, address or path', async () => {
  const answer = await open({ release: 'r1', builtAt: AT, held: false }).request('/healthz');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.json()).toEqual({
    release: 'r1',
    builtAt: '2026-11-21T12:00:00.000Z',
    checkedAt: '2026-11-21T12:00:00.000Z',
    held: false,
    stale: ['news'],
    leftOut: 301,
    lastFailure: '2026-11-21T12:00:00.000Z',
    restartNeeded: false,
  });
});

test('a worker is ready once a release is served', async () => {
  expect((await open(null).request('/readyz')).status).toBe(503);
  expect((await open(null).request('/healthz')).status).toBe(503);
  expect((await open({ release: 'r1', builtAt: AT, held: false }).request('/readyz')).status).toBe(200);
});
