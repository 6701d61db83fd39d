/**
 * Deploys: the difference between the live release and what the target of the settings holds, uploaded and recorded; once,
 * or after each release of a worker.
 */
import { dirname, join, resolve } from 'node:path';
import type { Engine } from '../engine/engine.ts';
import type { ReleaseFile } from '../engine/releases.ts';
import { digestOf } from '../lib/digest.ts';
import { waitForLock } from '../lib/fileLock.ts';
import { readIfPresent, writeAtomic } from '../lib/files.ts';
import { fail, Refusal, type Result, succeed } from '../lib/result.ts';
import { retry } from '../lib/retry.ts';
import type { DeploySettings, Settings } from '../lib/settings.ts';
import { commandTarget } from './command.ts';
import { type Outcome, untilFailure } from './exchange.ts';
import { folderTarget } from './folder.ts';
import type { Confirm, Deployed, DeployFile, DeployPlan, FileHost, OpenRecords, ReleaseHost, Tags, Target } from './ledger.ts';
import { recordsIn } from './ledger.ts';
import { netlifyTarget } from './netlify.ts';
import { s3Target } from './s3.ts';
import { openBucket } from './s3Client.ts';
import { inOrder, planUpdate } from './tree.ts';

export interface DeploySource {
  live(): { readonly release: string; files(): Iterable<ReleaseFile> } | null;
  read: Engine['read'];
  encoded?: Engine['encoded'];
  inDist?: Engine['inDist'];
}

export interface DeployOptions {
  readonly engine: DeploySource;
  readonly cacheDir: string;
  readonly target: Target;
  /** Milliseconds before the first repetition; each further one waits three times as long. */
  readonly backOff?: number;
  readonly signal?: AbortSignal;
  readonly onRetry?: (line: string) => void;
  /** Removes files that the target would keep for a while although no page needs them. */
  readonly isImmediate?: boolean;
  /** Hands over every file, whatever is recorded, as somebody may have changed what the host shows: of all hosts, or of those that cannot be asked. */
  readonly isWhole?: 'all' | 'unasked';
  /** Published addresses of withdrawn pictures and files: what lies there is removed at once. */
  readonly withdrawn?: () => Promise<readonly string[]>;
  /** The live release of all machines that share their state; null: none is known. Absent: no other machine deploys. */
  readonly newest?: (() => Promise<Result<string | null>>) | undefined;
}

const NEVER = new AbortController().signal;

/** How long a deploy waits for another one, ms: as long as a command may take. */
const PATIENCE = 15 * 60_000;

/** Of the last deploy of this machine, to whichever target. */
type LastDeploy = Pick<Deployed, 'target' | 'release' | 'at'>;

const lastIn = (cacheDir: string) => join(cacheDir, 'deploy', 'deployed.json');

export function lastDeploy(cacheDir: string): LastDeploy | null {
  try {
    return JSON.parse(readIfPresent(lastIn(cacheDir))?.toString() ?? 'null') as LastDeploy | null;
  } catch {
    return null;
  }
}

/** The folder that a file lies in, or that lies beside a page: `News` for `News.html` and for `News/2025-03.html`. */
function topOf(path: string): string {
  return (path.split('/', 1)[0] ?? '').replace(/\.html$/, '');
}

