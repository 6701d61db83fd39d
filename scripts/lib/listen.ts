import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Starts an HTTP server that only this machine reaches. `wanted`: its port, 0 for a free one. Rejects when that is taken. */
export async function listen(answer: RequestListener, wanted = 0) {
  const server = createServer(answer).listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Base address without a trailing slash. */
    url: `http://127.0.0.1:${port}`,
    /** Ends every connection, and settles when the port is free. */
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A port that is free now, for a program that has to be told one. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(() => {});
  await close();
  return port;
}
