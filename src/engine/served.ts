/** Releases as they are served, in the engine's thread and in others. */
import type { FileHandle } from 'node:fs/promises';
import type { Digest } from '../lib/digest.ts';
import type { FileRow } from './record.ts';
import type { TableData } from './releaseTable.ts';

/** A file of a release, as the worker serves it. */
export interface ReleaseFile {
  /** Relative to `dist/`. */
  readonly path: string;
  readonly digest: Digest;
  /** Bytes. */
  readonly size: number;
  /** Absolute path of the bytes in the store. Never written to again. */
  readonly file: string;
}

export interface LiveRelease {
  readonly release: string;
  /** Epoch milliseconds at which it was made. */
  readonly builtAt: number;
  /** A rollback holds until resumed. */
  readonly held: boolean;
  readonly size: number;
  /** The file that answers a path: `/Events` → `Events.html`, `/` → `index.html`, `/a.js` → `a.js`. Decoded, without query. */
  lookup(path: string): ReleaseFile | undefined;
  /** The same among the releases before, for files named by digest that an open page may still ask for. */
  recent(path: string): ReleaseFile | undefined;
  /** Every file of the release. */
  files(): Iterable<ReleaseFile>;
}

/** A path of a release, and what stands there now; null: nothing. */
export type PathChange = readonly [path: string, now: FileRow | null];

/** The live release as another thread is told of it: whole, or by what changed since the last update. Plain data. */
export interface ReleaseUpdate extends Pick<LiveRelease, 'release' | 'builtAt' | 'held' | 'size'> {
  readonly table?: TableData;
  readonly changes?: readonly PathChange[];
  /** What `LiveRelease.recent` finds. */
  readonly recent: TableData;
}

/** Gives the bytes of a release's files. */
export interface ReleaseFiles {
  /** The bytes of a file, checked; put back from `dist/` when the store has lost them. Null: lost, the next rebuild renders it. */
  read(file: ReleaseFile): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The same, for a large file that is sent in parts; the caller closes it. */
  open(file: ReleaseFile): Promise<FileHandle | null>;
  /** A file's compressed bytes, kept beside it, checked and made again when damaged. Null: it does not gain, or is lost. */
  encoded(file: ReleaseFile, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Releases as they are served. */
export interface ReleaseSource extends ReleaseFiles {
  live(): LiveRelease | null;
}
