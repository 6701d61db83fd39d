import { resolve } from 'node:path';
import { fail, type Result, succeed } from '../../src/lib/result.ts';
import type { SiteEvent } from '../../src/site/open.ts';
import { NOT_YET } from '../../src/snapshot/sync/stored.ts';
import { lastDeploy } from '../../src/targets/deploy.ts';
import { openServedSite } from '../../src/worker/servedSite.ts';
import { startWorker } from '../../src/worker/worker.ts';
import { codeProgress } from './codeProgress.ts';
import { type Context, stopSignal, tell } from './command.ts';
import { isHostAhead, lastDeployOf, openDeployer } from './deployer.ts';
import { followCode } from './followCode.ts';
import { createHandOver } from './handOver.ts';
import { openInbox } from './inbox.ts';
import { openLog } from './log.ts';
import { announceWorker, otherSite, otherWorker } from './presence.ts';
import { loggedProgress, progress } from './progress.ts';

/** EX_TEMPFAIL: a supervisor starts the worker again, with the code that is on disk now. */
const RESTART = 75;

interface ServeOptions {
  /** Called with the address. */
  readonly ready?: (url: string) => void;
  /** Publish each change of the code and the words on disk at once, not with the next rebuild. */
  readonly followsCode?: boolean;
}

/** Runs the worker on the settings' port until SIGTERM or SIGINT. */
export async function serveUntilStopped(
  context: Context,
  contentServiceUrl: string,
  { ready = () => {}, followsCode = false }: ServeOptions = {},
): Promise<Result<null>> {
  const { root, settings } = context;
  const clash = otherSite(resolve(root, settings.cacheDir), settings.siteUrl);
  if (clash) return fail('other-site', clash);
  const follow = followsCode ? followCode(context) : null;
  const log = openLog(process.stdout);
  const isTerminal = process.stdout.isTTY === true;
  const show = isTerminal ? progress(false) : loggedProgress(log);
  const say = isTerminal ? tell : (line: string) => log.info(line);
  const code = codeProgress(say);
  let onAnew = () => {};
  const onEvent = (event: SiteEvent) => {
    show(event);
    code.onEvent(event);
    if (event.type === 'begun-anew') onAnew();
  };
  const site = openServedSite({ root, settings, contentServiceUrl, onEvent });
  const replaced = Promise.withResolvers<void>();
  const stopped = Promise.race([stopSignal(), replaced.promise]);
  // Also during a first build, and before a deploy that asks the rebuild thread.
  void stopped.then(site.stopping);
  let takeIn = () => {};
  const deployer = await openDeployer(context, site, log, () => takeIn());
  const handOver = createHandOver({
    live: () => site.releases.live()?.release,
    mediaArrived: () => site.calls.mediaArrived(),
    deploy: () => deployer?.published(),
    isLacking() {
      const { stale, isMediaAway = false, warnings } = site.status();
      // Of what was still under way as the last rebuild ended nobody knows that it failed.
      return stale.length > 0 || isMediaAway || warnings.some(({ why }) => why === NOT_YET);
    },
    onFailed: (err) => log.warn({ err }, 'pictures under way did not come; the next rebuild is handed over'),
    isHostAhead: (isAnew) =>
      isHostAhead(context, { ...site, handedOver: isAnew ? undefined : lastDeploy(site.cacheDir)?.release }),
  });
  onAnew = handOver.begunAnew;
  const other = otherWorker(site.cacheDir, root);
  if (other) say(other);
  // Another content service keeps what visitors sent itself.
  const inbox = settings.contentServiceUrl === null ? openInbox(resolve(root, settings.dataDir)) : null;
  const announce = () => announceWorker(site.cacheDir, root, say, settings);
  // At once, so that no second one begins meanwhile; beside another one only when it serves, as it may not.
  let announced = other === null ? announce() : null;
  const worker = await startWorker({
    site,
    inbox,
    onReplaced() {
      announced?.needsRestart();
      if (settings.restartOnUpgrade === 'tell') return;
      process.exitCode = RESTART;
      replaced.resolve();
    },
    settings,
    port: settings.port,
    log,
    onEnded(ended, request) {
      if (followsCode) code.onEnded(ended);
      handOver.ended(ended, request);
    },
    lastDeploy: lastDeployOf(settings, site.cacheDir),
  });
  if (!worker.ok) {
    announced?.leave();
    await site.close();
    return worker;
  }
  announced ??= announce();
  code.onServing();
  ready(worker.value.url);
  void handOver.begin();
  const { rebuilds } = worker.value;
  takeIn = () => rebuilds.request({ trigger: 'command', collections: [] });
  const stopFollowing = follow?.(() => rebuilds.request({ trigger: 'start', collections: [] }));
  await stopped;
  stopFollowing?.();
  await deployer?.stop();
  await worker.value.stop();
  announced.leave();
  return succeed(null);
}
