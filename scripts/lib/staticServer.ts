import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { contentType } from '../../src/lib/mime.ts';
import { decoded } from '../../src/lib/url.ts';
import { type Listening, listen } from './listen.ts';

/** Serves a folder as a bare host does: `/X` from `X.html`, queries ignored, `404.html` for the rest. */
export function serveFolder(folder: string): Promise<Listening> {
  return listen(async (request, response) => {
    const path = normalize(decoded(new URL(request.url ?? '/', 'http://host').pathname) ?? '/404');
    for (const [file, status] of [
      [path === '/' ? '/index.html' : path, 200],
      [`${path}.html`, 200],
      ['/404.html', 404],
    ] as const) {
      const body = await readFile(join(folder, file)).catch(() => null);
      if (body === null) continue;
      response.writeHead(status, { 'content-type': contentType(file) }).end(body);
      return;
    }
    response.writeHead(404).end();
  });
}
