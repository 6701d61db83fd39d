import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createAdaptorServer } from '@hono/node-server';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LARGEST_CV } from '../../../src/forms/rules.ts';
import { SERVER_OPTIONS } from '../../../src/gateway/index.ts';
import { APPLICATION, CONTACT, gatewayTo } from '../../support/gateway.ts';
import { answersJson, stubServiceOfFile } from '../../support/stubService.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const service = await stubServiceOfFile(answersJson({ ok: true }));
let gateway: ReturnType<typeof gatewayTo>;
beforeEach(() => {
  gateway = gatewayTo(service.url);
});

const PATH = '/api/form/HTSJ/XYZ';
const HEADERS = { accept: 'application/json', 'content-type': 'multipart/form-data; boundary=b' };
const fields = Object.entries(APPLICATION).map(
  ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
);
const HEAD = `${fields.join('')}--b\r\nContent-Disposition: form-data; name="attachments"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n`;
const END = '\r\n--b--\r\n';
const CHUNK = new Uint8Array(16_000).fill(97);

/** An application as it comes in: its head, then what `next` gives until that is null. Nothing is made before it is asked for. */
function application(next: () => Uint8Array | null | Promise<Uint8Array | null>, begun = () => {}): RequestInit {
  const encoder = new TextEncoder();
  let isBegun = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true;
          begun();
          return controller.enqueue(encoder.encode(HEAD));
        }
        const chunk = await next();
        if (chunk) return controller.enqueue(chunk);
        controller.enqueue(encoder.encode(END));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { method: 'POST', headers: HEADERS, body, duplex: 'half' } as RequestInit;
}

const UPLOADS = 30;
const AT_ONCE = 4;

test('few uploads are read at once; the others stay with their senders', async () => {
  let reading = 0;
  let most = 0;
  const one = (_: unknown, at: number) => {
    let left = 20;
    const next = () => {
      left -= 1;
      if (left === 0) reading -= 1;
      return left > 0 ? CHUNK : null;
    };
    return gateway.ask(
      PATH,
      application(next, () => {
        reading += 1;
        most = Math.max(most, reading);
      }),
      `192.0.2.${at}`,
    );
  };
  const answers = await Promise.all(Array.from({ length: UPLOADS }, one));
  expect(answers.map(({ status }) => status)).toEqual(Array(UPLOADS).fill(200));
  expect(most).toBe(AT_ONCE);
  expect(service.arrived).toHaveLength(UPLOADS);
});

test('one address, however quick and much it sends, leaves turns to the others, and each too large upload counts', async () => {
  gateway = gatewayTo(service.url, { submissionsPerMinute: UPLOADS });
  const busy = Array.from({ length: UPLOADS }, () =>
    gateway.ask(
      PATH,
      application(() => CHUNK),
      '192.0.2.1',
    ),
  );
  const other = await gateway.ask(
    PATH,
    application(() => null),
    '192.0.2.2',
  );
  expect(other.status).toBe(200);
  expect(service.arrived).toHaveLength(1);
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual(Array(UPLOADS).fill(413));
  expect(
    (
      await gateway.ask(
        PATH,
        application(() => null),
        '192.0.2.1',
      )
    ).status,
  ).toBe(429);
});

test('uploads whose lines stall hold up nobody', async () => {
  const line = Promise.withResolvers<null>();
  const stalled = Array.from({ length: UPLOADS }, () =>
    gateway.ask(
      PATH,
      application(() => line.promise),
    ),
  );
  const quick = await gateway.ask(
    PATH,
    application(() => null),
  );
  expect(quick.status).toBe(200);
  expect(service.arrived).toHaveLength(1);
  line.resolve(null);
  expect((await Promise.all(stalled)).map(({ status }) => status)).toEqual(Array(UPLOADS).fill(200));
});

test('a sender that stops, or sends a byte now and then, is let go; one of eight kilobytes a second is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const after = <Value>(milliseconds: number, value: Value) =>
    new Promise<Value>((resolve) => setTimeout(resolve, milliseconds, value));
  const never = new Promise<null>(() => {});
  let left = 100;
  const slow = () => {
    left -= 1;
    return after(2000, left > 0 ? CHUNK : null);
  };
  const half = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"name":')) });
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const asked = Promise.all([
    gateway.ask(
      PATH,
      application(() => never),
    ),
    gateway.ask(
      PATH,
      application(() => after(20_000, new Uint8Array(1))),
    ),
    gateway.ask('/api/form/HTSJ/abc', { method: 'POST', headers, body: half, duplex: 'half' } as RequestInit),
    gateway.ask(PATH, application(slow)),
  ]);
  await vi.advanceTimersByTimeAsync(205_000);
  expect((await asked).map(({ status }) => status)).toEqual([400, 400, 400, 200]);
  expect(service.arrived).toHaveLength(1);
});

