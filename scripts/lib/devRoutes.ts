/** What the worker answers beside pages, under `astro dev`: `/api/*`, the webhook, and other spellings of a page's address. */
import { getRequestListener } from '@hono/node-server';
import type { ViteUserConfig } from 'astro';
import { Hono } from 'hono';
import type { Connect } from 'vite';
import { PAGES } from '../../src/collections/addresses.ts';
import type { GatewayBindings } from '../../src/gateway/index.ts';
import { succeed } from '../../src/lib/result.ts';
import { correctedPath } from '../../src/lib/routes.ts';
import type { openGateway } from '../../src/site/gateway.ts';
import type { RebuildRequest } from '../../src/site/open.ts';
import { createQueue } from '../../src/worker/queue.ts';
import { createHooks } from '../../src/worker/webhookRoutes.ts';

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;

/** Settles when pictures that were not waited for are done; true: some are new. */
type MediaArrived = Promise<boolean>;

export interface DevRoutesOptions {
  readonly openGateway: () => ReturnType<typeof openGateway>;
  readonly secret: string;
  /** Of the content as it was first fetched. */
  readonly mediaArrived: MediaArrived;
  /** Fetches again what a call of the webhook names. */
  readonly refresh: (request: RebuildRequest) => Promise<{ readonly mediaArrived: MediaArrived }>;
}

export function devRoutes({ openGateway, secret, mediaArrived, refresh }: DevRoutesOptions): Plugin {
  return {
    name: 'dev-routes',
    enforce: 'post',
    async configureServer(server) {
      const queue = createQueue(async (request) => {
        publishLater((await refresh(request)).mediaArrived);
        // Pages that are open in a browser load again.
        server.ws.send({ type: 'full-reload' });
        return succeed({ state: 'published', report: null });
      });
      function publishLater(arrived: MediaArrived): void {
        void arrived.then((hasNew) => {
          if (hasNew) queue.request({ trigger: 'media', collections: [] });
        });
      }
      publishLater(mediaArrived);

      const app = new Hono<{ Bindings: GatewayBindings }>();
      app.route('/', createHooks(queue, { secret }));
      app.route('/', await openGateway());
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
