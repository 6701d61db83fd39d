/**
 * Releases as they are served, in any thread: each address is looked up in the database, each file is checked as it is read,
 * and what the store has lost is put back from `dist/`. A request's look-ups take some 40 µs of processor time, and no
 * release has to be held in memory or handed from thread to thread.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { digestOf, digestOfChunks } from '../lib/digest.ts';
import { readIfPresent } from '../lib/files.ts';
import { filesFor } from './addresses.ts';
import { createEncoder } from './encode.ts';
import type { Store } from './fileStore.ts';
import { RecentFiles } from './recentFiles.ts';
import { type FileRow, type ReleaseFile, Releases } from './releases.ts';
import type { EngineEvent } from './types.ts';

/** `builtAt`: epoch milliseconds at which it was made; `held`: a rollback holds until resumed. */
function liveRelease(releases: Releases, store: Store, release: string, held: boolean) {
  const known = releases.find(release);
  if (!known) return null;
  const stored = (file: FileRow): ReleaseFile => ({ ...file, file: store.file(file.digest) });
  const found = (file: FileRow | null) => (file ? stored(file) : undefined);
  return {
    release,
    builtAt: known.at,
    held,
    /** The file that answers a path: `/Events` → `Events.html`, `/` → `index.html`, `/a.js` → `a.js`. Decoded, without query. */
    lookup(path: string) {
      const [page, plain] = filesFor(path);
      return found(releases.liveFile(page) ?? releases.liveFile(plain));
    },
    /** The same among the releases before, for files named by digest that an open page may still ask for. */
    recent: (path: string) => found(releases.earlierFile(filesFor(path)[1])),
    *files(): Iterable<ReleaseFile> {
      for (const file of releases.liveFiles()) yield stored(file);
    },
  };
}

export type LiveRelease = NonNullable<ReturnType<typeof liveRelease>>;

/** Releases as they are served. */
export type ReleaseSource = Pick<ServedReleases, 'live' | 'read' | 'open' | 'encoded'>;

export interface ServedOptions {
  readonly database: SiteDatabase;
  readonly store: Store;
  readonly distDir: string;
  /** Told of a file whose bytes the store has lost, by its path. */
  readonly onDamaged: (path: string) => void;
  readonly onEvent: (event: EngineEvent) => void;
}

export class ServedReleases {
  /**
   * A file's compressed bytes, as small or as soon as can be; kept beside it, checked and made again when damaged. Null: it
   * does not gain, or is lost.
   */
  readonly encoded: ReturnType<typeof createEncoder>;
  readonly #options: ServedOptions;
  readonly #releases: Releases;
  readonly #recent = new RecentFiles();
  /** Size and times of the large files that were found right, by path. */
  readonly #sound = new Map<string, string>();
  #known: LiveRelease | null = null;

  constructor(options: ServedOptions) {
    this.#options = options;
    this.#releases = new Releases(options.database);
    this.encoded = createEncoder((file) => this.read(file), this.#recent, options.onEvent);
  }

  /** The release to serve, as of now, whichever process published it. */
  live(): LiveRelease | null {
    const { release, held } = this.#releases.live();
    if (release === null) this.#known = null;
    else if (this.#known?.release !== release || this.#known.held !== held)
      this.#known = liveRelease(this.#releases, this.#options.store, release, held);
    return this.#known;
  }

  /** The release that `dist/` held whole when it was last in order; null: that is not known. */
  inDist(): string | null {
    const { database, distDir } = this.#options;
    return database.value('SELECT release FROM dist WHERE folder = ? AND at > 0', distDir);
  }

  /**
   * The bytes of a file, checked; put back from `dist/` when the store has lost them. Null: lost, the next rebuild renders it.
   * Reads at once: in the pool of threads a reader's few kilobytes would wait behind what a rebuild writes and compresses.
   */
  async read(file: ReleaseFile): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = this.#recent.read(file.file, (found) => digestOf(found) === file.digest);
    if (bytes) return bytes;
    return (await this.#fetch(file)) ? readIfPresent(file.file) : this.#repair(file);
  }

  /** The same, for a large file that is sent in parts; the caller closes it. */
  async open(file: ReleaseFile): Promise<FileHandle | null> {
    const sound = await this.#openSound(file);
    if (sound) return sound;
    return (await this.#fetch(file)) || this.#repair(file) ? this.#openSound(file) : null;
  }

  /** Checks before the first use and after every change. Null: the file is missing or damaged. */
  async #openSound(file: ReleaseFile): Promise<FileHandle | null> {
    const handle = await open(file.file).catch(() => null);
    if (!handle) return null;
    if (await this.#isSound(file, handle).catch(() => false)) return handle;
    await handle.close();
    return null;
  }

  async #isSound({ file, digest, size }: ReleaseFile, handle: FileHandle): Promise<boolean> {
    const stats = await handle.stat();
    const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    if (this.#sound.get(file) === stamp) return true;
    if (stats.size !== size) return false;
    const chunks = handle.createReadStream({ start: 0, autoClose: false });
    if ((await digestOfChunks(chunks)) !== digest) return false;
    this.#sound.set(file, stamp);
    return true;
  }

  /** Brings a file that is not here from the shared state. */
  async #fetch(file: ReleaseFile): Promise<boolean> {
    return (await this.#options.store.fetch([file])).size > 0;
  }

  /** Puts lost bytes back from `dist/`, or tells that they are damaged, so that the next rebuild makes the file anew. */
  #repair(file: FileRow): Buffer<ArrayBuffer> | null {
    const bytes = this.restore(file);
    if (!bytes) this.#options.onDamaged(file.path);
    return bytes;
  }

  /** Puts lost bytes back from `dist/`; null: they are not there either. */
  restore(file: FileRow): Buffer<ArrayBuffer> | null {
    const { store, distDir, onEvent } = this.#options;
    const found = readIfPresent(join(distDir, file.path));
    const copy = found && digestOf(found) === file.digest ? found : null;
    try {
      if (copy) store.put(file.digest, copy);
    } catch (error) {
      // A full disk: the file is served from `dist/` for now.
      onEvent({ type: 'maintenance-failed', error });
    }
    return copy;
  }
}