function* filesFor(live: NonNullable<ReturnType<DeploySource['live']>>, source: DeploySource, extra: Target['extra'] = {}) {
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

const isNothing = ({ changed, removed }: DeployPlan) => changed.length + removed.length === 0;

/** Plans a deploy of the live release. Changes nothing. */
export async function planDeploy(
  options: DeployOptions,
  host: FileHost | ReleaseHost = options.target.open(options.signal ?? NEVER),
): Promise<Result<DeployPlan>> {
  const { engine, cacheDir, target, isImmediate, isWhole, newest, withdrawn = async () => [] } = options;
  const live = engine.live();
  if (!live) return fail('nothing-live', 'Nothing is published yet: npm run build');
  const last = lastDeploy(cacheDir);
  // What another target was filled with since may lie at the same place.
  const isOther = last !== null && last.target !== target.name;
  const held = await target.ledger.held(host, isWhole === 'all' || ('upload' in host && (isWhole === 'unasked' || isOther)));
  if (!held.ok) return held;
  const { value: previous } = held;
  // Asked after what the target holds: whoever deploys a newer one from now on has changed that, and the ledger notices.
  const known = newest ? await newest() : succeed(live.release);
  if (!known.ok) return known;
  if (known.value !== live.release) return succeed(overtaken(known.value));
  const gone = await withdrawn();
  const files = new Map(filesFor(live, engine, target.extra).map((file) => [file.path, file]));
  const tops = new Set(Array.from(files.keys(), topOf));
  const unrecorded = new Set(previous?.unrecorded);
  const isOwn = (path: string) => !unrecorded.has(path) || tops.has(topOf(path));
  const isWithdrawn = (path: string) => gone.some((address) => `/${path}`.startsWith(address));
  const isRetained = (path: string) => !isImmediate && previous && target.retains?.(path, previous);
  const goes = (path: string) => !files.has(path) && (isWithdrawn(path) || (isOwn(path) && !isRetained(path)));
  const others = Object.keys(previous?.files ?? {}).filter(goes);
  const { changed, removed } = await planUpdate(files.values(), ({ path }) => previous?.files[path], others);
  return succeed({
    release: live.release,
    files,
    changed: changed.sort((a, b) => (a.path < b.path ? -1 : 1)),
    removed: removed.sort(),
    bytes: changed.reduce((sum, { size }) => sum + size, 0),
    previous,
  });
}

/** Uploads the live release when it differs from the last deploy. Transient failures are tried three times. */
export async function deploy(options: DeployOptions): Promise<Result<DeployPlan>> {
  const { engine, cacheDir, target, newest, signal = NEVER, onRetry } = options;
  const onWait = () => onRetry?.('Another deploy is under way: this one waits for it.');
  const release = await waitForLock(target.lock ?? join(cacheDir, 'deploy', 'lock'), { patience: PATIENCE, signal, onWait });
  if (!release) return fail('refused', 'Another deploy is under way. Try again when it has ended.');
  try {
    const before = engine.live()?.release;
    let deployed = await deployOnce(options, signal);
    // What a purge takes from a release while it travels is missing in that one alone: the release in its place is deployed at once.
    if (!deployed.ok && !signal.aborted && engine.live()?.release !== before) deployed = await deployOnce(options, signal);
    if (!newest || (deployed.ok ? isNothing(deployed.value) : deployed.reason !== 'overtaken')) return deployed;
    // Another machine may have published meanwhile, and deployed what this one has just replaced.
    const known = await newest();
    const own = [engine.live()?.release, deployed.ok ? deployed.value.release : null];
    return known.ok && !own.includes(known.value ?? '') ? succeed(overtaken(known.value)) : deployed;
  } finally {
    release();
  }
}

async function deployOnce(options: DeployOptions, signal: AbortSignal): Promise<Result<DeployPlan>> {
  const { engine, cacheDir, target, backOff = 2000, onRetry } = options;
  const { ledger } = target;
  const host = target.open(signal);
  const planned = await planDeploy(options, host);
  if (!planned.ok || isNothing(planned.value)) return planned;
  const { value: plan } = planned;
  const isReady = () => !target.isFromDist || engine.inDist?.() === plan.release;
  let isBegun = false;
  async function attempt(): Promise<Outcome<Tags>> {
    if (!isReady()) return fail('transient', `dist/ does not hold the release ${plan.release}.`);
    const begun = isBegun ? await ledger.confirm(host.records, 0) : await ledger.begin(host.records, plan);
    if (!begun.ok) return begun;
    isBegun = true;
    return 'upload' in host
      ? host.upload(plan, () => ledger.confirm(host.records, 0))
      : uploadFiles(host, plan, () => ledger.confirm(host.records));
  }
  const uploaded = await retry(attempt, ({ reason }) => reason === 'transient', {
    backOff,
    signal,
    onRetry: ({ message }) => onRetry?.(`${message.replace(/\.?$/, '.')} It is tried again.`),
  });
  // What was published meanwhile may have travelled in part.
  const ended = uploaded.ok ? await ledger.end(host.records, uploaded.value, !isReady()) : uploaded;
  if (!ended.ok) return ended;
  const { release, at } = ended.value;
  await writeAtomic(lastIn(cacheDir), JSON.stringify({ target: target.name, release, at } satisfies LastDeploy));
  return planned;
}

/** Gives the tags of the files that were written. Each step is taken only while `confirm` says that the deploy still counts. */
async function uploadFiles(host: FileHost, plan: DeployPlan, confirm: Confirm): Promise<Outcome<Tags>> {
  const tags: Record<string, string> = {};
  const put = async (file: DeployFile) => {
    const confirmed = await confirm();
    const written = confirmed.ok ? await host.put(file) : confirmed;
    if (written.ok) tags[file.path] = written.value;
    return written;
  };
  const remove = async (path: string) => {
    const confirmed = await confirm();
    return confirmed.ok ? host.remove(path) : confirmed;
  };
  const arrived = await inOrder(plan, {
    isNew: (path) => plan.previous?.files[path] === undefined,
    put: (files) => untilFailure(files, host.concurrency, put),
    remove: (paths) => untilFailure(paths, host.concurrency, remove),
  });
  const finished = arrived.ok && host.finish ? await host.finish(plan) : arrived;
  return finished.ok ? succeed(tags) : finished;
}

export function describePlan(plan: DeployPlan, isDone: boolean): string {
  const { release, files, changed, removed, bytes } = plan;
  if (isOvertaken(plan))
    return `The newest release of all machines is ${release}: this machine has another one live, and takes it in before it deploys.`;
  if (isNothing(plan)) return `Release ${release} is deployed already: nothing travels.`;
  const what = `${changed.length} of ${files.size} files (${bytes} bytes)`;
  if (isDone) return `Deployed. Release ${release}: ${what} travelled, ${removed.length} were removed.`;
  return `Release ${release}: ${what} travel, ${removed.length} are removed.`;
}

export interface DeployerOptions {
  /** One deploy with its repetitions. Throws only for bugs. */
  readonly deploy: (signal: AbortSignal) => Promise<Result<DeployPlan>>;
  /** Milliseconds from the start of one deploy to that of the next. */
  readonly minInterval: number;
  /** When the last deploy was, epoch milliseconds. */
  readonly lastAt: number;
  readonly onDone: (plan: DeployPlan) => void;
  /** `pause`: milliseconds from the start of this deploy to that of the next attempt. */
  readonly onFailed: (message: string, pause: number) => void;
}

/** After a failure it is tried again, with twice the pause each time, up to an hour. */
const LONGEST_PAUSE = 3_600_000;

export type Deployer = ReturnType<typeof createDeployer>;

/** Deploys one release after another, never two at once, never more often than set, and always the last. */
export function createDeployer({ deploy, minInterval, lastAt, onDone, onFailed }: DeployerOptions) {
  const stopping = new AbortController();
  // No clock that is set forward or back counts, not even one that was wrong at the last deploy.
  let startedAt = performance.now() - Math.max(0, Date.now() - lastAt);
  let failures = 0;
  let isWanted = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  const pauseNow = () =>
    failures === 0 ? minInterval : Math.min(LONGEST_PAUSE, Math.max(minInterval, 60_000) * 2 ** (failures - 1));

  async function attempt(): Promise<void> {
    isWanted = false;
    startedAt = performance.now();
    const done = await deploy(stopping.signal).catch((error: unknown) => ({ ok: false as const, message: String(error) }));
    if (stopping.signal.aborted) return;
    failures = done.ok ? 0 : failures + 1;
    if (done.ok) return onDone(done.value);
    isWanted = true;
    onFailed(done.message, pauseNow());
  }

  function schedule(): void {
    if (!isWanted || timer || running || stopping.signal.aborted) return;
    timer = setTimeout(
      () => {
        timer = null;
        running = attempt().finally(() => {
          running = null;
          schedule();
        });
      },
      Math.max(0, startedAt + pauseNow() - performance.now()),
    );
  }

  return {
    /** Orders a deploy of whatever is live when its turn comes: after failures as soon as after one. */
    published() {
      isWanted = true;
      failures = Math.min(failures, 1);
      if (timer) clearTimeout(timer);
      timer = null;
      schedule();
    },
    /** Cuts a deploy off, which leaves the live site as it is; the next start makes up for it. */
    async stop() {
      stopping.abort();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

/** `state`: what a host holds that cannot be asked is recorded there, where machines share it. */
interface TargetOptions extends Pick<Settings, 'siteUrl' | 'state' | 'dataDir'> {
  readonly cacheDir: string;
  readonly distDir: string;
  /** Takes what a command of the operator's says, line by line. */
  readonly onLine: (line: string) => void;
}

/** Whether two folders share files. */
const isShared = (one: string, other: string) =>
  join(one, '/').startsWith(join(other, '/')) || join(other, '/').startsWith(join(one, '/'));

export function openTarget(settings: DeploySettings, options: TargetOptions): Target {
  const { cacheDir, distDir, siteUrl, state, onLine } = options;
  // As the project's folder has it, in which dist/ lies.
  const root = dirname(distDir);
  const dataDir = resolve(root, options.dataDir);
  const records: OpenRecords = (name, signal) => {
    const below = `deploy/${digestOf(name)}`;
    // What a host may hold that cannot be asked outlasts the cache, and an edit of the command: what is removed later must be known.
    const copy = `deploy/${settings.target === 'command' ? 'command' : digestOf(name)}`;
    if (!state) return recordsIn(join(cacheDir, below), join(dataDir, copy));
    return openBucket({ ...state, prefix: state.prefix ? `${state.prefix}/${below}` : below }, signal);
  };
  if (settings.target === 's3') return s3Target(settings, { siteUrl });
  if (settings.target === 'netlify') return netlifyTarget(settings, records);
  if (settings.target === 'command') return commandTarget(settings.command, distDir, onLine, records);
  const folder = resolve(root, settings.folder);
  const own = { 'dist/': distDir, 'src/': join(root, 'src'), 'public/': join(root, 'public') };
  const others = { ...own, CACHE_DIR: cacheDir, DATA_DIR: dataDir };
  for (const [name, other] of Object.entries(others)) {
    if (isShared(folder, other))
      throw new Refusal(
        `DEPLOY_FOLDER is served to everybody: it must be a folder of its own, not in ${name} nor with it in it.`,
      );
  }
  return folderTarget(folder);
}
