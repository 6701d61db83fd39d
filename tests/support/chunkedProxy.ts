import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Characters of one chunk, about what a slow phone receives between two frames. */
const CHUNK = 2000;

function chunksOf(html: string): string[] {
  const chunks: string[] = [];
  // The first chunk holds the whole head: nothing is painted before its styles.
  for (let from = 0, to = html.indexOf('<body'); from < html.length; from = to) {
    to = html.indexOf('<', Math.max(to, from) + CHUNK);
    if (to < 0) to = html.length;
    chunks.push(html.slice(from, to));
  }
  return chunks;
}

/** A proxy that sends documents chunk by chunk and everything else unchanged. */
export interface ChunkedProxy {
  readonly url: string;
  /** Sends the next chunk of the current document. False: none was left, and the response is ended. */
  next(): boolean;
  close(): void;
}

/** Starts a proxy to the site at `origin`. It handles one document at a time. */
export async function startChunkedProxy(origin: string): Promise<ChunkedProxy> {
  let send: () => boolean = () => true;
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${origin}${request.url}`);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (request.headers['sec-fetch-dest'] !== 'document') {
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    const chunks = chunksOf(await answer.text());
    response.write(chunks.shift());
    send = () => {
      const chunk = chunks.shift();
      if (chunk === undefined) response.end();
      else response.write(chunk);
      return chunk !== undefined;
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
