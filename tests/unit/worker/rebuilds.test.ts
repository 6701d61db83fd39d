import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';
import { fail, type Result, succeed } from '../../../src/lib/result.ts';
import type { Observed } from '../../../src/site/alerts.ts';
import type { RebuildRequest, Rebuilt } from '../../../src/site/open.ts';
import type { Report } from '../../../src/site/report.ts';
import { createRebuilds, type RebuildsOptions } from '../../../src/worker/rebuilds.ts';
import { deskStatus } from '../../support/desk.ts';

const report: Report = {
  ...{
    release: 'r1',
    trigger: 'start',
    rendered: [],
    reused: 0,
    written: [],
    removed: [],
    changed: [],
    held_lists: [],
    left_out: [],
    warnings: [],
    stale: [],
  },
  milliseconds: { fetch: 0, plan: 0, render: 0, publish: 0, total: 1 },
};
const rebuilt = (changes: Partial<Rebuilt> = {}): Result<Rebuilt> =>
  succeed({ state: 'published', report, neverLoaded: [], isMediaPending: false, ...changes });

/** A worker's rebuilds over a rebuild thread that ends each as told, and whose pictures came or not. `told`: settles when an alert was. */
function open(ended: Result<Rebuilt>, hasNewMedia = false, told = Promise.resolve(true)) {
  const requests: RebuildRequest[] = [];
  const observed: Observed[] = [];
  const calls = {
    rebuild: async (request: RebuildRequest) => {
      requests.push(request);
      return requests.length === 1 ? ended : rebuilt();
    },
    mediaArrived: async () => hasNewMedia,
  } as unknown as RebuildsOptions['site']['calls'];
  const alerts = {
    observe: async (one: Observed) => {
      observed.push(one);
      return told;
    },
  };
  const site = { calls, alerts, status: () => deskStatus, servedUntil: () => 5 };
  const rebuilds = createRebuilds({ site, log: pino({ level: 'silent' }), measured: () => {} });
  return { rebuilds, requests, observed };
}

const missing = ({ observed }: ReturnType<typeof open>) => observed.map((one) => one.missing);

test('a picture that cannot be had is told after the first rebuild as after any other', async () => {
  const worker = open(rebuilt());
  await worker.rebuilds.run({ trigger: 'start' });
  await expect.poll(() => missing(worker)).toEqual([['photo.jpg']]);
});

test('a picture that did not come in time is told when it cannot be had, with no further rebuild', async () => {
  const worker = open(rebuilt({ isMediaPending: true }));
  await worker.rebuilds.run({ trigger: 'start' });
  await expect.poll(() => missing(worker)).toEqual([undefined, ['photo.jpg']]);
  expect(worker.requests).toHaveLength(1);
});

test('pictures that came late are published by a rebuild of their own', async () => {
  const worker = open(rebuilt({ isMediaPending: true }), true);
  await worker.rebuilds.run({ trigger: 'start' });
  await expect.poll(() => worker.requests[1]).toMatchObject({ trigger: 'media', collections: [] });
});

test('a rebuild that a rollback holds ends unchanged, with a report that says so', async () => {
  const { rebuilds } = open(rebuilt({ state: 'held', report: { ...report, held: true } }));
  const id = rebuilds.request({ trigger: 'webhook' });
  const message = 'Nothing was published: a rollback holds the release that is live.';
  await expect.poll(() => rebuilds.job(id)).toMatchObject({ state: 'unchanged', report: { held: true }, message });
});

test('a failure keeps its reason, and is told', async () => {
  const failure = fail('unreachable', 'The content service cannot be reached.');
  const { rebuilds, observed } = open(failure);
  expect(await rebuilds.run({ trigger: 'start' })).toEqual(failure);
  expect(observed).toEqual([{ failing: 'The content service cannot be reached.' }]);
});

test('what is served is kept for ten minutes of rebuilds that lack lists of it, and no longer', async () => {
  const requests: (number | undefined)[] = [];
  const calls = {
    rebuild: async ({ keepServed }: RebuildRequest) => {
      requests.push(keepServed);
      // Another failure between them is no end of it.
      if (requests.length === 2) return fail('unreachable', 'The content service cannot be reached.');
      return fail('never-loaded', 'Never read: events.');
    },
  } as unknown as RebuildsOptions['site']['calls'];
  const site = { calls, alerts: { observe: async () => true }, status: () => deskStatus, servedUntil: () => 5 };
  const rebuilds = createRebuilds({ site, log: pino({ level: 'silent' }), measured: () => {} });
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  for (const minutes of [0, 1, 2, 9, 11]) {
    clock.mockReturnValue(minutes * 60_000);
    await rebuilds.run({ trigger: 'schedule', collections: ['news'] });
  }
  await rebuilds.stop();
  expect(requests).toEqual([5, 5, 5, 5, undefined]);
});

test.each([rebuilt(), fail('unreachable', 'The content service cannot be reached.')])(
  'an ALERT_URL that does not answer holds up no rebuild (%#)',
  async (ended) => {
    const { rebuilds, observed } = open(ended, false, new Promise(() => {}));
    expect(await rebuilds.run({ trigger: 'start' })).toEqual(ended);
    const id = rebuilds.request({ trigger: 'webhook' });
    await expect.poll(() => rebuilds.job(id)?.state).toBe('published');
    expect(observed).not.toEqual([]);
  },
);

