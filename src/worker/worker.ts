/** The worker: serves the live release, takes webhooks, keeps the schedule, and answers `/api/*` through the gateway. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { createDesk, type DeskDeploy, type Inbox } from '../desk/index.ts';
import { clientAddresses } from '../gateway/address.ts';
import type { GatewayEvent } from '../gateway/index.ts';
import { localUrl } from '../lib/port.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import { settlesWithin } from '../lib/timeLimit.ts';
import { createFileHandler, restoring } from './files.ts';
import { createHealth, createMetrics, createMetricsRoute, type Metrics, measuredOf } from './health.ts';
import { createMessages, type Messages } from './messages.ts';
import { watchOwnCode } from './ownCode.ts';
import { createRebuilds, createRestorer, type Queue, type Rebuilds, type RebuildsOptions, startSchedule } from './rebuilds.ts';
import type { ServedSite } from './servedSite.ts';
import { type App, closeServer, hasTwoHosts, listen } from './server.ts';
import { createHooks } from './webhookRoutes.ts';

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

export type Worker = Extract<Awaited<ReturnType<typeof startWorker>>, { readonly ok: true }>['value'];

/** Milliseconds before the first release is tried again where no list can be had; each further attempt waits twice as long, up to the second. */
const FIRST_RELEASE_PAUSES = [2000, 16_000] as const;

/** Milliseconds for which a stop waits for the office to be told; the content service has the submissions in any case. */
const LAST_MESSAGES = 5000;

/** Logs what has been withdrawn or allowed again since the last call, whichever process did it. */
function createWithdrawalLog({ calls }: ServedSite, log: Logger): () => void {
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

/** `whyRestart`: why the worker is to be started again; null: it runs what is on disk. */
async function createApp(
  options: WorkerOptions,
  rebuilds: Queue,
  metrics: Metrics,
  messages: Messages,
  whyRestart: () => string | null,
): Promise<App> {
  const { site, settings, log, now, lastDeploy = async () => null, inbox = null } = options;
  const { rebuildSecret: secret, trustedProxies } = settings;
  const live = () => site.releases.live();
  const app: App = new Hono();
  const files = createFileHandler(site.releases);
  app.use(async (context, next) => {
    if (hasTwoHosts(context.env)) context.res = context.text('A request has one Host.\n', 400);
    else await next();
    metrics.answered(context.res.status);
  });
  app.onError((err, context) => {
    log.error({ err }, 'a request could not be answered');
    if (site.restoreAfter(err)) return restoring();
    return context.text('This could not be done.\n', 500);
  });
  app.route('/', createHooks(rebuilds, { secret, log, addressOf: clientAddresses(trustedProxies) }));
  app.route(
    '/',
    createHealth(live, site.status, () => whyRestart() !== null),
  );
  app.route('/', createMetricsRoute(metrics, secret));
  const desk = await createDesk(
    {
      settings,
      siteName: await site.name(),
      site: site.calls,
      live,
      status: site.status,
      rebuilds,
      onRebuilt: (rebuilt) => metrics.rebuilt(measuredOf(rebuilt)),
      inbox,
      restart: whyRestart,
      submissions: metrics.submissions,
      lastDeploy,
      log,
      now,
    },
    join(site.root, 'src/styles'),
  );
  app.route('/', desk);
  const onEvent = (event: GatewayEvent) => {
    metrics.gatewayAnswered(event);
    messages.answered(event);
    log.info(event, 'gateway');
  };
  app.route('/', await site.openGateway(onEvent, messages.passed));
  app.all('*', (context) => files(context.req.raw));
  return app;
}

/** Makes sure that there is something to serve. False: no list can be had, so there is none yet. */
async function firstRelease({ releases }: ServedSite, rebuilds: Rebuilds): Promise<Result<boolean>> {
  if (releases.live()) return succeed(true);
  const built = await rebuilds.run({ trigger: 'start' });
  // Where machines share their state, it may have brought a release before it failed.
  if (built.ok || releases.live()) return succeed(true);
  return built.reason === 'unreachable' || built.reason === 'unshared' ? succeed(false) : built;
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
async function catchUpWith({ site: { calls }, log }: WorkerOptions, rebuilds: Queue): Promise<void> {
  const complete = await calls
    .removeLeftOver()
    .then(() => calls.repair())
    .catch((err: Error) => fail('repair', err.message));
  if (complete.ok) rebuilds.request({ trigger: 'start' });
  else
    log.error({ message: complete.message }, 'what is served could not be compared with the cache; the next rebuild tries again');
}

export async function startWorker(options: WorkerOptions) {
  const { site, settings, port, log, inbox, now = Date.now } = options;
  const { host, rebuildSchedule, timeZone, siteUrl, deskPassword } = settings;
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
    desk: deskPassword === null ? null : `${siteUrl}/desk${inbox ? '/inbox' : ''}`,
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
      // What a purge, a rollback or another process put there is handed to the host at the end of a rebuild, once other
      // machines know of it.
      if (held || !rebuilds.isUnderWay()) rebuilds.request({ trigger: 'command', collections: [] });
    },
    onDeath: (message) => log.error({ message }, 'the rebuild thread died; what is live is served on'),
    onRestarted() {
      log.info('the rebuild thread runs again');
      void catchUpWith(options, rebuilds);
    },
    onLost: createRestorer(rebuilds),
  });
  const purged = await site.calls.finishPurges();
  if (!purged.ok) log.error({ message: purged.message }, 'what is withdrawn may still be served; the next rebuild removes it');
  let whyRestart: string | null = null;
  const app = await createApp(options, rebuilds, metrics, messages, () => whyRestart);
  const listening = await listen(app, port, host);
  if (!listening.ok) return listening;
  const server = listening.value;
  void site.alerts.observe({ restartNeeded: null });
  const stopWatching = watchOwnCode(site.root, (why) => {
    whyRestart = why;
    log.warn(why);
    void site.alerts.observe({ restartNeeded: why });
    options.onReplaced?.(why);
  });
  // Whoever asks meanwhile is told that the site is being built for the first time.
  const ready = await firstRelease(site, rebuilds);
  first.resolve();
  if (!ready.ok) {
    stopWatching();
    server.close();
    return ready;
  }
  const stopSchedule = startSchedule(rebuildSchedule, timeZone, now, rebuilds);
  const stopRetrying = ready.value ? () => {} : retryFirstRelease(options, rebuilds);
  const catchUp = hadRelease ? catchUpWith(options, rebuilds) : Promise.resolve();
  const url = localUrl(host, (server.address() as AddressInfo).port);
  log.info({ url, release: site.releases.live()?.release }, 'serving');
  if (host === null && deskPassword !== null && siteUrl.startsWith('https:'))
    log.warn('the desk answers on every address of this machine, without TLS; HOST=127.0.0.1 leaves it to the proxy');
  return succeed({
    url,
    rebuilds,
    /** Answers no new request, ends the rebuild under way and writes everything down. */
    async stop() {
      log.info('stopping');
      stopWatching();
      stopSchedule();
      stopRetrying();
      site.stopping();
      // The rebuild under way goes on meanwhile, and no other begins.
      await Promise.all([closeServer(server), rebuilds.stop(), catchUp]);
      if (!(await settlesWithin(LAST_MESSAGES, messages.settled())))
        log.error('the office was not told of the last submissions before this stop; the content service has them');
      await site.close();
    },
  });
}
