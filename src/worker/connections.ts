/** What one connection may cost: answers that nobody reads are held in memory. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for the answer to another one: browsers and proxies send none before it. */
const MOST_WAITING = 16;
/** Milliseconds for which an answer may stand still that its reader does not take. */
const LONGEST_STALL = 60_000;

/** Closes connections that send request after request and read no answer, and those whose answer is not taken. */
export function boundConnections(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  const isAnswering = (socket: Socket) => (waiting.get(socket) ?? 0) > 0;
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MOST_WAITING) socket.destroy();
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  });
  // Nothing was sent or received for so long. An upload may wait for its turn, and an answer for the content service.
  server.setTimeout(LONGEST_STALL, (socket) => {
    if (socket.writableLength > 0 || !isAnswering(socket)) socket.destroy();
  });
}
