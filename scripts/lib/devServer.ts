/** What `astro dev` answers beside pages: what a release holds beside them, `/api/*`, the webhook, and other spellings of a page's address. */
import { readFile } from 'node:fs/promises';
import { getRequestListener } from '@hono/node-server';
import type { ViteUserConfig } from 'astro';
import { Hono } from 'hono';
import type { Connect } from 'vite';
import { PAGES } from '../../src/collections/addresses.ts';
import { contentType } from '../../src/lib/mime.ts';
import { groupOf } from '../../src/lib/paths.ts';
import { succeed } from '../../src/lib/result.ts';
import { correctedPath } from '../../src/lib/routes.ts';
import type { openGateway } from '../../src/site/gateway.ts';
import type { Site } from '../../src/site/open.ts';
import { createQueue } from '../../src/worker/rebuilds.ts';
import type { App } from '../../src/worker/server.ts';
import { createHooks } from '../../src/worker/webhookRoutes.ts';

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;
type Preview = Awaited<ReturnType<Site['preview']>>;

/** Pictures, files and data files. */
export function devFiles(preview: () => Preview, media: Site['media']): Plugin {
  const bytesOf = async (address: string): Promise<Uint8Array | string | null> => {
    const data = preview().dataFile(address);
    if (data !== null) return data;
    const group = groupOf(address);
    const files = group === null ? null : await media.resolveAssets(group);
    const file = files?.find(({ path }) => `/${path}` === address);
    return file ? readFile(file.source) : null;
  };
  return {
    name: 'dev-files',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const address = decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname);
        const bytes = await bytesOf(address);
        if (bytes === null) return next();
        response.setHeader('content-type', contentType(address));
        response.end(bytes);
      });
    },
  };
}

/** `first`: the content as it was first fetched. `refresh` fetches again what a call of the webhook names. */
export function devRoutes(
  openApi: () => ReturnType<typeof openGateway>,
  secret: string,
  first: Preview,
  refresh: Site['preview'],
): Plugin {
  return {
    name: 'dev-routes',
    enforce: 'post',
    async configureServer(server) {
      const queue = createQueue(async ({ collections }) => {
        publishLater(await refresh(collections && { collections }));
        // Pages that are open in a browser load again.
        server.ws.send({ type: 'full-reload' });
        return succeed({ state: 'published', report: null });
      });
      /** Pictures that were not waited for. */
      function publishLater({ mediaArrived }: Preview): void {
        void mediaArrived.then((hasNew) => {
          if (hasNew) queue.request({ trigger: 'media', collections: [] });
        });
      }
      publishLater(first);

      const app: App = new Hono();
      app.route('/', createHooks(queue, { secret }));
      app.route('/', await openApi());
      // Astro makes its answers with the platform's own classes.
      const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
      const handle: Connect.NextHandleFunction = (request, response, next) => {
        const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
        if (/^\/(?:api|hooks)\//.test(pathname)) {
          void listener(request, response);
          return;
        }
        const corrected = correctedPath(pathname, PAGES);
        if (corrected === null) next();
        else response.writeHead(301, { location: corrected + search }).end();
      };
      // Astro puts its own answer to a slash at the end first in the same way, and calls it a page that is missing.
      return () => void server.middlewares.stack.unshift({ route: '', handle });
    },
  };
}
