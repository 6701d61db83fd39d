/** Content-addressed store: `xx/…` by digest. A file in it is whole from the start and never written to again. */
import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type Digest, digestOf } from '../lib/digest.ts';
import { readIfThere } from './files.ts';

/** Clocks of file systems tick coarsely: a change this many milliseconds after a record may carry an older time. */
export const CLOCK_SLACK = 50;

export class Store {
  readonly dir: string;
  readonly #shards = new Set<string>();

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Where the bytes of a digest lie. */
  file(digest: Digest): string {
    return `${this.dir}/${digest.slice(0, 2)}/${digest.slice(2)}`;
  }

  /** Adds bytes under their digest. What is there already is replaced by a whole file, as existence alone proves nothing. */
  put(digest: Digest, bytes: Uint8Array): void {
    this.#makeShard(digest);
    const staged = join(this.dir, `staged-${process.pid}-${threadId}`);
    writeFileSync(staged, bytes);
    renameSync(staged, this.file(digest));
  }

  /** Adds a copy of a file that lies elsewhere. False: it is not there, or its bytes are not what the digest says. */
  copy(digest: Digest, source: string): boolean {
    const bytes = readIfThere(source);
    if (!bytes || digestOf(bytes) !== digest) return false;
    this.put(digest, bytes);
    return true;
  }

  /** The same, as a hard link where that can be: for files that are never edited in place. */
  link(digest: Digest, source: string): boolean {
    const bytes = readIfThere(source);
    if (!bytes || digestOf(bytes) !== digest) return false;
    this.#makeShard(digest);
    const staged = join(this.dir, `linked-${process.pid}`);
    rmSync(staged, { force: true });
    try {
      linkSync(source, staged);
    } catch {
      writeFileSync(staged, bytes);
    }
    renameSync(staged, this.file(digest));
    // Renaming onto another link of the same file does nothing and leaves both names.
    rmSync(staged, { force: true });
    return true;
  }

  #makeShard(digest: Digest): void {
    const shard = digest.slice(0, 2);
    if (this.#shards.has(shard)) return;
    mkdirSync(join(this.dir, shard), { recursive: true });
    this.#shards.add(shard);
  }

  /** The bytes of a digest, or null when they are missing or are not what the digest says. */
  read(digest: Digest): Buffer | null {
    const bytes = readIfThere(this.file(digest));
    return bytes && digestOf(bytes) === digest ? bytes : null;
  }

  /**
   * Whether a file is as it was put: its size, and its bytes unless nothing has touched it since `trustedSince`
   * (epoch milliseconds; null: always its bytes).
   */
  isSound(digest: Digest, size: number, trustedSince: number | null): boolean {
    const stat = lstatSync(this.file(digest), { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size !== size) return false;
    return (trustedSince !== null && stat.ctimeMs < trustedSince - CLOCK_SLACK) || this.read(digest) !== null;
  }

  /** Removes what stands under these digests, compressed copies included. Counts files and bytes. */
  remove(digests: Iterable<Digest>): { files: number; bytes: number } {
    const sum = { files: 0, bytes: 0 };
    for (const digest of digests) {
      for (const suffix of ['', '.br', '.gz']) this.#removeFile(this.file(digest) + suffix, sum);
    }
    return sum;
  }

  /** Removes everything but the digests that are still needed. */
  keepOnly(needed: ReadonlySet<string>): { files: number; bytes: number } {
    const sum = { files: 0, bytes: 0 };
    for (const shard of existsSync(this.dir) ? readdirSync(this.dir, { withFileTypes: true }) : []) {
      if (!shard.isDirectory()) this.#removeFile(join(this.dir, shard.name), sum);
      else
        for (const name of readdirSync(join(this.dir, shard.name))) {
          if (!needed.has(shard.name + name.slice(0, 30))) this.#removeFile(join(this.dir, shard.name, name), sum);
        }
    }
    return sum;
  }

  #removeFile(file: string, sum: { files: number; bytes: number }): void {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!stat) return;
    rmSync(file, { recursive: true, force: true });
    sum.files += 1;
    sum.bytes += stat.size;
  }
}
