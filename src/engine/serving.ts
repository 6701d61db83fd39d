/** The live release in a thread that only serves: it is told of releases, and never reads the engine's state. */
import { join, resolve } from 'node:path';
import { filesFor } from './addresses.ts';
import type { LiveRelease, ReleaseFile, ReleaseSource, ReleaseUpdate } from './api.ts';
import type { FileRow } from './record.ts';
import { type ReaderOptions, ReleaseReader } from './releaseReader.ts';
import { ReleaseTable } from './releaseTable.ts';
import { Store } from './store.ts';

export interface ServingOptions extends Pick<ReaderOptions, 'distDir' | 'onDamaged' | 'onEvent'> {
  readonly cacheDir: string;
}

export interface ServedReleases extends ReleaseSource {
  /** Has this release answer from now on. */
  switchTo(update: ReleaseUpdate): void;
}

/** A whole table, and what changed since it was made. */
class Files {
  readonly #table: ReleaseTable;
  readonly #changes: ReadonlyMap<string, FileRow | null>;

  constructor(table: ReleaseTable, changes: ReadonlyMap<string, FileRow | null>) {
    this.#table = table;
    this.#changes = changes;
  }

  get(path: string): FileRow | undefined {
    const changed = this.#changes.get(path);
    return changed === undefined ? this.#table.get(path) : (changed ?? undefined);
  }

  *[Symbol.iterator](): Generator<FileRow> {
    for (const file of this.#table) if (!this.#changes.has(file.path)) yield file;
    for (const file of this.#changes.values()) if (file) yield file;
  }

  after({ table, changes = [] }: ReleaseUpdate): Files {
    return table
      ? new Files(new ReleaseTable(table), new Map())
      : new Files(this.#table, new Map([...this.#changes, ...changes]));
  }
}

const NO_FILES = new Map<string, FileRow>();

export function openServing({ cacheDir, ...options }: ServingOptions): ServedReleases {
  const store = new Store(join(resolve(cacheDir), 'store'));
  const reader = new ReleaseReader({ store, ...options });
  const stored = (file: FileRow): ReleaseFile => ({ ...file, file: store.file(file.digest) });
  let files: Files | null = null;
  let live: LiveRelease | null = null;

  function releaseOf({ release, builtAt, held, size }: ReleaseUpdate, now: Files, recent: ReleaseTable): LiveRelease {
    const served = (file: FileRow | undefined) => file && stored(file);
    return {
      release,
      builtAt,
      held,
      size,
      lookup(path) {
        const [page, plain] = filesFor(path);
        return served(now.get(page) ?? now.get(plain));
      },
      recent: (path) => served(recent.get(filesFor(path)[1])),
      *files() {
        for (const file of now) yield stored(file);
      },
    };
  }

  return {
    live: () => live,
    switchTo(update) {
      const next = files ? files.after(update) : update.table && new Files(new ReleaseTable(update.table), NO_FILES);
      if (!next) throw new Error('The first release that a serving thread is told of must be whole.');
      files = next;
      live = releaseOf(update, next, new ReleaseTable(update.recent));
    },
    read: (file) => reader.read(file),
    open: (file) => reader.open(file),
    encoded: (file, encoding) => reader.encoded(file, encoding),
  };
}
