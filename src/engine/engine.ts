import { join, resolve } from 'node:path';
import type { SiteDatabase, Tables, WriteLock } from '../database/siteDatabase.ts';
import { type Digest, digestOf } from '../lib/digest.ts';
import type { FileFacts } from '../lib/files.ts';
import { isDigestNamed } from '../lib/headers.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { DIST_SCHEMA, Dist } from '../targets/dist.ts';
import type { Difference } from '../targets/tree.ts';
import { Answers } from './answers.ts';
import { explainPage } from './explain.ts';
import { type RemovedFiles, Store, type StoreElsewhere } from './fileStore.ts';
import type { RebuildContext } from './plan.ts';
import { makeRelease, type ReleaseFailure } from './rebuild.ts';
import { type FileRow, RELEASE_SCHEMA, Releases, type Retention } from './releases.ts';
import { RenderWorker } from './renderWorker.ts';
import { type ReleaseSource, ServedReleases } from './servedReleases.ts';
import { TRACE_SCHEMA, Traces } from './traces.ts';
import type { EngineEvent, PageKey, World } from './types.ts';

export const ENGINE_SCHEMA: readonly Tables[] = [RELEASE_SCHEMA, TRACE_SCHEMA, DIST_SCHEMA];

export interface EngineOptions {
  /** With the tables of `ENGINE_SCHEMA`. */
  readonly database: SiteDatabase;
  readonly cacheDir: string;
  /** The published tree. The engine owns it: files it did not publish are removed. */
  readonly distDir: string;
  readonly retention: Retention;
  /** Address paths that a program answers and no file, not checked; one that ends in a slash means all below it. */
  readonly dynamicPrefixes: readonly string[];
  /** Called at once, in order; an engine prints nothing itself. */
  readonly onEvent: (event: EngineEvent) => void;
  /** Where files of the store lie that are not here; null: nowhere. */
  readonly elsewhere: StoreElsewhere | null;
}

export interface RebuildOptions extends Partial<Pick<RebuildContext, 'note'>> {
  /** The turn to write, which the caller has already; its transaction holds what was read of the outside. */
  readonly lock: WriteLock;
  /** Render every page and trust nothing that an earlier build left (`npm run build`). The tree is the same. */
  readonly clean?: boolean;
  /** Compare all of `dist/` with the release, as the first rebuild of an engine does anyway, and the store. */
  readonly audit?: boolean;
}

export interface RebuildResult {
  /** `held`: a rollback holds, nothing was looked at. */
  readonly state: 'published' | 'unchanged' | 'held';
  readonly release: string;
  /** Every page that was rendered, also those whose bytes came out equal. */
  readonly rendered: readonly PageKey[];
  /** Rendered because the code changed, or a setting that reaches pages. */
  readonly isNewCode: boolean;
  /** Files whose bytes changed, relative to `dist/`. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Number of pages of the release: its files that end in `.html`. */
  readonly pages: number;
  readonly milliseconds: { readonly plan: number; readonly render: number; readonly publish: number };
}

/** Newest first, with what each changed, and its note: as given by the rebuild that made it, with those of releases that are no longer kept. */
export type ReleaseSummary = ReturnType<Engine['releases']>[number];

export type Comparison = Extract<ReturnType<Engine['compare']>, { readonly ok: true }>['value'];

export type Explanation = NonNullable<ReturnType<typeof explainPage>>;

/** Of a release's name, what it keeps when a purge changes it. */
export const momentOf = (release: string) => release.slice(0, release.lastIndexOf('-'));

/** The kept release of a name, also of the one that it had before a purge. */
function namedIn<Kept extends Pick<ReleaseSummary, 'release'>>(all: readonly Kept[], name: string): Kept | undefined {
  const same = all.filter(({ release }) => momentOf(release) === momentOf(name));
  return all.find(({ release }) => release === name) ?? (same.length === 1 ? same[0] : undefined);
}

/** What may name other files. */
const TEXT = /\.(?:html|json|xml|txt|ics)$/;

/** What stays of purged files in releases that show them: what stands at a path instead; null: nothing. */
interface PurgeTraces {
  replacement(path: string): Uint8Array | null;
  /** A page or other text without the links to the purged files; null: it has none. */
  unlinked(path: string, bytes: Uint8Array): Uint8Array | null;
  /** Whether the newest release was made since the withdrawal, so that no page of it names the files. */
  readonly isJustMade: boolean;
}

function putInstead(store: Store, bytes: Uint8Array | null): FileFacts | null {
  if (!bytes) return null;
  const digest = digestOf(bytes);
  store.put(digest, bytes);
  return { digest, size: bytes.length };
}

