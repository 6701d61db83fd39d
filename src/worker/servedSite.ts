/** A site as the serving thread has it: the live release at hand, everything else asked of the rebuild thread. */
import { join } from 'node:path';
import { openServing, type ReleaseSource, type ReleaseUpdate } from '../engine/index.ts';
import { type Front, openFront } from '../site/front.ts';
import { recordFailure } from '../site/status.ts';
import type { SiteEvent, SiteOptions } from '../site/types.ts';
import type { RebuildCalls, Remote } from './protocol.ts';
import { RebuildThread } from './rebuildThread.ts';

export interface ServedSiteOptions extends Omit<SiteOptions, 'now'> {
  /** Other than the rebuild thread's usual program, for tests. */
  readonly program?: URL;
  /** Milliseconds before the first attempt to start a thread that died again. */
  readonly firstPause?: number;
}

/** What becomes of the rebuild thread, and which release it has served. */
export interface ThreadWatcher {
  /** The release that is served from now on, also when another process put it there. */
  onRelease(update: Pick<ReleaseUpdate, 'release' | 'held'>): void;
  /** One line. */
  onDeath(message: string): void;
  onRestarted(): void;
  /** A file was asked for that store and `dist/` have both lost; the next rebuild makes it anew. */
  onLost(): void;
}

export interface ServedSite extends Front {
  readonly releases: ReleaseSource;
  readonly calls: Remote<RebuildCalls>;
  /** Settles once the live release, if there is one, is served. Rejects when the rebuild thread does not start. */
  ready(): Promise<void>;
  watch(watcher: ThreadWatcher): void;
  /** Writes everything down and ends the rebuild thread. */
  close(): Promise<void>;
}

/** Starts the rebuild thread of a site. */
export function openServedSite(options: ServedSiteOptions): ServedSite {
  const { root, settings, contentServiceUrl, onEvent = () => {}, program, firstPause } = options;
  const distDir = options.distDir ?? join(root, 'dist');
  let watcher: ThreadWatcher | null = null;
  const front = openFront({
    root,
    settings,
    contentServiceUrl,
    release: () => releases.live()?.release ?? null,
    onAlertFailed: (message) => onEvent({ type: 'alert-failed', message }),
  });
  const { cacheDir, alerts } = front;

  const thread = new RebuildThread({
    data: { root, settings, contentServiceUrl, distDir },
    ...(program && { program }),
    ...(firstPause !== undefined && { firstPause }),
    onNotice(notice) {
      if (notice.type !== 'release') return onEvent(notice.event);
      releases.switchTo(notice.update);
      watcher?.onRelease(notice.update);
    },
    onDeath(message) {
      void recordFailure(cacheDir, message, Date.now()).catch((error: unknown) =>
        onEvent({ type: 'alert-failed', message: String(error) }),
      );
      void alerts.observe({ failure: message });
      watcher?.onDeath(message);
    },
    onRestarted: () => watcher?.onRestarted(),
  });
  const releases = openServing({
    cacheDir,
    distDir,
    onEvent: (event: SiteEvent) => onEvent(event),
    onDamaged(path) {
      const marked = thread.calls.markDamaged(path);
      // A thread that is dead compares all of the release when it is started again.
      void marked.then(() => watcher?.onLost()).catch(() => {});
    },
  });

  return {
    ...front,
    releases,
    calls: thread.calls,
    ready: () => thread.ready(),
    watch(given) {
      watcher = given;
    },
    close: () => thread.end(),
  };
}
