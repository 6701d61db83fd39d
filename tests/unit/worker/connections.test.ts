import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { boundConnections } from '../../../src/worker/server.ts';

/** A server whose connections may stand still for a moment, and the port. */
async function serverWith(answer: RequestListener) {
  const server = createServer(answer);
  boundConnections(server);
  server.timeout = 500;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

test('a connection whose answer is not taken is closed', async () => {
  const { server, port } = await serverWith((_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)));
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const reader = connect(port, '127.0.0.1').on('error', () => {});
  reader.pause();
  reader.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n');
  const [socket] = await connected;
  await expect.poll(() => socket.destroyed).toBe(true);
  reader.destroy();
});

test('one that waits for its answer is not, however long that takes', async () => {
  const { server, port } = await serverWith((_, response) => server.once('timeout', () => response.end('done')));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('done');
});

/** Sends a body of 100 kB in chunks of a size; what is answered, or empty for a connection that was closed. */
async function sendInChunks(size: number): Promise<string> {
  const { port } = await serverWith(async (request, response) => {
    const body = await text(request).catch(() => '');
    response.end(`${body.length} bytes`);
  });
  const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
  const sender = connect(port, '127.0.0.1');
  sender.write('POST / HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n');
  sender.write(`${chunk.repeat(100_000 / size)}0\r\n\r\n`);
  return text(sender).catch(() => '');
}

test('a body in chunks is read, and the connection of one in countless chunks of a byte is closed', async () => {
  expect(await sendInChunks(100)).toMatch(/100000 bytes/);
  expect(await sendInChunks(1)).toBe('');
});
