import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { createDesk, type DeskDeploy, type Inbox } from '../desk/index.ts';
import { clientAddresses } from '../gateway/address.ts';
import { type GatewayBindings, type GatewayEvent, SERVER_OPTIONS } from '../gateway/index.ts';
import { localUrl, whyNoPort } from '../lib/port.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { Trigger } from '../site/report.ts';
import type { Purged } from '../site/types.ts';
import { boundConnections } from './connections.ts';
import { createFileHandler } from './files.ts';
import { createHealth } from './health.ts';
import { createMessages, type Messages } from './messages.ts';
import { createMetrics, createMetricsRoute, type Metrics, measuredOf } from './metrics.ts';
import { watchOwnCode } from './ownCode.ts';
import type { Queue } from './queue.ts';
import { createRebuilds, createRestorer, type Rebuilds, type RebuildsOptions } from './rebuilds.ts';
import { startSchedule } from './schedule.ts';
import type { ServedSite } from './servedSite.ts';
import { createHooks } from './webhookRoutes.ts';

/** Logs what has been withdrawn or allowed again since the last call, whichever process did it. */
function createWithdrawalLog({ calls }: { readonly calls: Pick<ServedSite['calls'], 'withdrawn'> }, log: Logger): () => void {
  let known: ReadonlySet<string> | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const now = new Set((await calls.withdrawn()).map(({ reference }) => reference));
    const before = known ?? now;
    known = now;
    for (const reference of now.difference(before)) log.info({ reference }, 'a picture or file was withdrawn');
    for (const reference of before.difference(now)) log.info({ reference }, 'a picture or file was allowed again');
  }

  return () => {
    looking = looking.then(look).catch((err: unknown) => log.warn({ err }, 'the withdrawn references cannot be read'));
  };
}

export interface WorkerOptions {
  readonly site: ServedSite;
  readonly settings: Settings;
  /** 0 for any free port. */
  readonly port: number;
  readonly log: Logger;
  readonly now?: () => number;
  readonly onEnded?: RebuildsOptions['onEnded'];
  /** Null: not deployed, or not yet. */
  readonly lastDeploy?: () => Promise<DeskDeploy | null>;
  /** Null: another content service keeps what visitors sent. */
  readonly inbox?: Inbox | null;
  /** Called once when the worker's own code or programs were replaced, with one line. */
  readonly onReplaced?: (why: string) => void;
}

export interface Worker {
  readonly url: string;
  readonly rebuilds: Queue;
  /** Answers no new request, ends the rebuild under way and writes everything down. */
  stop(): Promise<void>;
}

/** Milliseconds before the first release is tried again where no list can be had; each further attempt waits twice as long, up to the second. */
const FIRST_RELEASE_PAUSES = [2000, 16_000] as const;

/** Milliseconds for which a stop waits for the office to be told; the content service has the submissions in any case. */
const LAST_MESSAGES = 5000;

type App = Hono<{ Bindings: GatewayBindings }>;

/** Why the worker is to be started again; null: it runs what is on disk. */
interface Restart {
  why: string | null;
}

async function openDesk(
  { site, settings, log, now, lastDeploy = async () => null, inbox = null }: WorkerOptions,
  rebuilds: Queue,
  metrics: Metrics,
  restart: Restart,
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
    inbox,
    restart: () => restart.why,
    submissions,
    lastDeploy,
    log,
    now,
  };
  return createDesk(options, join(site.root, 'src/styles'));
}

async function createApp(
  options: WorkerOptions,
  rebuilds: Queue,
  metrics: Metrics,
  messages: Messages,
  restart: Restart,
): Promise<App> {
  const { site, settings, log } = options;
  const app: App = new Hono();
  const files = createFileHandler(site.releases);
  app.use(async (context, next) => {
    if (hasTwoHosts(context.env)) context.res = context.text('A request has one Host.\n', 400);
    else await next();
    metrics.answered(context.res.status);
  });
  app.onError((err, context) => {
    log.error({ err }, 'a request could not be answered');
    return context.text('This could not be done.\n', 500);
  });
  app.route(
    '/',
    createHooks(rebuilds, { secret: settings.rebuildSecret, log, addressOf: clientAddresses(settings.trustedProxies) }),
  );
  app.route('/', createHealth({ live: () => site.releases.live(), status: site.status, isReplaced: () => restart.why !== null }));
  app.route('/', createMetricsRoute(metrics, settings.rebuildSecret));
  app.route('/', await openDesk(options, rebuilds, metrics, restart));
  const onEvent = (event: GatewayEvent) => {
    metrics.gatewayAnswered(event);
    messages.answered(event);
    log.info(event, 'gateway');
  };
  const gateway = await site.openGateway(onEvent, messages.passed);
  app.route('/', gateway);
  app.all('*', (context) => files(context.req.raw));
  return app;
}

