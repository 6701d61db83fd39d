import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { type GatewayBindings, SERVER_OPTIONS } from '../gateway/index.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { Rebuilt, Site } from '../site/open.ts';
import { createFileHandler } from './files.ts';
import { createHooks } from './hook.ts';
import type { Queue } from './queue.ts';
import { createRebuilds } from './rebuilds.ts';
import { startSchedule } from './schedule.ts';

export interface WorkerOptions {
  readonly site: Site;
  readonly settings: Settings;
  /** Answers `/api/*`. */
  readonly gateway: Hono<{ Bindings: GatewayBindings }>;
  /** 0 for any free port. */
  readonly port: number;
  readonly log: Logger;
  readonly now?: () => number;
  readonly onPublished?: (rebuilt: Rebuilt) => void;
}

export interface Worker {
  readonly url: string;
  readonly rebuilds: Queue;
  /** Answers no new request, ends the rebuild under way and writes everything down. */
  stop(): Promise<void>;
}

/** What `/healthz` answers. */
async function health(site: Site): Promise<Response> {
  const live = site.engine.live();
  const { stale, leftOut, lastFailure } = await site.status();
  const body = {
    release: live?.release ?? null,
    builtAt: live ? new Date(live.builtAt).toISOString() : null,
    held: live?.held ?? false,
    stale,
    leftOut: leftOut.length,
    lastFailure: lastFailure && { at: new Date(lastFailure.at).toISOString(), message: lastFailure.message },
  };
  return Response.json(body, { status: live ? 200 : 503, headers: { 'Cache-Control': 'no-store' } });
}

type App = Hono<{ Bindings: GatewayBindings }>;

function createApp({ site, settings, gateway }: WorkerOptions, rebuilds: Queue): App {
  const app: App = new Hono();
  const files = createFileHandler(site.engine);
  app.route('/', createHooks(rebuilds, settings.rebuildSecret));
  app.get('/healthz', () => health(site));
  app.route('/', gateway);
  app.all('*', (context) => files(context.req.raw));
  return app;
}

type Server = ReturnType<typeof serve>;

function listen(app: App, port: number): Promise<Result<Server, 'port'>> {
  return new Promise((resolve) => {
    const server: Server = serve({ fetch: app.fetch, port, serverOptions: SERVER_OPTIONS }, () => resolve(succeed(server)));
    server.on('error', (error) =>
      resolve(fail('port', `The site cannot listen on port ${port}: ${error.message}. Set PORT to a free one.`)),
    );
  });
}

/** Makes sure that there is something to serve: completes what a kill left half done, or builds the first release. */
async function firstRelease(site: Site): Promise<Result<unknown>> {
  if (site.engine.live()) return site.engine.repair();
  const built = await site.rebuild();
  if (!built.ok) return built;
  await built.value.finish();
  return succeed(null);
}

/** Starts serving: the live release, the webhook, the schedule, and `/api/*` through the gateway. */
export async function startWorker(options: WorkerOptions): Promise<Result<Worker>> {
  const { site, settings, port, log, now = Date.now } = options;
  const hadRelease = site.engine.live() !== null;
  const ready = await firstRelease(site);
  if (!ready.ok) return ready;
  const rebuilds = createRebuilds({ site, alertUrl: settings.alertUrl, log, onPublished: options.onPublished });
  const listening = await listen(createApp(options, rebuilds), port);
  if (!listening.ok) return listening;
  const server = listening.value;
  const stopSchedule = startSchedule({ line: settings.rebuildSchedule, timeZone: settings.timeZone, now, order: rebuilds.order });
  // What changed while no worker ran: code, content, or the day.
  if (hadRelease) rebuilds.order({});
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  log.info({ url, release: site.engine.live()?.release }, 'serving');
  return succeed({
    url,
    rebuilds,
    async stop() {
      stopSchedule();
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
      await rebuilds.stop();
      await site.close();
    },
  });
}
