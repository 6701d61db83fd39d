import type { Engine } from '../engine/index.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { planDeploy, readDeployed, writeDeployed } from './plan.ts';
import type { DeployPlan, DeployReason, Target } from './types.ts';

export interface DeployOptions {
  readonly engine: Engine;
  readonly cacheDir: string;
  readonly target: Target;
  /** Milliseconds before the first repetition; each further one waits three times as long. */
  readonly backOff?: number;
  readonly signal?: AbortSignal;
}

const ATTEMPTS = 3;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

/** What a deploy of the live release would cost. Reads two lists and touches nothing. */
export async function plannedDeploy({ engine, cacheDir, target }: DeployOptions): Promise<Result<DeployPlan, 'nothing-live'>> {
  const deployed = await readDeployed(cacheDir, target.name);
  const live = engine.live();
  if (!live) return fail('nothing-live', 'Nothing is published yet: npm run build');
  return succeed(planDeploy(live, (file) => engine.read(file), target.extra, deployed));
}

/** Hands the live release over when it differs from the last deploy. What may pass is tried three times. */
export async function deploy(options: DeployOptions): Promise<Result<DeployPlan, DeployReason | 'nothing-live'>> {
  const { cacheDir, target, backOff = 2000, signal = new AbortController().signal } = options;
  const planned = await plannedDeploy(options);
  if (!planned.ok) return planned;
  const plan = planned.value;
  if (plan.changed.length + plan.removed.length === 0) return planned;
  for (let attempt = 1; ; attempt += 1) {
    const handed = await target.handOver(plan, signal);
    if (handed.ok) break;
    if (handed.reason !== 'passing' || attempt === ATTEMPTS) return handed;
    await pause(backOff * 3 ** (attempt - 1), signal);
    if (signal.aborted) return handed;
  }
  await writeDeployed(cacheDir, target.name, plan, Date.now());
  return planned;
}

/** A plan in one line. */
export function inWords({ release, files, changed, removed, bytes }: DeployPlan): string {
  if (changed.length + removed.length === 0) return `Release ${release} is deployed already: nothing travels.`;
  return `Release ${release}: ${changed.length} of ${files.size} files (${bytes} bytes) travel, ${removed.length} are removed.`;
}
