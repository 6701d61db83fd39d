/** The releases of a site: its database, its engine, and, where machines share their state, what the others have published. */
import { join, resolve } from 'node:path';
import type { SiteDatabase, WriteLock } from '../database/siteDatabase.ts';
import { Engine, type Explanation, type ReleaseSummary } from '../engine/engine.ts';
import { type StoreElsewhere, storedFile } from '../engine/fileStore.ts';
import type { EngineEvent } from '../engine/types.ts';
import { dayOf } from '../lib/dates.ts';
import { readIfPresent } from '../lib/files.ts';
import { nearestName } from '../lib/nearestName.ts';
import { type Failure, fail, type Result, succeed } from '../lib/result.ts';
import { DYNAMIC, likelyPage, ROUTES, rightCase } from '../lib/routes.ts';
import type { Settings } from '../lib/settings.ts';
import { parseUrl } from '../lib/url.ts';
import { openLedger } from '../media/ledger.ts';
import { openWithdrawals } from '../media/withdrawals.ts';
import type { CollectionChange, SyncEvent } from '../snapshot/sync/types.ts';
import { goOnUnrecorded, type PushOptions, readNewest, SharedState } from '../state/sharedState.ts';
import { openBucket } from '../targets/s3Client.ts';
import type { Withdrawal } from '../types/media.ts';
import { changesBehind, joinNotes } from './changes.ts';
import type { CodeVersion } from './codeVersion.ts';
import { openSiteDatabase } from './database.ts';

export type SiteEvent =
  | EngineEvent
  | SyncEvent
  | { readonly type: 'compiling' }
  | { readonly type: 'lock-waiting'; readonly holder: string }
  /** What was known could not be used, for a reason in one line: everything is fetched and rendered anew. */
  | { readonly type: 'begun-anew'; readonly why: string }
  | { readonly type: 'notice' | 'alert-failed'; readonly message: string };

export interface SiteOptions {
  readonly root: string;
  readonly settings: Settings;
  /** Base address of the content service: the setting's, or the embedded one's. */
  readonly contentServiceUrl: string;
  /** Where the published tree is kept; `dist` in the project's folder unless told. */
  readonly distDir?: string;
  readonly now?: () => number;
  readonly onEvent?: (event: SiteEvent) => void;
  /** Called once before the site's code was loaded; made by `openSite` unless told. */
  readonly codeVersion?: CodeVersion;
}

export function newestRelease({ state, schoolCode, siteUrl }: Settings) {
  return state ? () => readNewest(openBucket(state), { schoolCode, siteUrl }) : undefined;
}

interface LockOptions {
  readonly database: SiteDatabase;
  readonly engine: Pick<Engine, 'forget' | 'collect' | 'repair'>;
  /** Null: the state is this machine's alone. */
  readonly shared: Pick<SharedState, 'pull' | 'push' | 'abandon' | 'isAnew'> | null;
  readonly onWait: (holder: string) => void;
  /** Before what is done while the state is not shared. */
  readonly onUnshared?: () => void;
}

/** What `act` did counts once other machines can know of it: `push` says how they are told, and `finish` is done after that. */
type Action<Value> = readonly [
  purpose: string,
  act: (lock: WriteLock) => Promise<Result<Value>>,
  push?: (value: Value) => PushOptions,
  finish?: (value: Value) => Promise<unknown>,
];

/** What may be done where the shared state cannot be used: a rebuild, which asks for everything, and withdrawals, which cannot wait. */
const ANEW: ReadonlySet<string> = new Set(['rebuild', 'withdraw', 'purge']);
const UNUSABLE =
  'What other machines have published to STATE_URL cannot be used here, and this would put what is known here in its place. Run "npm run rebuild" first.';

