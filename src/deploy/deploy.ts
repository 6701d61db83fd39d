import { fail, type Result, succeed } from '../lib/result.ts';
import { retry } from '../lib/retry.ts';
import { planDeploy, readDeployed, writeDeployed } from './plan.ts';
import type { Deployed, DeployPlan, ReleaseSource, Target } from './types.ts';

export interface DeployOptions {
  readonly engine: ReleaseSource;
  readonly cacheDir: string;
  readonly target: Target;
  /** Milliseconds before the first repetition; each further one waits three times as long. */
  readonly backOff?: number;
  readonly signal?: AbortSignal;
  /** Removes files that the target would keep for a while although no page needs them. */
  readonly isImmediate?: boolean;
  /** Published addresses of withdrawn pictures and files: what lies there is removed at once. */
  readonly withdrawn?: () => Promise<readonly string[]>;
  /** The live release of all machines that share their state; null: none is known. */
  readonly newest?: () => Promise<Result<string | null>>;
}

const NEVER = new AbortController().signal;

/** Plans a deploy of the live release. Changes nothing. */
export async function plannedDeploy(options: DeployOptions): Promise<Result<DeployPlan>> {
  const { engine, cacheDir, target, signal = NEVER, isImmediate, newest, withdrawn = async () => [] } = options;
  const live = engine.live();
  if (!live) return fail('nothing-live', 'Nothing is published yet: npm run build');
  const deployed = target.deployed ? await target.deployed(signal) : succeed(await readDeployed(cacheDir, target.name));
  if (!deployed.ok) return deployed;
  const { value: previous } = deployed;
  // Asked after what the target holds: whoever deploys a newer one from now on has changed that, and the upload notices.
  const known = newest ? await newest() : succeed(live.release);
  if (!known.ok) return known;
  if (known.value !== live.release) {
    return succeed({ release: known.value ?? 'none', files: new Map(), changed: [], removed: [], bytes: 0, previous });
  }
  const gone = await withdrawn();
  const isGone = (path: string) => gone.some((address) => `/${path}`.startsWith(address));
  const left = target.below ? await target.below(gone, signal) : succeed([]);
  if (!left.ok) return left;
  const retains = (path: string, there: Deployed) => !isImmediate && !isGone(path) && (target.retains?.(path, there) ?? false);
  const plan = planDeploy(live, engine, { ...target, retains }, previous);
  const removed = new Set([...plan.removed, ...left.value.filter((path) => !plan.files.has(path))]);
  return succeed({ ...plan, removed: [...removed].sort() });
}

/** Uploads the live release when it differs from the last deploy. Transient failures are tried three times. */
export async function deploy(options: DeployOptions): Promise<Result<DeployPlan>> {
  const { cacheDir, target, backOff = 2000, signal = NEVER } = options;
  const planned = await plannedDeploy(options);
  if (!planned.ok || planned.value.changed.length + planned.value.removed.length === 0) return planned;
  const attempt = () => target.upload(planned.value, signal);
  const uploaded = await retry(attempt, ({ reason }) => reason === 'transient', { backOff, signal });
  if (!uploaded.ok) return uploaded;
  if (!target.deployed) await writeDeployed(cacheDir, target.name, planned.value, Date.now());
  return planned;
}

/** A plan in one line. */
export function describePlan({ release, files, changed, removed, bytes }: DeployPlan): string {
  if (files.size === 0)
    return `The newest release of all machines is ${release}, not the one that is live here: nothing travels.`;
  if (changed.length + removed.length === 0) return `Release ${release} is deployed already: nothing travels.`;
  return `Release ${release}: ${changed.length} of ${files.size} files (${bytes} bytes) travel, ${removed.length} are removed.`;
}
