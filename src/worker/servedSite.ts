/** A site as the serving thread has it: releases and status from the database, everything else asked of the rebuild thread. */
import { join, resolve } from 'node:path';
import { type LiveRelease, type ReleaseSource, ServedReleases, Store } from '../engine/index.ts';
import type { GatewayOptions } from '../gateway/index.ts';
import { type Alerts, openAlerts } from '../site/alerts.ts';
import { openSiteDatabase } from '../site/database.ts';
import { openGateway, schoolName } from '../site/gateway.ts';
import { readStatus, recordFailure, type SiteStatus } from '../site/status.ts';
import type { SiteOptions } from '../site/types.ts';
import type { RebuildCalls } from './protocol.ts';
import { RebuildThread } from './rebuildThread.ts';

export interface ServedSiteOptions extends Omit<SiteOptions, 'now'> {
  /** Other than the rebuild thread's usual program, for tests. */
  readonly program?: URL;
  /** Milliseconds before the first attempt to start a thread that died again. */
  readonly firstPause?: number;
  /** Milliseconds between two questions whether the thread still answers. */
  readonly askInterval?: number;
}

/** What becomes of the rebuild thread, and which release it has served. */
export interface ThreadWatcher {
  /** The release that is served from now on, also when another process put it there. */
  onRelease(live: Pick<LiveRelease, 'release' | 'held'>): void;
  /** One line. */
  onDeath(message: string): void;
  onRestarted(): void;
  /** A file was asked for that store and `dist/` have both lost; the next rebuild makes it anew. */
  onLost(): void;
}

export interface ServedSite {
  /** The project's folder. */
  readonly root: string;
  readonly cacheDir: string;
  readonly alerts: Alerts;
  status(): Promise<SiteStatus>;
  /** The school's name as the words have it. */
  name(): Promise<string>;
  /** What answers `/api/*`. */
  openGateway(log: GatewayOptions['log'], onPassed: GatewayOptions['onPassed']): ReturnType<typeof openGateway>;
  readonly releases: ReleaseSource;
  readonly calls: RebuildCalls;
  /** Settles once the rebuild thread answers. Rejects when it does not start. */
  ready(): Promise<void>;
  watch(watcher: ThreadWatcher): void;
  /** The site is about to be closed: of a rebuild thread that does not answer it is waited for some seconds. */
  stopping(): void;
  /** Writes everything down and ends the rebuild thread. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at what other processes did. */
const LOOK_INTERVAL = 500;

/** Starts the rebuild thread of a site. */
export function openServedSite(options: ServedSiteOptions): ServedSite {
  const { root, settings, contentServiceUrl, onEvent = () => {}, program, firstPause, askInterval } = options;
  const distDir = options.distDir ?? join(root, 'dist');
  const cacheDir = resolve(root, settings.cacheDir);
  let watcher: ThreadWatcher | null = null;
  let announced: LiveRelease | null = null;

  const database = openSiteDatabase(cacheDir, (why) => onEvent({ type: 'begun-anew', why }));
  /** Stays with a database that was deleted until the one in its place has a release. */
  const served = openSiteDatabase(cacheDir);
  const reading = { store: new Store(join(cacheDir, 'store')), distDir, onDamaged, onEvent };
  const releases = new ServedReleases({ database: served, ...reading });
  const current = new ServedReleases({ database, ...reading });

  const alerts = openAlerts({
    url: settings.alertUrl,
    database,
    siteUrl: settings.siteUrl,
    release: () => releases.live()?.release ?? null,
    onFailed: (message) => onEvent({ type: 'alert-failed', message }),
  });

  const thread = new RebuildThread({
    data: { root, settings, contentServiceUrl, distDir },
    ...(program && { program }),
    ...(firstPause !== undefined && { firstPause }),
    ...(askInterval !== undefined && { askInterval }),
    onEvent(event) {
      onEvent(event);
      if (event.type === 'live') look();
    },
    onDeath(message) {
      const tellFailure = (error: unknown) => onEvent({ type: 'maintenance-failed', error });
      void recordFailure(database, { at: Date.now(), message }).catch(tellFailure);
      void alerts.observe({ failure: message });
      watcher?.onDeath(message);
    },
    onRestarted: () => watcher?.onRestarted(),
  });

  function onDamaged(path: string): void {
    // A thread that is dead compares all of the release when it is started again.
    thread.calls.markDamaged(path).then(
      () => watcher?.onLost(),
      () => {},
    );
  }

  let version = database.version();
  /** Serves what went live since the last look, whichever process put it there. */
  function look(): void {
    try {
      const now = database.version();
      if (now === version) return;
      version = now;
      if (!current.live()) return;
      served.version();
      const live = releases.live();
      if (!live || (live.release === announced?.release && live.held === announced.held)) return;
      announced = live;
      watcher?.onRelease(live);
    } catch (error) {
      onEvent({ type: 'maintenance-failed', error });
    }
  }
  const looking = setInterval(look, LOOK_INTERVAL).unref();

  return {
    root,
    cacheDir,
    alerts,
    status: async () => readStatus(database),
    name: () => schoolName(root),
    openGateway: (log, onPassed) => openGateway(options, thread.calls, log, onPassed),
    releases,
    calls: thread.calls,
    ready: () => thread.ready(),
    watch(given) {
      announced = releases.live();
      watcher = given;
    },
    stopping: () => thread.stopping(),
    async close() {
      clearInterval(looking);
      await thread.end();
      served.close();
      database.close();
    },
  };
}
