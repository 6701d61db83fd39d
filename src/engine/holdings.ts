/** What the engine holds on disk, and in memory of it: pointer, state, store and `dist/`, brought and kept in step. */
import { uptime } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent, EngineOptions, LiveRelease } from './api.ts';
import { Dist, type Work } from './dist.ts';
import { breather } from './files.ts';
import { between, filesOf } from './history.ts';
import { liveRelease } from './live.ts';
import { Log, type Pointer } from './log.ts';
import type { ChangeRecord, ChangeTuple } from './record.ts';
import { applyRecord, type FileRow, type State } from './state.ts';
import { Store } from './store.ts';

/** How long the doings of another process may go unnoticed, in milliseconds. */
const GLANCE = 500;

export class Holdings {
  readonly store: Store;
  readonly dist: Dist;
  readonly #log: Log;
  readonly #keep: number;
  readonly #slack: number;
  readonly #emit: (event: EngineEvent) => void;
  #pointer: Pointer | null = null;
  #stamp = '';
  #state: State | null = null;
  #live: LiveRelease | null = null;
  #glancedAt = Number.NEGATIVE_INFINITY;
  /** Whether this process has compared store and `dist/` with the release. */
  #audited = false;
  /** Paths of the state's release whose bytes in the store are known to be lost. */
  readonly damaged = new Set<string>();

  constructor({ cacheDir, distDir, keepReleases, logSlack, onEvent: emit }: Required<EngineOptions>) {
    this.#log = new Log(cacheDir);
    this.store = new Store(join(cacheDir, 'store'));
    this.dist = new Dist(distDir, join(cacheDir, 'dist-journal'), this.store, emit);
    this.#keep = keepReleases;
    this.#slack = logSlack;
    this.#emit = emit;
  }

  get pointer(): Pointer | null {
    return this.#pointer;
  }

  /** Null: nothing was built yet, or it cannot be read. */
  get state(): State | null {
    return this.#state;
  }

