import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
};

/** Serves a folder as a bare host does: `/X` from `X.html`, queries ignored, `404.html` for the rest. */
export async function serveFolder(folder: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname));
    for (const [file, status] of [
      [path === '/' ? '/index.html' : path, 200],
      [`${path}.html`, 200],
      ['/404.html', 404],
    ] as const) {
      const body = await readFile(join(folder, file)).catch(() => null);
      if (body === null) continue;
      response.writeHead(status, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
      return;
    }
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
