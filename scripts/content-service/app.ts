import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { COLLECTION_NAMES, COLLECTIONS } from '../../src/collections/index.ts';
import { decoded } from '../../src/lib/url.ts';
import { FILE_WARNINGS_HEADER, fileWarningsPath } from '../../src/service/fileWarnings.ts';
import { bearer, isCurrent, sendFile, sendJson } from './answers.ts';
import { createGrants } from './certificates.ts';
import { type FormOptions, formRoutes } from './forms.ts';

export interface AppOptions extends FormOptions {
  /** Null: the auth calls are open. */
  readonly token: string | null;
  readonly log: (message: string) => void;
}

/** The calls that browsers make themselves when the site is on a bare CDN (PUBLIC_CONTENT_SERVICE_URL). */
const FROM_BROWSERS = ['/api/form/*', '/api/tc/*', '/api/image/*', '/api/subGallery'];

/** The content service's calls (specification, section 7) as a fetch-style app. */
export function createApp(options: AppOptions): Hono {
  const { schoolCode, token, library, log } = options;
  const app = new Hono();
  const grants = createGrants(Date.now);
  const open = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposeHeaders: ['ETag'],
    maxAge: 86_400,
  });
  for (const path of FROM_BROWSERS) app.use(path, open);

  // No empty list, and no 404: what the folder holds is not gone.
  app.get('/api/*', (c, next) =>
    library.isUnread() ? Promise.resolve(c.json({ message: 'The content folder is away for the moment.' }, 503)) : next(),
  );
  const guard = bearer(token);
  for (const name of COLLECTION_NAMES) {
    const { path, also = [], auth } = COLLECTIONS[name].call;
    for (const route of [path, ...also].map((spelling) => spelling.replace('{code}', schoolCode))) {
      if (auth) app.use(route, guard);
      app.get(route, (c) => {
        const warnings = library.warnings();
        if (warnings) c.header(FILE_WARNINGS_HEADER, warnings.digest);
        const list = library.list(name);
        const lost = library.lost(name);
        // A list without the lost file must not replace the complete one that the caller has.
        if (lost && c.req.header('if-none-match') !== undefined && !isCurrent(c, `"${list.digest}"`))
          return c.json({ message: `All of ${name} waits until a file is mended: ${lost.item}: ${lost.why}` }, 409);
        return sendJson(c, list);
      });
    }
  }
  app.get(fileWarningsPath(schoolCode), guard, (c) => {
    const warnings = library.warnings();
    return warnings ? sendJson(c, warnings) : c.json([]);
  });
  app.get('/api/subGallery', (c) => {
    const album = library.album(c.req.query('id') ?? '');
    return album ? sendJson(c, album) : c.json({ message: 'There is no such album.' }, 404);
  });
  app.get('/api/image/*', async (c) => {
    // Whatever stands behind the slash, decoded once.
    const reference = decoded(new URL(c.req.url).pathname.slice('/api/image/'.length));
    const granted = reference === null ? null : grants.resolve(reference);
    if (granted !== null) return sendFile(c, granted, true);
    const file = reference === null ? null : library.media(reference);
    // No 404: it is not known to be gone.
    if (reference !== null && library.isAway(reference)) return c.json({ message: `${reference} is away for the moment.` }, 503);
    if (reference === null || file !== null) return sendFile(c, file);
    const closed = library.closedMedia(reference);
    // No 404: what may lie there is not gone.
    if (closed) return c.json({ message: `${closed.item}: ${closed.why}` }, 503);
    const suggestion = library.mediaMeantBy(reference);
    // It stands as the reason at the item that names it.
    const message = `There is no file ${reference} in media/.${suggestion === undefined ? '' : ` Is ${suggestion} meant?`}`;
    return c.json({ message }, 404);
  });
  app.route('/api', formRoutes(options, grants));

  app.notFound((c) => c.json({ message: 'There is no such call, or not for this school code.' }, 404));
  app.onError((error, c) => {
    log(`${c.req.method} ${c.req.path} failed: ${error.message}`);
    return c.json({ message: 'The content service failed. Please try again later.' }, 500);
  });
  return app;
}