  /** Reads what this or another process published last. */
  refresh(): void {
    this.#glancedAt = performance.now();
    const stamp = this.#log.pointerStamp();
    if (stamp === this.#stamp) return;
    const before = this.#pointer;
    this.#stamp = stamp;
    this.#pointer = this.#log.readPointer();
    this.#live = null;
    const isSameState = this.#pointer?.log === before?.log && this.#pointer?.bytes === before?.bytes;
    if (this.#state && this.#pointer && isSameState) return;
    this.#state = null;
    if (!this.#pointer) return;
    const loaded = this.#log.load(this.#pointer, this.#keep);
    this.#state = loaded.state;
    if (!loaded.state) this.#emit({ type: 'state-unreadable', file: this.#pointer.log, why: loaded.why });
  }

  live(): LiveRelease | null {
    if (performance.now() - this.#glancedAt > GLANCE) this.refresh();
    if (!this.#live && this.#state && this.#pointer) {
      this.#live = liveRelease(this.#state, this.#pointer.live, this.#pointer.held, this.store);
    }
    return this.#live;
  }

  /** Makes another pointer count, on disk and in memory. Serving switches in the same turn. */
  point(to: Omit<Pointer, 'format'>): void {
    this.#pointer = this.#log.writePointer(to);
    this.#stamp = this.#log.pointerStamp();
    this.#live = null;
  }

  /** Records a change and makes its release live. */
  publish(record: ChangeRecord): void {
    const before = this.#pointer;
    const place = this.#log.append(this.#state && before, record);
    this.#emit({ type: 'recorded', release: record.release });
    this.point({ live: record.release, held: false, ...place });
    this.#state = applyRecord(this.#state, record, this.#keep);
    if (before?.live !== record.release) this.#emit({ type: 'live', release: record.release });
  }

  /** Puts another account of the same releases in place of the log. */
  rewrite(record: ChangeRecord): void {
    if (!this.#pointer) return;
    this.point({ ...this.#pointer, ...this.#log.append(null, record) });
    this.#state = applyRecord(null, record, this.#keep);
  }

  /** Writes the log anew in one record when it has grown long, and removes what no release needs any more. */
  tidy(): void {
    const state = this.#state;
    if (!state || !this.#pointer) return;
    if (this.#log.isLong(this.#pointer, this.#slack)) {
      this.point({ ...this.#pointer, ...this.#log.compact(state) });
      this.#emit({ type: 'compacted' });
    }
    this.#log.sweep(this.#pointer);
    // The release before the oldest kept one is out of reach: its bytes go, unless a kept one has them too.
    const dropped = new Set((state.history[0]?.changes ?? []).flatMap(([, before]) => (before ? [before[0]] : [])));
    if (dropped.size === 0) return;
    for (const digest of this.needed(dropped)) dropped.delete(digest);
    const { files, bytes } = this.store.remove(dropped);
    if (files > 0) this.#emit({ type: 'swept', files, bytes });
  }

  /** The digests that kept releases need, of all or of some. */
  *needed(among?: ReadonlySet<string>) {
    if (!this.#state) return;
    for (const { digest } of this.#state.files.values()) if (!among || among.has(digest)) yield digest;
    for (const { changes } of this.#state.history.slice(1)) {
      for (const [, before] of changes) if (before && (!among || among.has(before[0]))) yield before[0];
    }
  }

  /**
   * Compares store and `dist/` with the live release where that is due: once a process, and whenever an update of
   * `dist/` was cut short. Puts right what it can; the rest is noted as damaged. Gives the paths it wrote.
   */
  async settle(anyway: boolean): Promise<readonly string[]> {
    const live = this.#pointer?.live;
    const files = this.#state && live ? filesOf(this.#state, live) : null;
    if (!this.#state || !live || !files) return [];
    const journal = this.dist.readJournal();
    if (this.#audited && !anyway && journal?.release === live) return [];
    const doubtful = journal && between(this.#state.history, journal.release, live);
    // After a restart of the machine, what was written last may be lost although its name is there.
    const since = journal && doubtful && journal.at > Date.now() - uptime() * 1000 ? journal.at : null;
    await this.#auditStore(this.#state.files, since);
    const due = await this.dist.audit(files, since, new Set(doubtful?.keys() ?? []));
    const place = due.place.filter(
      ({ path, digest, size }) => !this.damaged.has(path) && this.store.isSound(digest, size, since),
    );
    await this.dist.apply({ place, clear: due.clear });
    this.dist.settle(live);
    this.#audited = true;
    if (journal?.release !== live) this.#emit({ type: 'dist-complete', release: live });
    return place.map(({ path }) => path);
  }

  async #auditStore(files: ReadonlyMap<string, FileRow>, since: number | null): Promise<void> {
    const breathe = breather();
    for (const file of files.values()) {
      if (!this.store.isSound(file.digest, file.size, since)) this.mend(file);
      await breathe();
    }
  }

  /** Puts lost bytes back from `dist/`, or notes the path as damaged, so that the next rebuild makes it anew. */
  mend(file: FileRow): Buffer | null {
    const copy = this.dist.read(file);
    if (copy) this.store.put(file.digest, copy);
    else {
      this.damaged.add(file.path);
      this.#emit({ type: 'damaged', path: file.path });
    }
    return copy;
  }

  /** Brings `dist/` from an earlier release to the live one; `doubtful` paths are looked at as well. */
  async bringDist(from: string, doubtful: ReadonlySet<string>): Promise<Work> {
    const net: ReadonlyMap<string, ChangeTuple> | null =
      this.#state && this.#pointer && between(this.#state.history, from, this.#pointer.live);
    if (!net) return this.bringWholeDist();
    const place: FileRow[] = [];
    const clear: string[] = [];
    for (const [path, , now] of net.values()) {
      if (now) place.push({ path, digest: now[0], size: now[1] });
      else clear.push(path);
    }
    for (const path of doubtful) {
      const file = net.has(path) ? undefined : this.#state?.files.get(path);
      if (file && !this.dist.isInOrder(file, null)) place.push(file);
    }
    const isInStep = place.length + clear.length === 0 && this.dist.readJournal()?.release === this.#pointer?.live;
    return isInStep ? { place, clear } : this.#applyToDist({ place, clear });
  }

  /** The same by comparing the bytes of every file. */
  async bringWholeDist(): Promise<Work> {
    return this.#applyToDist(await this.dist.audit(this.#state?.files ?? new Map(), null, new Set()));
  }

  async #applyToDist(due: Work): Promise<Work> {
    const release = this.#pointer?.live ?? '';
    await this.dist.apply(due);
    this.dist.settle(release);
    this.#audited = true;
    this.#emit({ type: 'dist-complete', release });
    return due;
  }
}
