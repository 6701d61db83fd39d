/** The releases on disk and what is known of them in memory: pointer, state, store and `dist/`, kept in step. */
import { join } from 'node:path';
import type { FileFacts } from '../lib/files.ts';
import type { EngineEvent, EngineOptions, LiveRelease, StoredBlob } from './api.ts';
import { applyRecord } from './applyRecord.ts';
import { Dist } from './dist.ts';
import { liveRelease } from './live.ts';
import { Log, type Pointer } from './log.ts';
import type { ChangeRecord } from './record.ts';
import type { ReleaseFeed } from './releaseFeed.ts';
import { ReleaseReader } from './releaseReader.ts';
import type { RenderWorker } from './renderWorker.ts';
import { State } from './state.ts';
import type { RemovedFiles, Store } from './store.ts';

/** Poll interval for other processes' releases, ms. */
const POLL_INTERVAL = 500;

export class ReleaseRepository {
  readonly store: Store;
  readonly dist: Dist;
  readonly reader: ReleaseReader;
  /** Paths of the state's release whose bytes in the store are known to be lost. */
  readonly damaged = new Set<string>();
  readonly #log: Log;
  readonly #options: Required<EngineOptions>;
  readonly #emit: (event: EngineEvent) => void;
  #pointer: Pointer | null = null;
  #version = '';
  #state: State | null = null;
  #live: LiveRelease | null = null;
  #feed: ReleaseFeed | null = null;
  #polledAt = Number.NEGATIVE_INFINITY;

  constructor(options: Required<EngineOptions>, store: Store, worker: RenderWorker) {
    const { cacheDir, distDir, onEvent } = options;
    this.#options = options;
    this.#emit = onEvent;
    this.#log = new Log(cacheDir);
    this.store = store;
    this.dist = new Dist(distDir, join(cacheDir, 'dist-journal'), store, worker, onEvent);
    this.reader = new ReleaseReader({ store, distDir, onEvent, onDamaged: (path) => this.markDamaged(path) });
  }

  get pointer(): Pointer | null {
    return this.#pointer;
  }

  /** Null: nothing was built yet, or it cannot be read. */
  get state(): State | null {
    return this.#state;
  }

  /** Reads what this or another process published last. */
  poll(): void {
    this.#polledAt = performance.now();
    const version = this.#log.pointerVersion();
    if (version === this.#version) return;
    const before = this.#pointer;
    this.#version = version;
    this.#pointer = this.#log.readPointer();
    this.#live = null;
    const isSameState = this.#pointer?.log === before?.log && this.#pointer?.bytes === before?.bytes;
    if (this.#state && this.#pointer && isSameState) return;
    this.#state = null;
    if (!this.#pointer) return;
    const loaded = this.#log.load(this.#pointer, this.#options.keepReleases);
    if (loaded instanceof State) this.#state = loaded;
    else this.#emit({ type: 'state-unreadable', file: this.#pointer.log, why: loaded.unreadable });
  }

  live(): LiveRelease | null {
    if (performance.now() - this.#polledAt > POLL_INTERVAL) this.poll();
    if (!this.#live && this.#state && this.#pointer) {
      this.#live = liveRelease(this.#state, this.#pointer.live, this.#pointer.held, this.store);
    }
    return this.#live;
  }

  /** Tells `feed` of the live release now, and whenever another one is. */
  follow(feed: ReleaseFeed): void {
    this.#feed = feed;
    // What another process publishes shows by its pointer alone.
    setInterval(() => {
      this.poll();
      this.#tell();
    }, POLL_INTERVAL).unref();
    this.#tell();
  }

  #tell(): void {
    const live = this.live();
    if (live && this.#state) this.#feed?.tell(live, this.#state);
  }

  /** Puts another pointer in place, on disk and in memory. Serving switches in the same turn of the event loop. */
  setCurrent(pointer: Omit<Pointer, 'format'>): void {
    this.#putPointer(pointer);
    this.#tell();
  }

  #putPointer(pointer: Omit<Pointer, 'format'>): void {
    this.#pointer = this.#log.writePointer(pointer);
    this.#version = this.#log.pointerVersion();
    this.#live = null;
  }

  /** Records a change and makes its release live. */
  publish(record: ChangeRecord): void {
    const before = this.#pointer;
    const position = this.#log.append(this.#state && before, record);
    this.#emit({ type: 'recorded', release: record.release });
    this.#putPointer({ live: record.release, held: false, ...position });
    this.#state = applyRecord(this.#state, record, this.#options.keepReleases);
    this.#tell();
    if (before?.live !== record.release) this.#emit({ type: 'live', release: record.release });
  }

  /** Replaces the log by a full record of the same releases. */
  rewrite(record: ChangeRecord): void {
    if (!this.#pointer) return;
    this.#putPointer({ ...this.#pointer, ...this.#log.append(null, record) });
    this.#state = applyRecord(null, record, this.#options.keepReleases);
    this.#tell();
  }

  /** Compacts the log when it has grown long, and removes the files of the release that is no longer kept. */
  maintain(): void {
    const state = this.#state;
    if (!state || !this.#pointer) return;
    if (this.#log.isLong(this.#pointer, this.#options.logHeadroom)) {
      this.#putPointer({ ...this.#pointer, ...this.#log.compact(state) });
      this.#emit({ type: 'compacted' });
    }
    this.#log.gc(this.#pointer);
    // The release before the oldest kept one is out of reach: its bytes go, unless a kept one has them too.
    const dropped = new Set((state.history[0]?.changes ?? []).flatMap(([, before]) => (before ? [before[0]] : [])));
    if (dropped.size === 0) return;
    for (const { digest } of this.#kept()) dropped.delete(digest);
    const { files, bytes } = this.store.remove(dropped);
    if (files > 0) this.#emit({ type: 'collected', files, bytes });
  }

  /** Removes everything that no kept release needs. */
  gc(): RemovedFiles {
    this.maintain();
    return this.#removeUnneeded();
  }

  /** When a rebuild fails, removes what it has stored for no release, which would fill the disk. */
  async keepingNothingOfFailures<Rebuilt extends { readonly ok: boolean }>(rebuild: () => Promise<Rebuilt>): Promise<Rebuilt> {
    let isDone = false;
    try {
      const rebuilt = await rebuild();
      isDone = rebuilt.ok;
      return rebuilt;
    } finally {
      if (!isDone) this.#removeUnneeded();
    }
  }

  #removeUnneeded(): RemovedFiles {
    // What an unreadable state needs is not known.
    if (this.#pointer && !this.#state) return { files: 0, bytes: 0 };
    return this.store.gc(new Set(this.#kept().map(({ digest }) => digest)));
  }

  /** The files of the store that kept releases need. */
  needed(): Iterable<StoredBlob> {
    return this.#kept().map(({ digest, size }) => ({ digest, size, file: this.store.file(digest) }));
  }

  *#kept(): Generator<FileFacts, undefined> {
    yield* this.#state?.files.values() ?? [];
    for (const { changes } of this.#state?.history.slice(1) ?? []) {
      for (const [, before] of changes) if (before) yield { digest: before[0], size: before[1] };
    }
  }

  /** The next rebuild makes the file at a path of the release anew. */
  markDamaged(path: string): void {
    this.damaged.add(path);
    this.#emit({ type: 'damaged', path });
  }
}
