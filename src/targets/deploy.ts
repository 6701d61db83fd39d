/** A deploy: the difference between the live release and what the target holds, uploaded and recorded. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import { waitForLock } from '../lib/fileLock.ts';
import { writeAtomic } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { retry } from '../lib/retry.ts';
import {
  type Deployed,
  type DeployFile,
  type DeployPlan,
  digestsOf,
  type OpenDeploys,
  openDeploysOf,
  parseDeployed,
  type ReleaseSource,
  type SharedDeploys,
  type Target,
} from './target.ts';

export interface DeployOptions {
  readonly engine: ReleaseSource;
  readonly cacheDir: string;
  readonly target: Target;
  /** Milliseconds before the first repetition; each further one waits three times as long. */
  readonly backOff?: number;
  readonly signal?: AbortSignal;
  /** Takes one line about an attempt that failed and is repeated. */
  readonly onRetry?: (line: string) => void;
  /** Removes files that the target would keep for a while although no page needs them. */
  readonly isImmediate?: boolean;
  /** Published addresses of withdrawn pictures and files: what lies there is removed at once. */
  readonly withdrawn?: () => Promise<readonly string[]>;
  /** Absent: no other machine deploys. */
  readonly shared?: SharedDeploys | undefined;
}

const NEVER = new AbortController().signal;

/** How long a deploy waits for another one of this machine, ms: as long as a command may take. */
const PATIENCE = 15 * 60_000;

const SELF = randomUUID();

const openIn = (cacheDir: string) => join(cacheDir, 'deploy', 'open.json');
const recordIn = (cacheDir: string) => join(cacheDir, 'deploy', 'deployed.json');
const lockIn = (cacheDir: string) => join(cacheDir, 'deploy', 'lock');

/** The last deploy, to whichever target; null: none is known. */
export async function lastDeploy(cacheDir: string): Promise<Deployed | null> {
  return parseDeployed(await readFile(recordIn(cacheDir), 'utf8').catch(() => ''));
}

/** Deploys that other processes of this machine have begun and not ended. */
async function openDeploys(cacheDir: string): Promise<OpenDeploys> {
  const record: unknown = await readFile(openIn(cacheDir), 'utf8')
    .then(JSON.parse)
    .catch(() => null);
  return openDeploysOf(record, SELF);
}

/** What machines tell each other of deploys to a target that cannot be asked what it holds. */
function toldOf({ deployed }: Target, shared: SharedDeploys | undefined): SharedDeploys | undefined {
  return deployed ? undefined : shared;
}

/** What a target holds; null when that is not known: then everything is uploaded. */
async function deployedTo({ target, cacheDir, shared }: DeployOptions, signal: AbortSignal): Promise<Result<Deployed | null>> {
  if (target.deployed) return target.deployed(signal);
  const record = await lastDeploy(cacheDir);
  const last = await toldOf(target, shared)?.last(target.name);
  if (last && !last.ok) return last;
  // What another machine has deployed since is not in this one's record.
  const isOpen = Object.keys(await openDeploys(cacheDir)).length > 0;
  const isLast = !isOpen && (!last || last.value === record?.release);
  return succeed(record?.target === target.name && isLast ? record : null);
}

/** The folder that a file lies in, or that lies beside a page: `News` for `News.html` and for `News/2025-03.html`. */
function topOf(path: string): string {
  return (path.split('/', 1)[0] ?? '').replace(/\.html$/, '');
}

function* filesFor(live: NonNullable<ReturnType<ReleaseSource['live']>>, source: ReleaseSource, extra: Target['extra'] = {}) {
  for (const [path, text] of Object.entries(extra)) {
    const bytes = Buffer.from(text);
    yield { path, digest: digestOf(bytes), size: bytes.length, read: async () => succeed(bytes) } satisfies DeployFile;
  }
  for (const file of live.files()) {
    const { path, digest, size } = file;
    const read = async () => {
      const lost = `${path} is missing or damaged in the store; "npm run rebuild" makes it anew.`;
      const bytes = await source.read(file);
      return bytes ? succeed(bytes) : fail('refused', lost);
    };
    const encoded = async (encoding: 'br' | 'gzip') => source.encoded?.(file, encoding, 'best') ?? null;
    yield { path, digest, size, read, encoded } satisfies DeployFile;
  }
}

/** The plan of a machine that is not the newest. */
function overtaken(newest: string | null): DeployPlan {
  return { release: newest ?? 'none', files: new Map(), changed: [], removed: [], bytes: 0, previous: null };
}

/** Whether a newer release of another machine is to be deployed instead. */
export const isOvertaken = ({ files }: DeployPlan) => files.size === 0;

