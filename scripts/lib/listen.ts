import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Starts an HTTP server on a free port of this machine, which only this machine reaches. */
export async function listen(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    /** Base address without a trailing slash. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
  const { url, close } = await listen(() => {});
  await close();
  return Number(new URL(url).port);
}