/** The engine on a cache folder. Reads nothing until something is asked of it; whoever has it write has the turn to. */
export class Engine implements ReleaseSource {
  readonly live: ReleaseSource['live'] = () => this.#served.live();
  readonly read: ReleaseSource['read'] = (file) => this.#served.read(file);
  readonly open: ReleaseSource['open'] = (file) => this.#served.open(file);
  readonly encoded: ReleaseSource['encoded'] = (file, encoding, level) => this.#served.encoded(file, encoding, level);
  readonly inDist = () => this.#served.inDist();
  readonly traces: Traces;
  /** Can be warmed up for a rebuild of many pages, while its world is still being fetched. */
  readonly worker: RenderWorker;
  readonly #options: EngineOptions;
  readonly #releases: Releases;
  readonly #answers: Answers;
  readonly #store: Store;
  readonly #dist: Dist;
  readonly #served: ServedReleases;
  readonly #emit: (event: EngineEvent) => void;
  /** Of the database, when this process last wrote to it: another one since means that another process did. */
  #version = -1;

  constructor(options: EngineOptions) {
    this.#options = { ...options, cacheDir: resolve(options.cacheDir), distDir: resolve(options.distDir) };
    const { database, cacheDir, distDir, elsewhere, onEvent } = this.#options;
    this.#emit = onEvent;
    this.#store = new Store(join(cacheDir, 'store'), elsewhere);
    this.worker = new RenderWorker({ storeDir: this.#store.dir, distDir });
    this.#releases = new Releases(database);
    this.traces = new Traces(database, (query) => this.#answers.drop(query));
    this.#answers = new Answers(this.traces);
    const onDamaged = (path: string) => void this.markDamaged(path);
    this.#served = new ServedReleases({ database, store: this.#store, distDir, onDamaged, onEvent });
    this.#dist = new Dist({
      dir: distDir,
      database,
      releases: this.#releases,
      store: this.#store,
      served: this.#served,
      worker: this.worker,
      emit: onEvent,
    });
  }

  /** For a database that was brought up to date from elsewhere: nothing that was answered before holds. */
  forget(): void {
    this.#answers.forget();
  }

  /** Brings what is served and not here, as where another machine has published it. */
  async fetchServed(): Promise<void> {
    await this.#store.fetch(this.#releases.liveFiles());
    await this.#store.fetch(this.#releases.lastReplaced().filter(({ path }) => isDigestNamed(`/${path}`)));
  }

  /** Plans, renders, checks and goes live; `dist/` holds the release when it returns. Nothing is published on a failure. */
  async rebuild(
    world: World,
    { lock, clean = false, audit = false, note }: RebuildOptions,
  ): Promise<Result<RebuildResult, ReleaseFailure>> {
    const releases = this.#releases;
    const { database, dynamicPrefixes } = this.#options;
    const { release: before, held } = releases.live();
    if (before !== null && held) {
      // What is held may have come from another machine, or from another folder's rebuild.
      await this.#dist.reconcile(audit);
      const nothing = {
        rendered: [],
        isNewCode: false,
        written: [],
        removed: [],
        milliseconds: { plan: 0, render: 0, publish: 0 },
      };
      return succeed({ state: 'held', release: before, ...nothing, pages: this.#countPages() });
    }
    const repaired = clean ? null : await this.#dist.reconcile(audit);
    const newest = releases.fact('newest');
    // After a hold: what was lost meanwhile of the release that goes live again is made anew.
    if (before !== null && newest !== null && before !== newest)
      for (const { path } of await this.#lostBetween(before, newest)) releases.markDamaged(path);
    // What was read of the outside stays, whatever becomes of this rebuild: the next one takes it up.
    await lock.commit();
    if (database.version() !== this.#version) this.#answers.forget();
    const known = { database, traces: this.traces, releases, answers: this.#answers, store: this.#store, worker: this.worker };
    const asked = { world, clean, note, dynamicPrefixes, emit: this.#emit };
    const damaged = releases.damaged();
    let isCommitted = false;
    try {
      const next = await makeRelease({ ...known, ...asked });
      if (!next.ok) return next;
      const started = performance.now();
      const { release, reasons, milliseconds } = next.value;
      releases.setLive(release, false);
      if (before !== release) this.#dist.beginUpdate();
      await lock.commit();
      isCommitted = true;
      this.#version = database.version();
      if (before !== release) this.#emit({ type: 'live', release });
      const changed = await this.#dist.update(clean ? null : before, damaged);
      const publish = performance.now() - started;
      this.#maintain();
      return succeed({
        state: before === release ? 'unchanged' : 'published',
        release,
        rendered: [...reasons.keys()],
        isNewCode: reasons.values().some(({ kind }) => kind === 'code'),
        ...this.#written(repaired, changed),
        pages: this.#countPages(),
        milliseconds: { ...milliseconds, publish },
      });
    } finally {
      if (!isCommitted) {
        await lock.undo();
        this.#answers.forget();
        // What was stored for no release would fill the disk.
        this.collect();
      }
      await this.worker.end();
    }
  }

  #countPages(): number {
    return Number(this.#releases.fact('pages') ?? 0);
  }

  /** The paths of the files that a rebuild wrote and removed in `dist/`. */
  #written(repaired: Difference<FileRow> | null, { changed, removed }: Difference<FileRow>) {
    const installed = [...(repaired?.changed ?? []), ...changed].map(({ path }) => path);
    const isGone = (path: string) => this.#releases.liveFile(path) === null;
    const gone = [...(repaired?.removed ?? []).filter(isGone), ...removed];
    return { written: [...new Set(installed)].sort(), removed: [...new Set(gone)].sort() };
  }

  /** Forgets the releases that need not be kept, with the bytes that they alone need. */
  #maintain(): void {
    this.#store.remove(this.#releases.retire(this.#options.retention));
  }

  /** Newest first. */
  releases() {
    const live = this.#releases.fact('live');
    return this.#releases
      .list()
      .reverse()
      .map(({ release, at, note }) => ({
        release,
        builtAt: at,
        live: release === live,
        ...this.#releases.countChanges(release),
        note,
      }));
  }

  /** Files that one release has other than an earlier or later one, and the store has not. */
  async #lostBetween(from: string, to: string) {
    const changes = [...(this.#releases.changesBetween(from, to)?.values() ?? [])];
    const needed = changes.flatMap(({ path, now }) => (now ? [{ path, ...now }] : []));
    await this.#store.fetch(needed);
    return needed.filter((file) => !this.#store.isSound(file, null));
  }

  /** Whether tables were made anew since the last rebuild, as another version has others: what it was made from may be unknown. */
  isRenewed(): boolean {
    return this.#releases.fact('code') === '';
  }

  /** Serves an earlier release (default: the one before the live one) and holds it until `resume`. */
  async rollback(to: string | undefined, lock: WriteLock): Promise<Result<ReleaseSummary, 'unknown-release' | 'damaged'>> {
    const before = this.#releases.fact('live');
    const all = this.releases();
    const target = to ? namedIn(all, to) : all[all.findIndex(({ live }) => live) + 1];
    if (before === null || !target) {
      return fail('unknown-release', to ? `The release ${to} is not kept.` : 'There is no release before the live one.');
    }
    await this.#dist.reconcile(false);
    const [lost] = await this.#lostBetween(before, target.release);
    if (lost) {
      const message = `${lost.path} of the release ${target.release} is missing or damaged in the store. Nothing was changed.`;
      return fail('damaged', message);
    }
    this.#releases.setLive(target.release, true);
    this.#dist.beginUpdate();
    await lock.commit();
    this.#emit({ type: 'live', release: target.release });
    await this.#dist.update(before);
    return succeed({ ...target, live: true });
  }

  /** Ends a rollback's hold: the next rebuild goes live again. */
  resume(): void {
    if (this.#releases.live().held) this.#releases.setFact('held', '0');
  }

  /** Completes `dist/` after a kill. `rebuild` does it by itself; a worker that starts by serving calls it. */
  async repair(): Promise<void> {
    await this.#dist.reconcile(false);
  }

  explain(page: PageKey): Explanation | null {
    return explainPage(this.traces, this.#releases, page);
  }

  /** Two kept releases, in any order; fails for one that is not kept. */
  compare(one: string, other: string) {
    const all = this.releases();
    const [first, second] = [namedIn(all, one), namedIn(all, other)];
    if (!first || !second) return fail('unknown-release', `The release ${first ? other : one} is not kept.`);
    const [to = first, from = to] = all.filter((release) => release === first || release === second);
    const after = all.slice(all.indexOf(to), all.indexOf(from)).toReversed();
    const changes = [...(this.#releases.changesBetween(from.release, to.release)?.values() ?? [])];
    const byKind = Map.groupBy(changes, ({ before, now }) => (before ? (now ? 'changed' : 'removed') : 'added'));
    const paths = (kind: 'added' | 'changed' | 'removed') => (byKind.get(kind) ?? []).map(({ path }) => path).sort();
    return succeed({
      /** The older one, and the newer one. */
      from,
      to,
      /** Paths that the newer one has and the older has not, or otherwise, or no longer. */
      added: paths('added'),
      changed: paths('changed'),
      removed: paths('removed'),
      /** The notes of the releases after the older one, oldest first. */
      notes: after.flatMap(({ note }) => note ?? []),
    });
  }

  /** Removes what no kept release needs. */
  gc(): RemovedFiles {
    this.#maintain();
    return this.collect();
  }

  /** Removes what is stored for no release. */
  collect(): RemovedFiles {
    return this.#store.gc(new Set(Array.from(this.#releases.needed(), ({ digest }) => digest)));
  }

  /**
   * Removes all files with the same bytes as those of the groups, under whatever path, from the live release, the kept ones,
   * the store and `dist/`, and the links to them from what kept releases alone show. What the newest release has instead is made
   * anew by the next rebuild. Gives the paths that were removed from the live release or replaced in it, the number of files
   * removed from store and `dist/`, the digests of what was removed, and whether the newest release has something instead.
   */
  async purge(groups: readonly string[], { replacement, unlinked, isJustMade }: PurgeTraces, lock: WriteLock) {
    const [releases, store, dist] = [this.#releases, this.#store, this.#dist];
    // Another machine may have published since the last rebuild here: what is recorded below is the newest release.
    await dist.reconcile(false);
    releases.setFact('purged', JSON.stringify([...new Set([...releases.purgedGroups(), ...groups])]));
    // What an earlier purge has put there stays.
    const isReplacement = (path: string, digest: Digest) => {
      const bytes = replacement(path);
      return bytes !== null && digestOf(bytes) === digest;
    };
    const versions = groups.flatMap((group) => releases.versionsBelow(group.slice(1)));
    const digests = new Set(versions.flatMap(({ path, digest }) => (isReplacement(path, digest) ? [] : [digest])));
    const { release: before, held } = releases.live();
    if (digests.size === 0 || before === null) return { paths: [], files: 0, digests: [], isNewestChanged: false };
    const install: FileRow[] = [];
    const remove: string[] = [];
    const replaced: string[] = [];
    const replace = (path: string, digest: Digest, put: FileFacts | null) => {
      const isLive = releases.liveFile(path)?.digest === digest;
      if (isLive && put) install.push({ path, ...put });
      else if (isLive) remove.push(path);
      if (releases.replaceEverywhere(path, digest, put)) replaced.push(path);
    };
    const all = [...digests].flatMap((digest) => releases.pathsWith(digest).map((path) => [path, digest] as const));
    for (const [path, digest] of all) replace(path, digest, putInstead(store, replacement(path)));
    const linking = new Set<Digest>();
    const texts = releases.versions(isJustMade).filter(({ path }) => TEXT.test(path));
    await store.fetch(texts);
    for (const { path, digest } of texts) {
      const bytes = store.read(digest);
      const put = bytes && putInstead(store, unlinked(path, bytes));
      if (!put || put.digest === digest) continue;
      linking.add(digest);
      replace(path, digest, put);
    }
    releases.markReplaced(replaced);
    // Other machines, folders and hosts tell by its name what they have of it: also of a kept one, which may be theirs still.
    const isLiveChanged = install.length + remove.length > 0;
    for (const { release } of releases.list()) if (isLiveChanged || release !== before) releases.rename(release, [...digests]);
    const live = releases.fact('live') ?? before;
    releases.setLive(live, held);
    // In this order a kill leaves everything to be found again by the next attempt.
    dist.beginUpdate();
    await lock.commit();
    await dist.apply({ changed: install, removed: remove });
    const { files } = store.remove(digests);
    store.remove(linking);
    dist.putRecord(live);
    return {
      paths: [...remove, ...install.map(({ path }) => path)],
      files,
      digests: [...digests, ...linking],
      isNewestChanged: replaced.length > 0,
    };
  }

  /** Those of these groups that no purge has removed from the releases. */
  notPurged(groups: readonly string[]): string[] {
    const purged = new Set(this.#releases.purgedGroups());
    return groups.filter((group) => !purged.has(group));
  }

  /** Digests of what releases hold of those of these groups that were not purged. */
  digestsOf(groups: readonly string[]): Set<Digest> {
    const versions = this.notPurged(groups).flatMap((group) => this.#releases.versionsBelow(group.slice(1)));
    return new Set(versions.map(({ digest }) => digest));
  }

  /** Keeps of what was purged these groups alone: others may be published again. For whoever has the lock. */
  keepPurged(groups: readonly string[]): void {
    const purged = this.#releases.purgedGroups().filter((group) => groups.includes(group));
    this.#releases.setFact('purged', JSON.stringify(purged));
  }

  /** For a file whose bytes another reader of the store found lost: the next rebuild makes it anew. */
  async markDamaged(path: string): Promise<void> {
    this.#emit({ type: 'damaged', path });
    await this.#options.database.write('damage', () => this.#releases.markDamaged(path));
  }
}
