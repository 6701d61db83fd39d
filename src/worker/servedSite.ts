/**
 * A site as the serving thread has it: releases and status from the database, everything else asked of a rebuild thread,
 * which is started again when it dies, and replaced by one that loads the code anew when that has changed.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Store } from '../engine/fileStore.ts';
import { type LiveRelease, ServedReleases } from '../engine/servedReleases.ts';
import type { GatewayOptions } from '../gateway/index.ts';
import { isDamage, isUnreadable } from '../lib/fileLock.ts';
import { CalledThread } from '../lib/threads.ts';
import { settlesWithin } from '../lib/timeLimit.ts';
import { openAlerts } from '../site/alerts.ts';
import { openSiteDatabase } from '../site/database.ts';
import { openGateway, schoolName } from '../site/gateway.ts';
import type { SiteCalls, SiteEvent, SiteOptions } from '../site/open.ts';
import { readStatus, recordFailure } from '../site/report.ts';
import type { Call, ThreadNotice, ThreadOptions } from './rebuildThread.ts';

/** How the rebuild thread runs, which tests change. */
export interface ThreadConditions {
  readonly program?: URL;
  /** Milliseconds before a thread that died is started again: doubled each time, up to a minute. */
  readonly firstPause?: number;
  /** Milliseconds between two questions whether the thread still answers. */
  readonly askInterval?: number;
}

/** What becomes of the rebuild thread. */
interface ThreadListener {
  onEvent(event: SiteEvent): void;
  /** One line. The thread is started again by itself. */
  onDeath(message: string): void;
  onRestarted(): void;
}

const PROGRAM = new URL('./rebuildThreadProgram.ts', import.meta.url);
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
/** A thread that lived for so many milliseconds died of something new. */
const LONG_LIFE = 10 * 60_000;
/** Milliseconds for which the end of a thread waits for what it is writing. */
const LONGEST_CLOSE = 5000;
/** Milliseconds between two questions at a stop whether the thread still answers: one that computes without end is ended in seconds. */
const STOP_ASK_INTERVAL = 200;
/** Code that changes again and again while threads start is left to the next call. */
const MOST_REPLACEMENTS = 3;

/** Whether a call was refused because the code has changed. */
function isOutdated(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'reason' in value && value.reason === 'outdated';
}

/** `listener` is told what becomes of the thread, which is started again by itself. */
function openRebuildThread(
  workerData: ThreadOptions,
  listener: ThreadListener,
  { program = PROGRAM, firstPause = FIRST_PAUSE, askInterval }: ThreadConditions,
) {
  /** The one started last. */
  let thread: CalledThread | null = null;
  let isEnding = false;
  let pause = firstPause;
  let restart: NodeJS.Timeout | undefined;
  /** Rejects while the thread is dead. */
  let current = start();
  current.catch(() => {});

  function replaceCurrent(next: Promise<CalledThread>): void {
    current = next;
    current.catch(() => {});
  }

  function start(): Promise<CalledThread> {
    const opened = Promise.withResolvers<CalledThread>();
    const startedAt = performance.now();
    const started: CalledThread = new CalledThread('The rebuild thread', new Worker(program, { workerData }), {
      onNotice(notice) {
        const said = notice as ThreadNotice;
        if (said === 'ready') opened.resolve(started);
        else listener.onEvent(said);
      },
      onDeath(error) {
        opened.reject(error);
        // Calls fail until the thread is started again.
        replaceCurrent(Promise.reject(error));
        if (isEnding) return;
        if (performance.now() - startedAt > LONG_LIFE) pause = firstPause;
        restart = setTimeout(() => {
          replaceCurrent(start());
          current.then(listener.onRestarted, () => {});
        }, pause);
        pause = Math.min(LONGEST_PAUSE, pause * 2);
        listener.onDeath(error.message);
      },
    });
    const interval = isEnding ? STOP_ASK_INTERVAL : askInterval;
    if (interval !== undefined) started.askEvery(interval);
    thread = started;
    return opened.promise;
  }

  async function stop(stopped: CalledThread): Promise<void> {
    const closed = stopped.call({ name: 'close', args: [] } satisfies Call);
    await settlesWithin(LONGEST_CLOSE, closed);
    await stopped.end();
  }

  function stopping(): void {
    isEnding = true;
    clearTimeout(restart);
    thread?.askEvery(STOP_ASK_INTERVAL);
  }

  return {
    /** Rejects when the thread does not start. */
    async ready() {
      await current;
    },
    async call(call: Call): Promise<unknown> {
      for (let replacements = 0; ; replacements += 1) {
        const called = await current;
        const value = await called.call(call);
        if (!isOutdated(value) || replacements === MOST_REPLACEMENTS) return value;
        // Another call may have been told the same. The next one goes to a thread that has loaded the code as it is now.
        if (thread !== called) continue;
        thread = null;
        replaceCurrent(stop(called).then(start));
      }
    },
    /** What is under way is ended; of a thread that does not answer it is waited for some seconds. Nothing is started again. */
    stopping,
    async end() {
      stopping();
      const last = await current.catch(() => null);
      if (last) await stop(last);
    },
  };
}

