import { createHmac } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createWebhookReader } from '../../../src/lib/webhookAuth.ts';

afterEach(() => {
  vi.useRealTimers();
});

const SECRET = 'the secret of the webhook';
const signature = `sha256=${createHmac('sha256', SECRET).update('{}').digest('hex')}`;
const CREDENTIALS = {
  'the token': { authorization: `Bearer ${SECRET}` },
  'a signature': { 'x-hub-signature-256': signature },
};

/** A call whose body comes when it is told to. */
function call(headers: HeadersInit | undefined) {
  let isRead = false;
  const arrives = Promise.withResolvers<void>();
  const body = new ReadableStream(
    {
      async pull(controller) {
        isRead = true;
        await arrives.promise;
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: 'POST', body, headers, duplex: 'half' } as const;
  return { request: new Request('http://worker/hooks/rebuild', init), isRead: () => isRead, arrive: arrives.resolve };
}

test('of calls that carry the token no more than 64 bodies are read at once, and all in the end', async () => {
  const read = createWebhookReader(SECRET);
  const calls = Array.from({ length: 200 }, () => call(CREDENTIALS['the token']));
  const answers = calls.map(({ request }) => read(request));
  await expect.poll(() => calls.filter(({ isRead }) => isRead()).length).toBe(64);
  for (const { arrive } of calls) arrive();
  const bodies = await Promise.all(answers);
  expect(bodies.filter(({ ok }) => ok)).toHaveLength(200);
});

test('calls that carry the token do not wait behind those that only claim to be signed', async () => {
  const read = createWebhookReader(SECRET);
  const slow = Array.from({ length: 100 }, () => call({ 'x-hub-signature-256': 'sha256=0' }));
  const answers = slow.map(({ request }) => read(request));
  const trusted = call(CREDENTIALS['the token']);
  trusted.arrive();
  expect(await read(trusted.request)).toMatchObject({ ok: true });
  for (const { arrive } of slow) arrive();
  expect((await Promise.all(answers)).every((answer) => !answer.ok && answer.reason === '401')).toBe(true);
});

test('a signed call is taken at once while thousands that only claim to be signed never send their body', async () => {
  vi.useFakeTimers();
  const read = createWebhookReader(SECRET);
  const silent = Array.from({ length: 3000 }, () => read(call({ 'x-hub-signature-256': 'sha256=0' }).request));
  const signed = call(CREDENTIALS['a signature']);
  signed.arrive();
  expect(await read(signed.request)).toMatchObject({ ok: true });
  await vi.advanceTimersByTimeAsync(5000);
  const refused = (await Promise.all(silent)).map((answer) => !answer.ok && answer.reason);
  // No more than 500 bodies were waited for at a time.
  expect(refused).toEqual([...Array(2501).fill('503'), ...Array(499).fill('408')]);
});

test('a signed call is taken though its body comes behind hundreds that only claim to be signed', async () => {
  const read = createWebhookReader(SECRET);
  const signed = call(CREDENTIALS['a signature']);
  const answer = read(signed.request);
  const slow = Array.from({ length: 400 }, () => call({ 'x-hub-signature-256': 'sha256=0' }));
  const answers = slow.map(({ request }) => read(request));
  for (const { arrive } of [...slow, signed]) arrive();
  expect(await answer).toMatchObject({ ok: true });
  expect((await Promise.all(answers)).every((one) => !one.ok && one.reason === '401')).toBe(true);
});
