import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpClient, validatorsOf } from '../../../src/lib/http.ts';

/** Answers the first request of each connection and resets the connection at its next one. */
const requests = new Map<Socket, number>();
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', () => {
    const count = (requests.get(socket) ?? 0) + 1;
    requests.set(socket, count);
    if (count > 1) socket.resetAndDestroy();
    else socket.write('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok');
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
});
afterAll(() => new Promise((closed) => server.close(closed)));

test('a call over a kept connection that is reset is repeated once, over a new one', async () => {
  const client = createHttpClient();
  const get = () => client.get(url, { timeout: 20_000, maxBytes: 100 });
  await Promise.all([get(), get(), get(), get()]);
  expect(await get()).toMatchObject({ ok: true, value: { status: 200 } });
  client.close();
  expect([...requests.values()].toSorted()).toEqual([1, 1, 1, 1, 2]);
});

test('a Last-Modified of less than a minute ago is not asked with: content may change once more within its second', () => {
  const modified = 'Sat, 28 Nov 2026 10:00:00 GMT';
  const answered = (date: string | undefined) =>
    validatorsOf({ status: 200, headers: { date, 'last-modified': modified, etag: '"1"' }, body: Buffer.of() });
  expect(answered('Sat, 28 Nov 2026 10:00:00 GMT')).toEqual({ etag: '"1"', lastModified: null });
  expect(answered('Sat, 28 Nov 2026 10:01:00 GMT')).toEqual({ etag: '"1"', lastModified: modified });
  expect(answered(undefined).lastModified).toBe(null);
});