/** Plans a deploy of the live release. Changes nothing. */
export async function plannedDeploy(options: DeployOptions): Promise<Result<DeployPlan>> {
  const { engine, target, signal = NEVER, isImmediate, shared, withdrawn = async () => [] } = options;
  const live = engine.live();
  if (!live) return fail('nothing-live', 'Nothing is published yet: npm run build');
  const deployed = await deployedTo(options, signal);
  if (!deployed.ok) return deployed;
  const { value: previous } = deployed;
  // Asked after what the target holds: whoever deploys a newer one from now on has changed that, and the upload notices.
  const known = shared ? await shared.newest() : succeed(live.release);
  if (!known.ok) return known;
  if (known.value !== live.release) return succeed(overtaken(known.value));
  const gone = await withdrawn();
  const files = new Map(filesFor(live, engine, target.extra).map((file) => [file.path, file]));
  const changed = [...files.values()].filter(({ path, digest }) => previous?.files[path] !== digest);
  const tops = new Set(Array.from(files.keys(), topOf));
  const unrecorded = new Set(previous?.unrecorded);
  const isOwn = (path: string) => !unrecorded.has(path) || tops.has(topOf(path));
  const isWithdrawn = (path: string) => gone.some((address) => `/${path}`.startsWith(address));
  const isRetained = (path: string) => !isImmediate && previous && target.retains?.(path, previous);
  const goes = (path: string) => isWithdrawn(path) || (isOwn(path) && !isRetained(path));
  return succeed({
    release: live.release,
    files,
    changed: changed.sort((a, b) => (a.path < b.path ? -1 : 1)),
    removed: Object.keys(previous?.files ?? {})
      .filter((path) => !files.has(path) && goes(path))
      .sort(),
    bytes: changed.reduce((sum, { size }) => sum + size, 0),
    previous,
  });
}

/** Uploads the live release when it differs from the last deploy. Transient failures are tried three times. */
export async function deploy(options: DeployOptions): Promise<Result<DeployPlan>> {
  const { cacheDir, target, shared, signal = NEVER, onRetry } = options;
  const onWait = () => onRetry?.('Another deploy of this machine is under way: this one waits for it.');
  const release = await waitForLock(lockIn(cacheDir), { patience: PATIENCE, signal, onWait });
  if (!release) return fail('refused', 'Another deploy of this machine is under way. Try again when it has ended.');
  const held = target.hold ? await target.hold(signal) : succeed(() => {});
  try {
    if (!held.ok) return held;
    const deployed = await deployOnce(options, signal);
    if (!deployed.ok || !shared || deployed.value.changed.length + deployed.value.removed.length === 0) return deployed;
    const known = await shared.newest();
    // It took so long that another machine published meanwhile, and may have deployed what this one has just replaced.
    return known.ok && known.value !== deployed.value.release ? succeed(overtaken(known.value)) : deployed;
  } finally {
    if (held.ok) held.value();
    release();
  }
}

async function deployOnce(options: DeployOptions, signal: AbortSignal): Promise<Result<DeployPlan>> {
  const { cacheDir, target, shared, backOff = 2000, onRetry } = options;
  const planned = await plannedDeploy(options);
  if (!planned.ok || planned.value.changed.length + planned.value.removed.length === 0) return planned;
  const { value: plan } = planned;
  const { release, files } = plan;
  const told = toldOf(target, shared);
  // What a target tells of itself needs no such record.
  const open = target.deployed ? null : await openDeploys(cacheDir);
  if (open) await writeAtomic(openIn(cacheDir), JSON.stringify({ ...open, [SELF]: Date.now() }));
  /** Another machine may have deployed a newer one while this one waited. */
  async function attempt(): Promise<Result<DeployPlan>> {
    const known = told ? await told.newest() : succeed(release);
    if (!known.ok) return known;
    if (known.value !== release) return succeed(overtaken(known.value));
    const noted = await told?.note(target.name, release, false);
    if (noted && !noted.ok) return noted;
    const uploaded = await target.upload(plan, signal);
    return uploaded.ok ? succeed(plan) : uploaded;
  }
  const uploaded = await retry(attempt, ({ reason }) => reason === 'transient', {
    backOff,
    signal,
    onRetry: ({ message }) => onRetry?.(`${message.replace(/\.?$/, '.')} It is tried again.`),
  });
  if (!uploaded.ok || isOvertaken(uploaded.value)) return uploaded;
  // Once more: a machine that was quicker meanwhile has to know that its release was replaced.
  const noted = await told?.note(target.name, release, true);
  if (noted && !noted.ok) return noted;
  const holds = target.deployed ? {} : digestsOf(files.values());
  if (open) await writeAtomic(openIn(cacheDir), JSON.stringify(open));
  const deployed: Deployed = { format: 1, target: target.name, release, at: Date.now(), files: holds };
  await writeAtomic(recordIn(cacheDir), JSON.stringify(deployed));
  return planned;
}

/** A plan in one line, or what was done by it. */
export function describePlan(plan: DeployPlan, isDone: boolean): string {
  const { release, files, changed, removed, bytes } = plan;
  if (isOvertaken(plan))
    return `The newest release of all machines is ${release}: this machine has another one live, and takes it in before it deploys.`;
  if (changed.length + removed.length === 0) return `Release ${release} is deployed already: nothing travels.`;
  const what = `${changed.length} of ${files.size} files (${bytes} bytes)`;
  if (isDone) return `Deployed. Release ${release}: ${what} travelled, ${removed.length} were removed.`;
  return `Release ${release}: ${what} travel, ${removed.length} are removed.`;
}