async function attempt<Value>(
  { database, engine, shared, onWait, onUnshared = () => {} }: LockOptions,
  [purpose, act, push, finish]: Action<Value>,
): Promise<Result<Value>> {
  const locked = await database.lock(purpose, undefined, onWait);
  if (!locked.ok) return locked;
  const lock = locked.value;
  let isDone = false;
  let hasNews = shared !== null;
  let isTakenIn = false;
  try {
    if (!shared) onUnshared();
    const pulled = await shared?.pull(lock);
    if (pulled && !pulled.ok) return pulled;
    hasNews = pulled?.value ?? false;
    isTakenIn = hasNews;
    if (hasNews) engine.forget();
    if (shared?.isAnew() && !ANEW.has(purpose)) return fail('unusable', UNUSABLE);
    const done = await act(lock);
    if (!done.ok) return done;
    const pushed = await shared?.push(lock, push?.(done.value));
    isDone = true;
    if (pushed && !pushed.ok) return pushed;
    await finish?.(done.value);
    return done;
  } finally {
    try {
      if (!isDone) {
        await lock.undo();
        shared?.abandon();
        // What others have published or withdrawn counts in dist/ as well.
        if (isTakenIn) await engine.repair();
      }
      // Files that came for nothing, as on a full disk, and those that others have retired.
      if (hasNews) engine.collect();
    } finally {
      lock.release();
    }
  }
}

/** How often an action begins again because another machine was quicker. */
const MOST_ATTEMPTS = 8;

async function run<Value>(options: LockOptions, action: Action<Value>): Promise<Result<Value>> {
  for (let number = 1; ; number += 1) {
    try {
      const done = await attempt(options, action);
      if (done.ok || done.reason === 'locked' || number === MOST_ATTEMPTS) return done;
      if (done.reason !== 'superseded' && (number > 1 || !options.database.recoverIfUnsound())) return done;
    } catch (error) {
      // What a damaged database held can be had again.
      if (number > 1 || !options.database.recover(error)) throw error;
    }
  }
}

export type SiteLock = ReturnType<typeof createSiteLock>;

/** The lock of a site, that of its cache folder: acts on what was published last, by whichever machine. */
export function createSiteLock(options: LockOptions) {
  return <Value>(...action: Action<Value>) => run(options, action);
}

/**
 * Serves an earlier release and holds it: the one before the live one, unless it is named. Several that were called at once
 * without a name go back to the same one, not each one further.
 */
export function rollBack(engine: Engine, locked: SiteLock, checkPurged: () => Result<null>, to?: string) {
  const seen = engine.live()?.release;
  return locked<ReleaseSummary>('rollback', async (lock) => {
    const purged = checkPurged();
    if (!purged.ok) return purged;
    const live = engine.releases().find((release) => release.live);
    const isDone = to === undefined && engine.live()?.held && live?.release !== seen;
    return isDone && live ? succeed(live) : engine.rollback(to, lock);
  });
}

export interface Explained extends Omit<Explanation, 'causes' | 'note'> {
  /** What had changed of what the page shows when it was rendered last. */
  readonly items: readonly CollectionChange[];
}

export type Unexplained = Pick<Failure, 'message'>;

/** Why a page was or was not rendered in the last rebuild, and what of the content had it rendered last. */
function explain(engine: Engine, page: string): Explained | Unexplained {
  // As a browser's address bar has it, or as it stands in a link.
  const path = parseUrl(page)?.pathname ?? page;
  const asked = `/${path.trim().replace(/^\/+|\/+$/g, '')}`;
  const explanation = engine.explain(page) ?? engine.explain(asked);
  if (explanation) {
    const { causes, note, ...rest } = explanation;
    return { ...rest, items: changesBehind({ causes, note }) };
  }
  const pages = engine.traces.pageKeys().filter((key) => key.startsWith('/'));
  const suggestion = rightCase(asked, ROUTES) ?? likelyPage(asked, ROUTES) ?? nearestName(asked, pages);
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return { message: pages.length === 0 ? 'Nothing was rendered yet.' : `No rebuild has rendered ${page}.${hint}` };
}

