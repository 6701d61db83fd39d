import { createHmac } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createWebhookReader } from '../../../src/lib/webhookAuth.ts';

afterEach(() => {
  vi.useRealTimers();
});

const SECRET = 'the secret of the webhook';
const signature = `sha256=${createHmac('sha256', SECRET).update('{}').digest('hex')}`;
const CREDENTIALS: Record<string, HeadersInit> = {
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

test.each(Object.keys(CREDENTIALS))(
  'of calls that carry %s no more than 64 bodies are read at once, and all in the end',
  async (kind) => {
    const read = createWebhookReader({ secret: SECRET });
    const calls = Array.from({ length: 200 }, () => call(CREDENTIALS[kind]));
    const answers = calls.map(({ request }) => read(request));
    await expect.poll(() => calls.filter(({ isRead }) => isRead()).length).toBe(64);
    for (const { arrive } of calls) arrive();
    const bodies = await Promise.all(answers);
    expect(bodies.filter(({ ok }) => ok)).toHaveLength(200);
  },
);

test('calls that carry the token do not wait behind those that only claim to be signed', async () => {
  const read = createWebhookReader({ secret: SECRET });
  const slow = Array.from({ length: 100 }, () => call({ 'x-hub-signature-256': 'sha256=0' }));
  const answers = slow.map(({ request }) => read(request));
  const trusted = call(CREDENTIALS['the token']);
  trusted.arrive();
  expect(await read(trusted.request)).toMatchObject({ ok: true });
  for (const { arrive } of slow) arrive();
  expect((await Promise.all(answers)).every((answer) => !answer.ok && answer.reason === '401')).toBe(true);
});

test('of calls that only claim to be signed, those beyond 2,000 that wait are refused with 503', async () => {
  const read = createWebhookReader({ secret: SECRET });
  const slow = Array.from({ length: 64 + 2000 }, () => call({ 'x-hub-signature-256': 'sha256=0' }));
  const answers = slow.map(({ request }) => read(request));
  const late = call({ 'x-hub-signature-256': 'sha256=0' });
  expect(await read(late.request)).toMatchObject({ ok: false, reason: '503' });
  expect(late.isRead()).toBe(false);
  for (const { arrive } of slow) arrive();
  await Promise.all(answers);
});

test('a signed call is taken within 25 s behind 2,000 that only claim to be signed and never send their body', async () => {
  vi.useFakeTimers();
  const read = createWebhookReader({ secret: SECRET });
  const silent = Array.from({ length: 2000 }, () => read(call({ 'x-hub-signature-256': 'sha256=0' }).request));
  const signed = call(CREDENTIALS['a signature']);
  signed.arrive();
  let taken = false;
  void read(signed.request).then(({ ok }) => {
    taken = ok;
  });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(taken).toBe(true);
  expect((await Promise.all(silent)).every((answer) => !answer.ok && answer.reason === '408')).toBe(true);
});
