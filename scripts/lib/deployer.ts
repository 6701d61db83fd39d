/** Deploys by commands and by the worker: of what all machines have live, and never of an older release. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DeskDeploy } from '../../src/desk/index.ts';
import { momentOf } from '../../src/engine/engine.ts';
import { fail, type Result, succeed } from '../../src/lib/result.ts';
import { retry } from '../../src/lib/retry.ts';
import type { DeploySettings, Settings } from '../../src/lib/settings.ts';
import { newestRelease, openReleases } from '../../src/site/releases.ts';
import {
  createDeployer,
  type Deployer,
  type DeployOptions,
  deploy,
  describePlan,
  isOvertaken,
  lastDeploy,
  openTarget,
} from '../../src/targets/deploy.ts';
import { type DeployPlan, openManifest } from '../../src/targets/ledger.ts';
import type { Withdrawal } from '../../src/types/media.ts';
import type { ServedSite } from '../../src/worker/servedSite.ts';
import { type Context, tell } from './command.ts';
import { progress } from './progress.ts';

/** Wherever withdrawn pictures and files were ever published. Lists of older versions name no groups. */
export function addressesOf(withdrawn: readonly Withdrawal[]): string[] {
  return withdrawn.flatMap(({ published, groups }) => (groups.length > 0 ? groups : (published ?? [])));
}

/** The last deploy to the host that the settings name. */
export function lastDeployOf({ deploy: given }: Settings, cacheDir: string): () => Promise<DeskDeploy | null> {
  return async () => {
    const last = given && lastDeploy(cacheDir);
    return last ? { ...last, target: given.target } : null;
  };
}

/** `onLine` takes what a command of the operator's says. */
function openTo(to: DeploySettings, { root, settings }: Context, cacheDir: string, onLine: (line: string) => void) {
  const named = (line: string) => onLine(`DEPLOY_COMMAND: ${line}`);
  const target = openTarget(to, { ...settings, cacheDir, distDir: join(root, 'dist'), onLine: named });
  return { target, cacheDir, newest: newestRelease(settings) };
}

/** The deploys of a command. */
export function openDeployTools(context: Context, to: DeploySettings, how: Pick<DeployOptions, 'isImmediate' | 'isWhole'> = {}) {
  const { root, settings } = context;
  const opened = openReleases({ root, settings, onEvent: progress(false) });
  const { engine, locked, checkPurged, cacheDir, withdrawals } = opened;
  const withdrawn = async () => addressesOf(withdrawals.read().list);
  const options: DeployOptions = { engine, ...openTo(to, context, cacheDir, tell), onRetry: tell, ...how, withdrawn };
  return { engine, locked, checkPurged, options };
}

/** Other machines may publish while this one deploys; so often it takes in what they did and deploys that. */
const ROUNDS = 3;

/** What machines share is taken in first: nobody puts an older release over a newer one. */
export async function deployNewest(tools: ReturnType<typeof openDeployTools>): Promise<Result<DeployPlan>> {
  const { engine, locked, checkPurged, options } = tools;
  for (let round = 1; ; round += 1) {
    const whole = await locked('deploy', async () => {
      const purged = checkPurged();
      if (purged.ok) await engine.repair();
      return purged;
    });
    const deployed = whole.ok ? await deploy(options) : whole;
    if (!deployed.ok || !isOvertaken(deployed.value) || round === ROUNDS) return deployed;
  }
}

/** Takes off the host what was purged here; what travelled, in one line. */
export async function deployPurge(context: Context, to: DeploySettings): Promise<Result<string>> {
  const deployed = await deployNewest(openDeployTools(context, to, { isWhole: 'unasked' }));
  if (!deployed.ok) return fail(deployed.reason, `It is still at the host: ${deployed.message} Then: npm run deploy`);
  return succeed(describePlan(deployed.value, true));
}

/** The served site of a worker, as far as its deploys go. */
type DeployedSite = Pick<ServedSite, 'cacheDir' | 'alerts'> & {
  readonly releases: DeployOptions['engine'];
  readonly calls: Pick<ServedSite['calls'], 'withdrawn' | 'repair' | 'finishPurges'>;
};

/** Milliseconds that a host may take to say which release it shows. */
const PATIENCE = 10_000;

interface KnownReleases extends Pick<ServedSite, 'cacheDir'> {
  readonly calls: { readonly releases: () => Promise<readonly { readonly release: string }[]> };
  /** The release that was handed to the host last; undefined: none, or all that is known here was begun anew since. */
  readonly handedOver: string | undefined;
}

/**
 * Whether the host shows a release that is not known here, and was not handed to it from here, as where the cache was lost or an
 * older one put back; where the host cannot say that, whether nothing was handed over from here. Never rejects.
 */
export async function isHostAhead(context: Context, { cacheDir, calls, handedOver }: KnownReleases): Promise<boolean> {
  const { deploy: to } = context.settings;
  if (!to) return false;
  const manifest = openManifest();
  const { target } = openTo(to, context, cacheDir, tell);
  try {
    const ask = () => manifest.read(target.open(AbortSignal.timeout(PATIENCE)).records);
    const read = await retry(ask, () => true, { backOff: PATIENCE / 2 });
    if (!read.ok) return handedOver === undefined;
    const shown = manifest.value?.release;
    if (shown === undefined || shown === handedOver) return false;
    return !(await calls.releases()).some(({ release }) => momentOf(release) === momentOf(shown));
  } catch {
    return handedOver === undefined;
  }
}

/**
 * Hands each release of a worker to the host that the settings name; null when they name none. `onOvertaken`: another machine
 * has published a newer one, which is to be taken in; this one's may have just replaced it at the host.
 */
export async function openDeployer(
  context: Context,
  site: DeployedSite,
  log: Logger,
  onOvertaken = () => {},
): Promise<Deployer | null> {
  const { deploy: to } = context.settings;
  if (!to) return null;
  const { releases: engine, cacheDir, alerts, calls } = site;
  const given = openTo(to, context, cacheDir, (line) => log.info(line));
  const withdrawn = async () => addressesOf(await calls.withdrawn());
  return createDeployer({
    async deploy(signal) {
      const purged = await calls.finishPurges();
      if (!purged.ok) return purged;
      // A rebuild that was killed or could not be ended may have left it behind.
      const isBehind = given.target.isFromDist && engine.inDist?.() !== engine.live()?.release;
      const whole = isBehind ? await calls.repair() : succeed(null);
      return whole.ok ? deploy({ engine, ...given, signal, onRetry: (line) => log.warn(line), withdrawn }) : whole;
    },
    minInterval: to.minInterval * 1000,
    lastAt: lastDeploy(cacheDir)?.at ?? 0,
    onDone(plan) {
      log.info(describePlan(plan, true));
      void alerts.observe({ deployFailing: null });
      if (isOvertaken(plan)) onOvertaken();
    },
    onFailed(message, pause) {
      log.error({ message }, `deploy failed; it is tried again ${pause / 60_000} min after it began`);
      void alerts.observe({ deployFailing: message });
    },
  });
}
