import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Characters of a document that arrive together, about what a slow phone receives between two frames. */
const PIECE = 2000;

function piecesOf(html: string): string[] {
  const pieces: string[] = [];
  // A document without its head's styles shows nothing yet.
  for (let from = 0, to = html.indexOf('<body'); from < html.length; from = to) {
    to = html.indexOf('<', Math.max(to, from) + PIECE);
    if (to < 0) to = html.length;
    pieces.push(html.slice(from, to));
  }
  return pieces;
}

/** A server in front of another one, from which a document comes piece by piece, everything else as it is. */
export interface PiecesServer {
  readonly url: string;
  /** Sends the next piece of the document that is under way; false when it has been sent whole. */
  next(): boolean;
  close(): void;
}

/** Opens the server in front of the site at `origin`. One document at a time. */
export async function serveInPieces(origin: string): Promise<PiecesServer> {
  let send: () => boolean = () => true;
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${origin}${request.url}`);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (request.headers['sec-fetch-dest'] !== 'document') {
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    const pieces = piecesOf(await answer.text());
    response.write(pieces.shift());
    send = () => {
      const piece = pieces.shift();
      if (piece === undefined) response.end();
      else response.write(piece);
      return piece !== undefined;
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => send(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