test('one address has no more uploads under way than it may send; others go on', async () => {
  gateway = gatewayTo(service.url, { submissionsPerMinute: 2 });
  const line = Promise.withResolvers<null>();
  const from = (address: string, next: () => Promise<null> | null) => gateway.ask(PATH, application(next), address);
  const stalled = [from('192.0.2.1', () => line.promise), from('192.0.2.1', () => line.promise)];
  const third = await from('192.0.2.1', () => null);
  expect(third.status).toBe(429);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await from('192.0.2.2', () => null)).status).toBe(200);
  line.resolve(null);
  expect((await Promise.all(stalled)).map(({ status }) => status)).toEqual([200, 200]);
});

test('senders at 1,200 addresses that begin a message and stall keep out nobody', async () => {
  const line = Promise.withResolvers<void>();
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const begin = (_: unknown, at: number) => {
    const pull = (controller: ReadableStreamDefaultController) => line.promise.then(() => controller.close());
    const init = {
      method: 'POST',
      headers,
      body: new ReadableStream({ pull }, { highWaterMark: 0 }),
      duplex: 'half',
    } as RequestInit;
    return gateway.ask('/api/form/HTSJ/abc', init, `192.0.${at >> 8}.${at & 255}`);
  };
  const stalled = Array.from({ length: 1200 }, begin);
  expect((await gateway.postJson('/api/form/HTSJ/abc', CONTACT)).status).toBe(200);
  line.resolve();
  expect(new Set((await Promise.all(stalled)).map(({ status }) => status))).toEqual(new Set([400]));
});

test('many senders that stall near their end take no more memory than is set apart: the longest silent are let go', async () => {
  const SENDERS = 30;
  const line = Promise.withResolvers<null>();
  let stalledNow = 0;
  const nearEnd = () => {
    let left = Math.floor(LARGEST_CV / CHUNK.length);
    const next = () => {
      left -= 1;
      if (left > 0) return new Uint8Array(CHUNK);
      stalledNow += 1;
      return line.promise;
    };
    return gateway.ask(PATH, application(next));
  };
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const answers = Array.from({ length: SENDERS }, nearEnd);
  await expect.poll(() => stalledNow, { timeout: 20_000 }).toBe(SENDERS);
  // 120 MB have come, of which 64 are kept, and a few chunks of each. What is not needed any more may take several collections.
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers - before;
  };
  await expect.poll(held).toBeLessThan(80 * 1024 * 1024);
  const quick = await gateway.ask(
    PATH,
    application(() => null),
  );
  expect(quick.status).toBe(200);
  line.resolve(null);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(8);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

test('a CV that is too large is read to its end, as browsers show no answer that cuts them off; what was typed comes back', async () => {
  let left = (20 * 1024 * 1024) / CHUNK.length;
  const next = () => {
    left -= 1;
    return left > 0 ? CHUNK : null;
  };
  const { headers, ...init } = application(next);
  const answer = await gateway.ask(PATH, { ...init, headers: { ...headers, accept: 'text/html' } } as RequestInit);
  expect(answer.status).toBe(413);
  expect(left).toBeLessThan(1);
  const page = await answer.text();
  expect(page).toContain('id="attachments-error">Please upload CV (  PDF).<');
  expect(page).toContain('value="Asha Rao"');
  expect(service.arrived).toEqual([]);
});

test('a body that never ends is 413, though nothing announced its length', async () => {
  let taken = 0;
  const next = () => {
    taken += CHUNK.length;
    return taken < 16 * LARGEST_CV ? CHUNK : null;
  };
  const answer = await gateway.ask(PATH, application(next));
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ errors: { attachments: 'Please upload CV (  PDF).' } });
  expect(taken).toBeLessThan(9 * LARGEST_CV);
  expect(service.arrived).toEqual([]);
});

test('on a connection: whole uploads arrive, one refused half way is answered, and the next gets through', async () => {
  const server = createAdaptorServer({ fetch: gateway.app.fetch, serverOptions: SERVER_OPTIONS });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect({ host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 });
  const send = (body: string, connection: string) =>
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: school.example\r\nAccept: application/json\r\nContent-Type: ${HEADERS['content-type']}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: ${connection}\r\n\r\n${body}`,
    );
  const cv = 'x'.repeat(1_000_000);
  send(HEAD + cv + END, 'keep-alive');
  send(`--b\r\nContent-Disposition: form-data; name="more"\r\n\r\n${cv}\r\n${HEAD}${cv}${END}`, 'keep-alive');
  send(HEAD + cv + END, 'close');
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 413', 'HTTP/1.1 200']);
  expect(service.arrived.map(({ body }) => body.includes(`%PDF-1.4\n${cv}\r\n`))).toEqual([true, true]);
  server.close();
});
