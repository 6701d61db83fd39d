import { describe, expect, test } from 'vitest';
import { fail, succeed } from '../../../src/lib/result.ts';
import type { RebuildRequest } from '../../../src/site/open.ts';
import type { Report } from '../../../src/site/report.ts';
import { createQueue, type Work } from '../../../src/worker/rebuilds.ts';

const report = { release: 'r1' } as Report;

/** Work that waits until it is let go, and remembers what was requested. */
function heldWork() {
  const requests: RebuildRequest[] = [];
  const waiting: (() => void)[] = [];
  const work: Work = (request) => {
    requests.push(request);
    return new Promise((resolve) => waiting.push(() => resolve(succeed({ state: 'published', report }))));
  };
  const letGo = async () => {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { requests, work, letGo };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of rebuilds', () => {
  test('makes one rebuild of a thousand calls that arrive together', async () => {
    const { requests, work, letGo } = heldWork();
    const queue = createQueue(work);
    const ids = new Set(Array.from({ length: 1000 }, () => queue.request({})));
    await turn();
    await letGo();
    expect(requests).toHaveLength(1);
    expect(ids.size).toBe(1);
  });

  test('coalesces the calls that arrive during a rebuild into one following rebuild of all their collections and media', async () => {
    const { requests, work, letGo } = heldWork();
    const queue = createQueue(work);
    queue.request({ collections: ['news'] });
    await turn();
    const second = queue.request({ collections: ['news'], changedMedia: ['a.jpg'] });
    expect(queue.request({ collections: ['events'], changedMedia: ['b.pdf'] })).toBe(second);
    expect(queue.job(second)?.state).toBe('queued');
    await letGo();
    await expect.poll(() => requests.length).toBe(2);
    await letGo();
    expect(requests).toEqual([{ collections: ['news'] }, { collections: ['news', 'events'], changedMedia: ['a.jpg', 'b.pdf'] }]);
    expect(queue.job(second)).toMatchObject({ state: 'published', report });
  });

  test('waits for the end of a burst of calls before it rebuilds for them', async () => {
    const { requests, work, letGo } = heldWork();
    const queue = createQueue(work);
    queue.request({});
    await turn();
    const ids = new Set(Array.from({ length: 10 }, () => queue.request({})));
    await letGo();
    for (let call = 0; call < 10; call += 1) {
      ids.add(queue.request({}));
      await turn();
    }
    expect(requests).toHaveLength(1);
    expect(ids.size).toBe(1);
    await expect.poll(() => requests.length).toBe(2);
    await letGo();
  });

  test('asks again for what a failed rebuild was to publish, with the next one and not after that', async () => {
    const requests: RebuildRequest[] = [];
    const answers = [fail('rebuild-failed', 'A mistake in the words.'), fail('rebuild-failed', 'Another one.')];
    const queue = createQueue(async (request) => {
      requests.push(request);
      return answers.shift() ?? succeed({ state: 'published', report });
    });
    for (const request of [
      { collections: ['news'] },
      { collections: [], trigger: 'start' },
      { collections: ['events'] },
      { collections: [] },
    ] as const) {
      const id = queue.request(request);
      await expect.poll(() => queue.job(id)?.state).toMatch(/failed|published/);
    }
    expect(requests.map(({ collections }) => collections)).toEqual([['news'], ['news'], ['events', 'news'], []]);
    expect(requests[1]?.trigger).toBe('start');
  });

  test('fetches everything when one of the coalesced calls names no collection', async () => {
    const { requests, work, letGo } = heldWork();
    const queue = createQueue(work);
    queue.request({ collections: ['news'] });
    await turn();
    queue.request({ collections: ['news'] });
    queue.request({});
    await letGo();
    await expect.poll(() => requests.length).toBe(2);
    expect(requests[1]).toEqual({ collections: undefined, refreshMedia: undefined });
    await letGo();
  });

  test('publishes every empty list that one of the coalesced calls accepts', async () => {
    const { requests, work, letGo } = heldWork();
    const queue = createQueue(work);
    queue.request({});
    await turn();
    queue.request({ collections: ['news'], acceptEmpty: ['news'] });
    queue.request({});
    await letGo();
    await expect.poll(() => requests.length).toBe(2);
    expect(requests[1]?.acceptEmpty).toEqual(['news']);
    await letGo();
  });

  test('tells why a rebuild failed and goes on with the next', async () => {
    const outcomes = [fail('unreachable', 'The service is away.'), succeed({ state: 'unchanged' as const, report })];
    const queue = createQueue(async () => outcomes.shift() ?? fail('none', 'none'));
    const first = queue.request({});
    await turn();
    expect(queue.job(first)).toMatchObject({ state: 'failed', report: null, message: 'The service is away.' });
    const second = queue.request({});
    await turn();
    expect(queue.job(second)?.state).toBe('unchanged');
  });

  test('keeps the last thousand rebuilds', async () => {
    const queue = createQueue(async () => succeed({ state: 'unchanged' as const, report }));
    const first = queue.request({});
    await turn();
    for (let at = 0; at < 1000; at += 1) {
      queue.request({});
      await turn();
    }
    expect(queue.job(first)).toBeNull();
  });
});