/** `host`: the address to bind; null for every one. */
function listen(app: App, port: number, host: string | null): Promise<Result<Server, 'port'>> {
  // A client of HTTP/1.0 names no host.
  const server = createAdaptorServer({
    // What came in one packet with too many others is still told of when their connection is closed.
    fetch: (request, bindings) =>
      bindings.incoming.socket.destroyed ? new Response(null, { status: 503 }) : app.fetch(request, bindings),
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

/** Whether a request names its host more than once, so that two servers could read it differently. */
function hasTwoHosts({ incoming }: GatewayBindings): boolean {
  const { rawHeaders = [] } = incoming ?? {};
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

/** Makes sure that there is something to serve. False: no list can be had, so there is none yet. */
async function firstRelease({ releases }: ServedSite, rebuilds: Rebuilds): Promise<Result<boolean>> {
  if (releases.live()) return succeed(true);
  const built = await rebuilds.run({ trigger: 'start' });
  if (built.ok) return succeed(true);
  return built.reason === 'unreachable' ? succeed(false) : built;
}

/** Milliseconds that requests under way are given at a stop. */
const LONGEST_REQUEST = 5000;
/** Milliseconds between two looks for connections that ended their request at a stop and wait for another. */
const IDLE_INTERVAL = 100;

/** Takes no new connection, and ends when the requests under way have ended or had their time. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const closeIdle = setInterval(() => server.closeIdleConnections(), IDLE_INTERVAL);
  const late = setTimeout(() => server.closeAllConnections(), LONGEST_REQUEST);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(late);
}

/** Requests rebuilds until there is a release. Returns what stops it. */
function retryFirstRelease({ site: { releases }, log }: WorkerOptions, rebuilds: Queue): () => void {
  const [first, longest] = FIRST_RELEASE_PAUSES;
  let timer: NodeJS.Timeout;
  function retryAfter(pause: number): void {
    timer = setTimeout(() => {
      if (releases.live()) return;
      log.info('the first build is tried again');
      rebuilds.request({ trigger: 'start' });
      retryAfter(Math.min(2 * pause, longest));
    }, pause);
  }
  log.warn(`there is nothing to serve before a first build succeeds; it is tried again in ${first / 1000} s`);
  retryAfter(first);
  return () => clearTimeout(timer);
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

/** Where the office reads of a submission; null: there is no desk. */
function deskOf({ settings, inbox }: WorkerOptions): string | null {
  return settings.deskPassword === null ? null : `${settings.siteUrl}/desk${inbox ? '/inbox' : ''}`;
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
  const first = Promise.withResolvers<void>();
  const rebuilds = createRebuilds({ ...options, measured: metrics.rebuilt, after: first.promise });
  const messages = createMessages({
    settings,
    siteName: await site.name(),
    desk: deskOf(options),
    log,
    observe: site.alerts.observe,
    now,
  });
  const logWithdrawals = createWithdrawalLog(site, log);
  logWithdrawals();
  site.watch({
    onRelease({ release, held }) {
      log.info({ release, held }, held ? 'serving a release that is held' : 'serving a release');
      logWithdrawals();
      // A rollback is no rebuild: its end hands the release to the host, once other machines know of it.
      if (held) rebuilds.request({ trigger: 'command', collections: [] });
    },
    onDeath: (message) => log.error({ message }, 'the rebuild thread died; what is live is served on'),
    onRestarted() {
      log.info('the rebuild thread runs again');
      void catchUpWith(options, rebuilds);
    },
    onLost: createRestorer(rebuilds),
  });
  const restart: Restart = { why: null };
  const { host, rebuildSchedule: line, timeZone } = settings;
  const listening = await listen(await createApp(options, rebuilds, metrics, messages, restart), port, host);
  if (!listening.ok) return listening;
  const server = listening.value;
  // Whoever asks meanwhile is told that the site is being built for the first time.
  const ready = await firstRelease(site, rebuilds);
  first.resolve();
  if (!ready.ok) {
    server.close();
    return ready;
  }
  const stopSchedule = startSchedule({ line, timeZone, now, request: rebuilds.request });
  const stopRetrying = ready.value ? () => {} : retryFirstRelease(options, rebuilds);
  const catchUp = hadRelease ? catchUpWith(options, rebuilds) : Promise.resolve();
  const url = localUrl(host, (server.address() as AddressInfo).port);
  log.info({ url, release: site.releases.live()?.release }, 'serving');
  if (host === null && settings.deskPassword !== null && settings.siteUrl.startsWith('https:'))
    log.warn('the desk answers on every address of this machine, without TLS; HOST=127.0.0.1 leaves it to the proxy');
  void site.alerts.observe({ restart: null });
  const stopWatching = watchOwnCode({
    root: site.root,
    onReplaced(why) {
      restart.why = why;
      log.warn(why);
      void site.alerts.observe({ restart: why });
      options.onReplaced?.(why);
    },
  });
  return succeed({
    url,
    rebuilds,
    async stop() {
      log.info('stopping');
      stopWatching();
      stopSchedule();
      stopRetrying();
      site.stopping();
      // The rebuild under way goes on meanwhile, and no other begins.
      await Promise.all([closeServer(server), rebuilds.stop(), catchUp]);
      await Promise.race([messages.settled(), pause(LAST_MESSAGES, undefined, { ref: false })]);
      await site.close();
    },
  });
}
