import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DeskDeploy } from '../../src/desk/index.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { newestRelease } from '../../src/site/siteLock.ts';
import {
  createDeployer,
  type Deployer,
  deploy,
  describePlan,
  isOvertaken,
  lastDeploy,
  openTarget,
} from '../../src/targets/index.ts';
import type { Withdrawal } from '../../src/types/media.ts';
import type { ServedSite } from '../../src/worker/servedSite.ts';
import { tell } from './command.ts';

/** The last deploy to the host that the settings name. */
export function lastDeployOf(
  { deploy: given }: Settings,
  { cacheDir }: Pick<ServedSite, 'cacheDir'>,
): () => Promise<DeskDeploy | null> {
  return async () => {
    const last = given && lastDeploy(cacheDir);
    return last ? { ...last, target: given.target } : null;
  };
}

const named = (line: string) => `DEPLOY_COMMAND: ${line}`;

/** Passes on what a command of the operator's says, for commands that have no log. */
export function tellDeploy(line: string): void {
  tell(named(line));
}

/** Wherever withdrawn pictures and files were ever published. Lists of older versions name no groups. */
export function addressesOf(withdrawn: readonly Withdrawal[]): string[] {
  return withdrawn.flatMap(({ published, groups }) => (groups.length > 0 ? groups : (published ?? [])));
}

/**
 * Hands each release of a worker to the host that the settings name; null when they name none. `onOvertaken`: another machine
 * has published a newer one, which is to be taken in; this one's may have just replaced it at the host.
 */
export async function openDeployer(
  root: string,
  settings: Settings,
  site: Pick<ServedSite, 'releases' | 'cacheDir' | 'alerts'> & { readonly calls: Pick<ServedSite['calls'], 'withdrawn'> },
  log: Logger,
  onOvertaken = () => {},
): Promise<Deployer | null> {
  if (!settings.deploy) return null;
  const { releases: engine, cacheDir, alerts, calls } = site;
  const onLine = (line: string) => log.info(named(line));
  const target = openTarget(settings.deploy, { ...settings, cacheDir, distDir: join(root, 'dist'), onLine });
  const newest = newestRelease(settings);
  const withdrawn = async () => addressesOf(await calls.withdrawn());
  return createDeployer({
    deploy: (signal) => deploy({ engine, cacheDir, target, signal, onRetry: (line) => log.warn(line), newest, withdrawn }),
    minInterval: settings.deploy.minInterval * 1000,
    lastAt: lastDeploy(cacheDir)?.at ?? 0,
    onDone(plan) {
      log.info(describePlan(plan, true));
      void alerts.observe({ deployFailure: null });
      if (isOvertaken(plan)) onOvertaken();
    },
    onFailed(message, pause) {
      log.error({ message }, `deploy failed; it is tried again ${pause / 60_000} min after it began`);
      void alerts.observe({ deployFailure: message });
    },
  });
}
