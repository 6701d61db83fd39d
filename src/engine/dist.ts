/** `dist/`: a plain copy of exactly one release. A journal beside it says which one it held when it was last in order. */
import { mkdirSync, readdirSync, rmdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import type { EngineEvent } from './api.ts';
import { breather, readIfThere, sealed, unsealed, writeWhole } from './files.ts';
import { Helper, MANY } from './helper.ts';
import { Placer, statOrNull } from './placer.ts';
import type { FileRow } from './state.ts';
import { CLOCK_SLACK, type Store } from './store.ts';

export interface Journal {
  readonly release: string;
  /** Epoch milliseconds at which `dist/` and the store were in order. What changed on disk later is not trusted. */
  readonly at: number;
  /** Tells the folder from another one put in its place. */
  readonly inode: number;
}

/** What brings `dist/` to a release. */
export interface Work {
  readonly place: readonly FileRow[];
  readonly clear: readonly string[];
}

/** Where each thread stages what it places. */
const INCOMING = ['.incoming', '.incoming-2'] as const;

export class Dist {
  readonly #dir: string;
  readonly #journalFile: string;
  readonly #store: Store;
  readonly #emit: (event: EngineEvent) => void;
  readonly #placer: Placer;

  constructor(dir: string, journalFile: string, store: Store, emit: (event: EngineEvent) => void) {
    this.#dir = dir;
    this.#journalFile = journalFile;
    this.#store = store;
    this.#emit = emit;
    this.#placer = new Placer(store, dir, INCOMING[0]);
  }

  /** What the folder held when it was last in order; null when that is not known of this folder. */
  readJournal(): Journal | null {
    const bytes = readIfThere(this.#journalFile);
    let value: unknown = null;
    try {
      value = bytes && unsealed(bytes.subarray(0, -1));
    } catch {
      return null;
    }
    const journal = value as Journal | null;
    return journal && journal.inode === this.#inode() ? journal : null;
  }

  /** Forgets what is known of the folder: the next comparison reads all of it. */
  unsettle(): void {
    rmSync(this.#journalFile, { force: true });
  }

  /** A file's bytes as the folder holds them, if they are the right ones. */
  read(file: FileRow): Buffer | null {
    const bytes = readIfThere(join(this.#dir, file.path));
    return bytes && digestOf(bytes) === file.digest ? bytes : null;
  }

  #inode(): number {
    return statSync(this.#dir, { throwIfNoEntry: false })?.ino ?? 0;
  }

  /** Notes that the folder is in order with a release. */
  settle(release: string): void {
    writeWhole(this.#journalFile, sealed({ release, at: Date.now(), inode: this.#inode() } satisfies Journal));
  }

  /**
   * Compares the folder with a release. Files that nothing touched since `trustedSince` (null: none) are taken to be
   * what they were, other than those in `doubtful`.
   */
  async audit(files: ReadonlyMap<string, FileRow>, trustedSince: number | null, doubtful: ReadonlySet<string>): Promise<Work> {
    const breathe = breather();
    const folders = foldersOf(files.keys());
    const unreal = new Set<string>();
    const clear = new Set<string>();
    for (const folder of folders) {
      const stat = statOrNull(join(this.#dir, folder));
      if (!stat?.isDirectory() && folder !== '.') unreal.add(folder);
      // A folder's own time changes with every entry that comes or goes.
      else if (!isTrusted(stat, trustedSince)) this.#addForeign(folder, files, folders, clear);
      await breathe();
    }
    const place: FileRow[] = [];
    for (const file of files.values()) {
      const doubted = doubtful.has(file.path) || (unreal.size > 0 && unreal.has(dirname(file.path)));
      if (doubted || !this.isInOrder(file, trustedSince)) place.push(file);
      await breathe();
    }
    for (const path of doubtful) if (!files.has(path) && !folders.has(path)) clear.add(path);
    return { place, clear: [...clear] };
  }

  /** Whether a file of the folder holds what it should. */
  isInOrder(file: FileRow, trustedSince: number | null): boolean {
    const stat = statOrNull(`${this.#dir}/${file.path}`);
    if (!stat?.isFile() || stat.size !== file.size) return false;
    if (isTrusted(stat, trustedSince)) return true;
    return this.read(file) !== null;
  }

  #addForeign(folder: string, files: ReadonlyMap<string, FileRow>, folders: ReadonlySet<string>, foreign: Set<string>): void {
    for (const entry of entriesOf(join(this.#dir, folder))) {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      if (!folders.has(path) && !files.has(path)) foreign.add(path);
    }
  }

  /** Assets first, then new pages, then changed ones, so that each finds what it needs; removals last, pages first. */
  async apply({ place, clear }: Work): Promise<void> {
    mkdirSync(this.#dir, { recursive: true });
    for (const incoming of INCOMING) rmSync(join(this.#dir, incoming), { recursive: true, force: true });
    const pages = place.filter(isPage);
    const fresh = new Set(pages.length > 1 ? pages.filter(({ path }) => !statOrNull(`${this.#dir}/${path}`)) : []);
    const helper = place.length >= MANY ? new Helper({ storeDir: this.#store.dir, distDir: this.#dir }) : null;
    try {
      const assets = place.filter((file) => !isPage(file));
      const changed = pages.filter((file) => !fresh.has(file));
      for (const files of [assets, [...fresh], changed]) await this.#place(files, helper);
    } finally {
      await helper?.end();
    }
    await this.#clearAll(clear, place);
  }

  async #clearAll(clear: readonly string[], place: readonly FileRow[]): Promise<void> {
    if (clear.length === 0) return;
    const breathe = breather();
    const needed = foldersOf(place.map(({ path }) => path));
    const isPagePath = (path: string) => Number(isPage({ path }));
    for (const path of clear.filter((one) => !needed.has(one)).sort((one, other) => isPagePath(other) - isPagePath(one))) {
      this.#clear(path);
      this.#emit({ type: 'cleared', path });
      await breathe();
    }
    this.#placer.forget();
  }

  /** Many files are shared with a second thread. */
  async #place(files: readonly FileRow[], helper: Helper | null): Promise<void> {
    const breathe = breather();
    const mine = helper ? files.filter((_, at) => at % 2 === 0) : files;
    const placed = helper?.place(files.filter((_, at) => at % 2 === 1));
    for (const file of mine) {
      this.#placer.place(file);
      this.#emit({ type: 'placed', path: file.path });
      await breathe();
    }
    await placed;
  }

  /** Removes a file, or a foreign folder, and the folders that it leaves empty. */
  #clear(path: string): void {
    if (statOrNull(join(this.#dir, path))) rmSync(join(this.#dir, path), { recursive: true, force: true });
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      try {
        rmdirSync(join(this.#dir, folder));
      } catch {
        return;
      }
    }
  }
}

function isPage({ path }: { readonly path: string }): boolean {
  return path.endsWith('.html');
}

/** The folders that paths need, the root as `.`. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return folders;
}

function isTrusted(stat: Stats | null, trustedSince: number | null): boolean {
  return stat !== null && trustedSince !== null && stat.ctimeMs < trustedSince - CLOCK_SLACK;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
