import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { createDesk, type DeskDeploy } from '../desk/index.ts';
import { type GatewayBindings, SERVER_OPTIONS } from '../gateway/index.ts';
import { whyNoPort } from '../lib/portError.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { Trigger } from '../site/report.ts';
import type { Purged } from '../site/types.ts';
import { createFileHandler } from './files.ts';
import { createHealth } from './health.ts';
import { createHooks } from './hook.ts';
import { createMetrics, createMetricsRoute, type Metrics, measuredOf } from './metrics.ts';
import type { Queue } from './queue.ts';
import { createRebuilds, createRestorer, type RebuildsOptions } from './rebuilds.ts';
import { startSchedule } from './schedule.ts';
import type { ServedSite } from './servedSite.ts';
import { createWithdrawalLog } from './withdrawalLog.ts';

export interface WorkerOptions {
  readonly site: ServedSite;
  readonly settings: Settings;
  /** 0 for any free port. */
  readonly port: number;
  readonly log: Logger;
  readonly now?: () => number;
  readonly onPublished?: RebuildsOptions['onPublished'];
  readonly onEnded?: RebuildsOptions['onEnded'];
  /** Null: not deployed, or not yet. */
  readonly lastDeploy?: () => Promise<DeskDeploy | null>;
}

export interface Worker {
  readonly url: string;
  readonly rebuilds: Queue;
  /** Answers no new request, ends the rebuild under way and writes everything down. */
  stop(): Promise<void>;
}

/** Milliseconds between attempts to build the first release while the content service is away. */
const FIRST_RELEASE_INTERVAL = 2000;

type App = Hono<{ Bindings: GatewayBindings }>;

async function openDesk(
  { site, settings, log, now, lastDeploy = async () => null }: WorkerOptions,
  rebuilds: Queue,
  metrics: Metrics,
) {
  const { deskPassword: password, siteUrl, timeZone, trustedProxies } = settings;
  const { submissions } = metrics;
  const siteName = await site.name();
  async function purge(reference: string, trigger: Trigger): Promise<Result<Purged>> {
    const done = await site.calls.purge(reference, trigger);
    if (done.ok && done.value.rebuilt) metrics.rebuilt(measuredOf(done.value.rebuilt));
    return done;
  }
  const desk = { ...site.calls, purge, live: () => site.releases.live(), status: site.status };
  const options = {
    password,
    siteName,
    siteUrl,
    timeZone,
    trustedProxies,
    site: desk,
    rebuilds,
    submissions,
    lastDeploy,
    log,
    now,
  };
  return createDesk(options, join(site.root, 'src/styles'));
}

async function createApp(options: WorkerOptions, rebuilds: Queue, metrics: Metrics): Promise<App> {
  const { site, settings, log } = options;
  const app: App = new Hono();
  const files = createFileHandler(site.releases);
  app.use(async (context, next) => {
    await next();
    metrics.answered(context.res.status);
  });
  app.onError((err, context) => {
    log.error({ err }, 'a request could not be answered');
    return context.text('This could not be done.\n', 500);
  });
  app.route('/', createHooks(rebuilds, { secret: settings.rebuildSecret, log }));
  app.route('/', createHealth({ live: () => site.releases.live(), status: site.status }));
  app.route('/', createMetricsRoute(metrics, settings.rebuildSecret));
  app.route('/', await openDesk(options, rebuilds, metrics));
  const gateway = await site.openGateway(site.calls, (event) => {
    metrics.gatewayAnswered(event);
    log.info(event, 'gateway');
  });
  app.route('/', gateway);
  app.all('*', (context) => files(context.req.raw));
  return app;
}

type Server = ReturnType<typeof serve>;

function listen(app: App, port: number): Promise<Result<Server, 'port'>> {
  return new Promise((resolve) => {
    const server: Server = serve({ fetch: app.fetch, port, serverOptions: SERVER_OPTIONS }, () => resolve(succeed(server)));
    server.on('error', (error) => resolve(fail('port', whyNoPort(error, port, 'PORT'))));
  });
}

/** Makes sure that there is something to serve. False: the content service cannot be reached, so there is none yet. */
async function firstRelease({ releases, calls }: ServedSite, metrics: Metrics): Promise<Result<boolean>> {
  if (releases.live()) return succeed(true);
  const built = await calls.rebuild({ trigger: 'start' });
  if (built.ok) {
    metrics.rebuilt(measuredOf(built.value));
    return succeed(true);
  }
  return built.reason === 'unreachable' ? succeed(false) : built;
}

/** Requests rebuilds until there is a release. Returns what stops it. */
function retryFirstRelease({ releases }: ServedSite, rebuilds: Queue): () => void {
  const timer = setInterval(() => {
    if (releases.live()) clearInterval(timer);
    else rebuilds.request({ trigger: 'start' });
  }, FIRST_RELEASE_INTERVAL);
  return () => clearInterval(timer);
}

/** Completes what a kill left half done, then publishes what changed while no worker ran: code, content, or the day. */
async function catchUpWith({ site, log }: WorkerOptions, rebuilds: Queue): Promise<void> {
  const { calls } = site;
  const complete = await calls
    .removeLeftOver()
    .then(() => calls.repair())
    .catch((err: Error) => fail('repair', err.message));
  if (complete.ok) rebuilds.request({ trigger: 'start' });
  else
    log.error({ message: complete.message }, 'what is served could not be compared with the cache; the next rebuild tries again');
}

/** Starts serving: the live release, the webhook, the schedule, and `/api/*` through the gateway. */
export async function startWorker(options: WorkerOptions): Promise<Result<Worker>> {
  const { site, settings, port, log, now = Date.now } = options;
  const started = await site.ready().then(
    () => null,
    (error: Error) => fail('rebuild-thread', error.message),
  );
  if (started) return started;
  const hadRelease = site.releases.live() !== null;
  const metrics = createMetrics(site.status, now);
  const ready = await firstRelease(site, metrics);
  if (!ready.ok) return ready;
  const rebuilds = createRebuilds({ ...options, measured: metrics.rebuilt });
  const logWithdrawals = createWithdrawalLog(site, log);
  logWithdrawals();
  site.watch({
    onRelease({ release, held }) {
      log.info({ release, held }, held ? 'serving a release that is held' : 'serving a release');
      logWithdrawals();
    },
    onDeath: (message) => log.error({ message }, 'the rebuild thread died; what is live is served on'),
    onRestarted() {
      log.info('the rebuild thread runs again');
      void catchUpWith(options, rebuilds);
    },
    onLost: createRestorer(rebuilds),
  });
  const listening = await listen(await createApp(options, rebuilds, metrics), port);
  if (!listening.ok) return listening;
  const server = listening.value;
  const { rebuildSchedule: line, timeZone } = settings;
  const stopSchedule = startSchedule({ line, timeZone, now, request: rebuilds.request });
  if (!ready.value) log.warn('the content service cannot be reached: there is nothing to serve until it can');
  const stopRetrying = ready.value ? () => {} : retryFirstRelease(site, rebuilds);
  const catchUp = hadRelease ? catchUpWith(options, rebuilds) : Promise.resolve();
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  log.info({ url, release: site.releases.live()?.release }, 'serving');
  return succeed({
    url,
    rebuilds,
    async stop() {
      log.info('stopping');
      stopSchedule();
      stopRetrying();
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
      await catchUp;
      await rebuilds.stop();
      await site.close();
    },
  });
}