/** What becomes of the rebuild thread, and which release it has served. */
interface SiteWatcher extends Omit<ThreadListener, 'onEvent'> {
  /** The release that is served from now on, also when another process put it there. */
  onRelease(live: Pick<LiveRelease, 'release' | 'held'>): void;
  /** A file was asked for that store and `dist/` have both lost, or the database cannot be read; a rebuild makes anew what is lost. */
  onLost(): void;
}

/** Milliseconds between two looks at what other processes did. */
const LOOK_INTERVAL = 500;

export type ServedSite = ReturnType<typeof openServedSite>;

export function openServedSite(options: Omit<SiteOptions, 'now'>, conditions: ThreadConditions = {}) {
  const { root, settings, contentServiceUrl, onEvent = () => {} } = options;
  const distDir = options.distDir ?? join(root, 'dist');
  const cacheDir = resolve(root, settings.cacheDir);
  let watcher: SiteWatcher | null = null;
  let announced: LiveRelease | null = null;

  const database = openSiteDatabase(cacheDir, (why) => onEvent({ type: 'begun-anew', why }));
  /** Stays with a database that was deleted until the one in its place has a release. */
  const served = openSiteDatabase(cacheDir);
  const reading = { store: new Store(join(cacheDir, 'store')), distDir, onDamaged, onEvent };
  const releases = new ServedReleases({ database: served, ...reading });
  const current = new ServedReleases({ database, ...reading });

  const onFailed = (message: string) => onEvent({ type: 'alert-failed', message });
  const alerts = openAlerts({ settings, database, live: () => releases.live(), onFailed });

  const listener: ThreadListener = {
    onEvent(event) {
      onEvent(event);
      if (event.type === 'live') look();
    },
    onDeath(message) {
      const tellFailure = (error: unknown) => onEvent({ type: 'maintenance-failed', error });
      void recordFailure(database, { at: Date.now(), message }).catch(tellFailure);
      void alerts.observe({ failing: message });
      watcher?.onDeath(message);
    },
    onRestarted: () => watcher?.onRestarted(),
  };
  const thread = openRebuildThread({ root, settings, contentServiceUrl, distDir }, listener, conditions);
  /** The site's functions, each a message. Each rejects when the thread dies before it replied, or is dead. */
  const calls = new Proxy({} as SiteCalls, {
    get:
      (_, name) =>
      (...args: readonly unknown[]) =>
        thread.call({ name: name as Call['name'], args }),
  });

  function onDamaged(path: string): void {
    // A thread that is dead compares all of the release when it is started again.
    calls.markDamaged(path).then(
      () => watcher?.onLost(),
      () => {},
    );
  }

  /** Until when the database knew what is served, epoch milliseconds. */
  let knownUntil: number | undefined;
  /** Has what is served restored when an error says that the database cannot be read; false for any other error. */
  function restoreIfUnreadable(error: unknown): boolean {
    if (!isUnreadable(error)) return false;
    // What is damaged is not kept.
    if (isDamage(error)) knownUntil = undefined;
    watcher?.onLost();
    return true;
  }

  /** The same for the error of a reader. Of damage this thread's connections alone may tell: the next look opens the database anew. */
  function restoreAfter(error: unknown): boolean {
    if (!restoreIfUnreadable(error)) return false;
    // Other errors may be of the status alone, while the pages of a database that was deleted are read on.
    if (isDamage(error)) for (const one of [database, served]) one.close();
    return true;
  }

  let version = database.version();
  /** Serves what went live since the last look, whichever process put it there. */
  function look(): void {
    try {
      const now = database.version();
      if (!served.isOpen()) served.version();
      const isKnown = database.isThere() && current.live() !== null;
      if (isKnown) knownUntil = Date.now();
      if (now === version) return;
      version = now;
      if (!isKnown) return;
      served.version();
      const live = releases.live();
      if (!live || (live.release === announced?.release && live.held === announced.held)) return;
      announced = live;
      watcher?.onRelease(live);
    } catch (error) {
      restoreIfUnreadable(error);
      onEvent({ type: 'maintenance-failed', error });
    }
  }
  look();
  const looking = setInterval(look, LOOK_INTERVAL).unref();

  return {
    root,
    cacheDir,
    alerts,
    releases,
    calls,
    status: () => readStatus(database),
    restoreAfter,
    /** Until when it was known what is served, where `dist/` has it whatever becomes of the cache; undefined: nothing is served so. */
    servedUntil: () => (existsSync(join(distDir, 'index.html')) ? knownUntil : undefined),
    name: () => schoolName(root),
    openGateway: (log: GatewayOptions['log'], onPassed: GatewayOptions['onPassed']) => openGateway(options, calls, log, onPassed),
    /** Settles once the rebuild thread answers. Rejects when it does not start. */
    ready: thread.ready,
    watch(given: SiteWatcher) {
      announced = releases.live();
      watcher = given;
    },
    /** The site is about to be closed: of a rebuild thread that does not answer it is waited for some seconds. */
    stopping: thread.stopping,
    /** Writes everything down and ends the rebuild thread. */
    async close() {
      clearInterval(looking);
      await thread.end();
      served.close();
      database.close();
    },
  };
}
