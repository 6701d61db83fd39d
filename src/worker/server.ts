/** The worker's HTTP server: what a request and a connection may cost, and how it is closed. */
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { type GatewayBindings, SERVER_OPTIONS } from '../gateway/index.ts';
import { whyNoPort } from '../lib/port.ts';
import { fail, type Result, succeed } from '../lib/result.ts';

export type App = Hono<{ Bindings: GatewayBindings }>;

/** Requests of one connection that wait for the answer to another one: browsers and proxies send none before it. */
const MOST_WAITING = 16;
/** Milliseconds for which an answer may stand still that its reader does not take. */
const LONGEST_STALL = 60_000;
/** Milliseconds that requests under way are given at a stop. */
const LONGEST_REQUEST = 5000;
/** Milliseconds between two looks for connections that ended their request at a stop and wait for another. */
const IDLE_INTERVAL = 100;

/** Pieces of a body after which they must have so many bytes on average: each costs memory and time, however short it is. */
const FREE_PIECES = 256;
const SHORTEST_PIECE = 64;

/** Closes a request's connection when its body comes in countless pieces, as in chunks of one byte, before they are kept or read. */
function boundPieces(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let count = 0;
  let size = 0;
  request.push = (piece: Buffer | null, encoding) => {
    count += 1;
    size += piece?.length ?? 0;
    if (count <= FREE_PIECES || size >= count * SHORTEST_PIECE) return push(piece, encoding);
    request.socket.destroy();
    return false;
  };
}

/**
 * Closes connections that send request after request and read no answer, those whose answer is not taken, as it is held in
 * memory, and those of bodies in countless pieces.
 */
export function boundConnections(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  const isAnswering = (socket: Socket) => (waiting.get(socket) ?? 0) > 0;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    boundPieces(request);
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

/** Whether a request names its host more than once, so that two servers could read it differently. */
export function hasTwoHosts({ incoming }: GatewayBindings): boolean {
  const { rawHeaders = [] } = incoming ?? {};
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

/** `host`: the address to bind; null for every one. */
export function listen(app: App, port: number, host: string | null): Promise<Result<Server, 'port'>> {
  const server = createAdaptorServer({
    // What came in one packet with too many others is still told of when their connection is closed.
    fetch: (request, bindings) =>
      bindings.incoming.socket.destroyed ? new Response(null, { status: 503 }) : app.fetch(request, bindings),
    // A client of HTTP/1.0 names no host.
    hostname: 'localhost',
    serverOptions: SERVER_OPTIONS,
  });
  if (!(server instanceof Server)) throw new Error('The worker serves plain HTTP.');
  boundConnections(server);
  return new Promise((resolve) => {
    server.on('error', (error) => resolve(fail('port', whyNoPort(error, port, 'PORT'))));
    server.listen(port, host ?? undefined, () => resolve(succeed(server)));
  });
}

/** Takes no new connection, and ends when the requests under way have ended or had their time. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const closeIdle = setInterval(() => server.closeIdleConnections(), IDLE_INTERVAL);
  const late = setTimeout(() => server.closeAllConnections(), LONGEST_REQUEST);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(late);
}