interface ReleasesOptions extends Pick<SiteOptions, 'root' | 'settings' | 'distDir' | 'onEvent'> {
  /** Name of the compiled site that is needed now; absent: none is, as where nothing is rendered. */
  readonly compiledName?: () => string;
}

export type SiteReleases = ReturnType<typeof openReleases>;

/** Opens the releases alone, for commands that look at them or switch between them and need no content. */
export function openReleases({ root, settings, onEvent = () => {}, compiledName, ...options }: ReleasesOptions) {
  const { schoolCode, siteUrl, deploy, state: bucket, timeZone } = settings;
  const { distDir = join(root, 'dist') } = options;
  const cacheDir = resolve(root, settings.cacheDir);
  const dataDir = resolve(root, settings.dataDir);
  const withdrawals = openWithdrawals(dataDir, bucket ? null : cacheDir);
  const publishing = deploy?.target === 's3' ? deploy.bucket : null;
  const database = openSiteDatabase(cacheDir, (why) => onEvent({ type: 'begun-anew', why }));
  const shared = bucket
    ? new SharedState({
        database,
        bucket,
        publishing: publishing?.bucket === bucket.bucket && publishing.endpoint === bucket.endpoint ? publishing : null,
        owner: { schoolCode, siteUrl },
        dataDir,
        compiled: compiledName ? { folder: join(root, '.compiled'), name: compiledName } : null,
        fetchServed: () => engine.fetchServed(),
        read: (digest) => readIfPresent(storedFile(cacheDir, digest)),
        tell: (message) => onEvent({ type: 'notice', message }),
      })
    : null;
  const { everPublished } = openLedger(database);
  /** Wherever something withdrawn was published; where nothing was known of it when it was withdrawn, an older cache knows. */
  const groupsOf = ({ reference, groups }: Pick<Withdrawal, 'reference' | 'groups'>) => [
    ...groups,
    ...everPublished(reference).map(({ group }) => group),
  ];
  /** What is withdrawn is not had again, also while it is still in the releases that came. */
  const elsewhere: StoreElsewhere | null = shared && {
    holds: shared.files.holds,
    fetch(digests, take) {
      const withdrawn = engine.digestsOf(withdrawals.read().list.flatMap(groupsOf));
      return shared.files.fetch(new Set(digests).difference(withdrawn), take);
    },
  };
  const engine: Engine = new Engine({
    database,
    retention: { ...settings.keepReleases, day: (at) => dayOf(at, timeZone), joinNotes },
    cacheDir,
    distDir,
    dynamicPrefixes: DYNAMIC,
    elsewhere,
    onEvent,
  });
  const onWait = (holder: string) => onEvent({ type: 'lock-waiting', holder });
  const onUnshared = () => goOnUnrecorded(database);
  const locked = createSiteLock({ database, engine, shared, onWait, onUnshared });
  /** What is withdrawn and was not removed from the releases here, as CACHE_DIR is older than that or a purge was cut off. */
  function notPurged() {
    return withdrawals.read().list.filter((withdrawn) => engine.notPurged(groupsOf(withdrawn)).length > 0);
  }
  /** Fails while releases hold what is withdrawn. */
  function checkPurged(): Result<null> {
    if (notPurged().length === 0) return succeed(null);
    return fail('not-purged', 'What is withdrawn is still in the releases here. "npm run rebuild" removes it; nothing was done.');
  }
  return {
    cacheDir,
    database,
    engine,
    shared,
    locked,
    onWait,
    withdrawals,
    notPurged,
    checkPurged,
    releases: () => engine.releases(),
    compare: (one: string, other: string) => engine.compare(one, other),
    /** Why a page was or was not rendered, and what had changed of what it shows. */
    explain: (page: string) => explain(engine, page),
    /** Serves an earlier release and holds it; on every machine that shares the state. */
    rollback: (release?: string) => rollBack(engine, locked, checkPurged, release),
    /** Ends a rollback's hold: the next rebuild goes live again. */
    resume: () => locked('resume', async () => succeed(engine.resume())),
  };
}