/** A worker whose rebuilds ask a service that has `away`, and what each was asked for. */
function openRetrying(away: Set<string>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: (readonly string[] | undefined)[] = [];
  const calls = {
    rebuild: async ({ collections }: RebuildRequest) => {
      asked.push(collections);
      if (away.has('all')) return fail('unreachable', 'The content service cannot be reached.');
      if (away.has('storage')) return fail('unshared', 'STATE_URL cannot be reached.');
      if (away.has('words')) return fail('wrong-words', 'A word is missing.');
      return rebuilt({ report: { ...report, stale: [...away], held_lists: ['gallery'] } });
    },
  } as unknown as RebuildsOptions['site']['calls'];
  const alerts = { observe: async () => true };
  const rebuilds = createRebuilds({
    site: { calls, alerts, status: () => deskStatus, servedUntil: () => 5 },
    log: pino({ level: 'silent' }),
    measured: () => {},
  });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  return { rebuilds, asked, pass };
}

test('a list that the service cannot give a moment after its webhook is asked for again, and then no more', async () => {
  const away = new Set(['news']);
  const { rebuilds, asked, pass } = openRetrying(away);
  rebuilds.request({ trigger: 'webhook', collections: ['news'] });
  await pass(4);
  rebuilds.request({ trigger: 'webhook', collections: ['events'] });
  await pass(2);
  expect(asked).toEqual([['news'], ['events'], ['news']]);
  away.clear();
  await pass(30);
  expect(asked).toHaveLength(4);
  await pass(3600);
  expect(asked).toHaveLength(4);
});

test('one that is still away when a webhook asks for all lists again is asked for after it as well', async () => {
  const { rebuilds, asked, pass } = openRetrying(new Set(['news']));
  rebuilds.request({ trigger: 'webhook' });
  await pass(2);
  rebuilds.request({ trigger: 'webhook' });
  await pass(6);
  expect(asked).toEqual([undefined, undefined, ['news']]);
});

test('a service that is away is asked three times more, by the clock too, and again after the next webhook', async () => {
  const { rebuilds, asked, pass } = openRetrying(new Set(['all']));
  rebuilds.request({ trigger: 'webhook' });
  await pass(10);
  rebuilds.request({ trigger: 'schedule' });
  await pass(3600);
  expect(asked).toHaveLength(5);
  rebuilds.request({ trigger: 'webhook' });
  await pass(6);
  expect(asked).toHaveLength(7);
});

test('all lists are asked for again where a rebuild failed that was to ask for none, as of a database that was begun anew', async () => {
  const away = new Set(['all']);
  const { rebuilds, asked, pass } = openRetrying(away);
  rebuilds.request({ trigger: 'schedule', collections: [] });
  await pass(2);
  away.clear();
  await pass(4);
  expect(asked).toEqual([[], COLLECTION_NAMES]);
});

test('shared storage that is away is asked again, and a mistake in the words is not', async () => {
  const away = new Set(['storage']);
  const { rebuilds, asked, pass } = openRetrying(away);
  rebuilds.request({ trigger: 'webhook', collections: ['news'] });
  await pass(6);
  expect(asked).toEqual([['news'], ['news']]);
  away.clear();
  away.add('words');
  await pass(3600);
  expect(asked).toHaveLength(3);
});

test('a list that the service never has is left to the schedule in the end, and one that came back empty at once', async () => {
  const { rebuilds, asked, pass } = openRetrying(new Set(['topper', 'gallery']));
  rebuilds.request({ trigger: 'webhook' });
  rebuilds.request({ trigger: 'webhook', collections: ['gallery'] });
  await pass(3600);
  expect(asked).toEqual([undefined, ['topper'], ['topper'], ['topper']]);
  rebuilds.request({ trigger: 'webhook' });
  rebuilds.request({ trigger: 'schedule' });
  await pass(3600);
  expect(asked).toHaveLength(5);
});

test('beside a list that never comes another one that is away for a moment is asked for again', async () => {
  const away = new Set(['topper']);
  const { rebuilds, asked, pass } = openRetrying(away);
  rebuilds.request({ trigger: 'schedule' });
  await pass(3600);
  away.add('news');
  rebuilds.request({ trigger: 'schedule' });
  await pass(10);
  expect(asked.slice(4)).toEqual([undefined, ['news']]);
});

test('a list that was away when the worker started is asked for again, also by the first build', async () => {
  const { rebuilds, asked, pass } = openRetrying(new Set(['news']));
  await rebuilds.run({ trigger: 'start' });
  await pass(6);
  expect(asked).toEqual([undefined, ['news']]);
});

test('a worker that stops asks for nothing more', async () => {
  const { rebuilds, asked, pass } = openRetrying(new Set(['news']));
  rebuilds.request({ trigger: 'webhook', collections: ['news'] });
  await pass(1);
  await rebuilds.stop();
  await pass(3600);
  expect(asked).toHaveLength(1);
});
