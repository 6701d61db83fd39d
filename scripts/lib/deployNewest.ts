/** Deploys by commands: of what all machines have live, and never of an older release. */
import { join, resolve } from 'node:path';
import { fail, type Result, succeed } from '../../src/lib/result.ts';
import type { DeploySettings } from '../../src/lib/settings.ts';
import { openWithdrawals } from '../../src/media/withdrawals.ts';
import { newestRelease } from '../../src/site/siteLock.ts';
import { type DeployOptions, type DeployPlan, deploy, describePlan, isOvertaken, openTarget } from '../../src/targets/index.ts';
import { type Context, cacheDirOf, tell } from './command.ts';
import { addressesOf, tellDeploy } from './deployer.ts';
import { openReleaseTools, type ReleaseTools } from './releases.ts';

export interface DeployTools extends ReleaseTools {
  readonly options: DeployOptions;
}

export function openDeployTools(context: Context, to: DeploySettings, isImmediate = false): DeployTools {
  const { root, settings } = context;
  const tools = openReleaseTools(context);
  const cacheDir = cacheDirOf(context);
  const withdrawals = openWithdrawals(resolve(root, settings.dataDir));
  const options = {
    engine: tools.engine,
    cacheDir,
    target: openTarget(to, { ...settings, cacheDir, distDir: join(root, 'dist'), onLine: tellDeploy }),
    onRetry: tell,
    isImmediate,
    newest: newestRelease(settings),
    withdrawn: async () => addressesOf(withdrawals.read().list),
  };
  return { ...tools, options };
}

/** Other machines may publish while this one deploys; so often it takes in what they did and deploys that. */
const ROUNDS = 3;

/** What machines share is taken in first: nobody puts an older release over a newer one. */
export async function deployNewest({ engine, siteLock, options }: DeployTools): Promise<Result<DeployPlan>> {
  for (let round = 1; ; round += 1) {
    const whole = await siteLock.run('deploy', (lock) => engine.repair(lock));
    const deployed = whole.ok ? await deploy(options) : whole;
    if (!deployed.ok || !isOvertaken(deployed.value) || round === ROUNDS) return deployed;
  }
}

/** Takes off the host what was purged here; what travelled, in one line. */
export async function deployPurge(context: Context, to: DeploySettings): Promise<Result<string>> {
  const deployed = await deployNewest(openDeployTools(context, to));
  if (!deployed.ok) return fail(deployed.reason, `It is still at the host: ${deployed.message} Then: npm run deploy`);
  return succeed(describePlan(deployed.value, true));
}
