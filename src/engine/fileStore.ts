/** Content-addressed store: `xx/…` by digest. A file in it is whole from the start and never written to again. */
import { constants, copyFileSync, existsSync, linkSync, lstatSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type Digest, digestOf } from '../lib/digest.ts';
import { type FileFacts, isFileSound, readIfPresent, untouchedSince } from '../lib/files.ts';
import { Tree } from '../targets/tree.ts';

/** A store of another place that has files which are missing here. */
export interface StoreElsewhere {
  holds(digest: Digest): boolean;
  /** The bytes of files, checked; those that cannot be had are left out. */
  fetch(digests: Iterable<Digest>, take: (digest: Digest, bytes: Uint8Array) => void): Promise<void>;
}

export interface RemovedFiles {
  readonly files: number;
  readonly bytes: number;
}

const shardPath = (digest: Digest) => `${digest.slice(0, 2)}/${digest.slice(2)}`;

/** Where a cache folder's store keeps the bytes of a digest. */
export const storedFile = (cacheDir: string, digest: Digest): string => `${cacheDir}/store/${shardPath(digest)}`;

export class Store {
  readonly dir: string;
  readonly #tree: Tree;
  /** Only one file is staged at a time in a thread. */
  readonly #staged = `${process.pid}-${threadId}.staged`;
  readonly #elsewhere: StoreElsewhere | null;

  constructor(dir: string, elsewhere: StoreElsewhere | null = null) {
    this.dir = dir;
    this.#elsewhere = elsewhere;
    this.#tree = new Tree(dir, this.#staged);
  }

  file(digest: Digest): string {
    return `${this.dir}/${shardPath(digest)}`;
  }

  /**
   * Adds bytes under their digest. What is there already is compared, as existence alone proves nothing, and replaced by a
   * whole file where it differs: to rename onto a file costs milliseconds on a disk, as the system then writes it out.
   */
  put(digest: Digest, bytes: Uint8Array): void {
    if (!this.#holds(digest, bytes)) this.#tree.put(shardPath(digest), (staged) => writeFileSync(staged, bytes));
  }

  /** The same, as a hard link where that can be: for files (whose bytes are given) that are never edited in place. */
  link(digest: Digest, source: string, bytes: Uint8Array): void {
    if (this.#holds(digest, bytes)) return;
    this.#tree.put(shardPath(digest), (staged) => {
      try {
        linkSync(source, staged);
      } catch {
        rmSync(staged, { force: true });
        writeFileSync(staged, bytes);
      }
    });
    // Renaming onto another link of the same file does nothing and leaves both names.
    rmSync(join(this.dir, this.#staged), { force: true });
  }

  #holds(digest: Digest, bytes: Uint8Array): boolean {
    const path = this.file(digest);
    const isOfSize = statSync(path, { throwIfNoEntry: false })?.size === bytes.length;
    return (isOfSize && readIfPresent(path)?.equals(bytes)) ?? false;
  }

  /** The bytes of a digest, or null when they are missing or are not what the digest says. */
  read(digest: Digest): Buffer | null {
    const bytes = readIfPresent(this.file(digest));
    return bytes && digestOf(bytes) === digest ? bytes : null;
  }

  /** Copies the bytes of a digest, unread; on file systems that can, the copy takes no room. */
  copy(digest: Digest, path: string): void {
    copyFileSync(this.file(digest), path, constants.COPYFILE_FICLONE);
  }

  /** Whether a file is as it was put. It is read unless nothing has touched it since `trustedSince` (epoch milliseconds). */
  isSound(file: FileFacts, trustedSince: number | null): boolean {
    return isFileSound(this.file(file.digest), file, untouchedSince(trustedSince));
  }

  isElsewhere(digest: Digest): boolean {
    return this.#elsewhere?.holds(digest) ?? false;
  }

  /** Fetches those of the files that are not here. Gives the digests of those that came. */
  async fetch(files: Iterable<FileFacts>): Promise<ReadonlySet<Digest>> {
    const came = new Set<Digest>();
    if (!this.#elsewhere) return came;
    const missing = new Set<Digest>();
    for (const { digest, size } of files) {
      if (statSync(this.file(digest), { throwIfNoEntry: false })?.size !== size && this.isElsewhere(digest)) missing.add(digest);
    }
    await this.#elsewhere.fetch(missing, (digest, bytes) => {
      this.put(digest, bytes);
      came.add(digest);
    });
    return came;
  }

  /** Removes what stands under these digests, compressed copies included. */
  remove(digests: Iterable<Digest>): RemovedFiles {
    const sum = { files: 0, bytes: 0 };
    for (const digest of digests) {
      for (const suffix of ['', '.br', '.gz']) removeFile(this.file(digest) + suffix, sum);
    }
    return sum;
  }

  gc(needed: ReadonlySet<string>): RemovedFiles {
    const sum = { files: 0, bytes: 0 };
    for (const shard of existsSync(this.dir) ? readdirSync(this.dir, { withFileTypes: true }) : []) {
      const path = join(this.dir, shard.name);
      if (!shard.isDirectory()) removeFile(path, sum);
      else
        for (const name of readdirSync(path)) {
          if (!needed.has(shard.name + name.slice(0, 30))) removeFile(join(path, name), sum);
        }
    }
    return sum;
  }
}

function removeFile(file: string, sum: { files: number; bytes: number }): void {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  rmSync(file, { recursive: true, force: true });
  sum.files += 1;
  sum.bytes += stat.size;
}
