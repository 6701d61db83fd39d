import { readIfPresent, stampOf } from '../lib/files.ts';
import { LruMap } from '../lib/lruMap.ts';

interface Kept {
  readonly stamp: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

/** Sum of the bytes that are kept. */
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Bytes of the files that were read last. What is read lies outside V8's heap, and V8 is rid of it only by collecting the
 * whole heap: at 600 pages of 50 kB a second, some three times a second and up to 17 ms each, for which every reader waits.
 */
export class RecentFiles {
  /** By path, each with the file's stamp before it was read. */
  readonly #kept = new LruMap<string, Kept>(MOST_BYTES, ({ bytes }) => bytes.length);

  /** A file's bytes if `isRight`, which is asked anew whenever the file has changed; null: it is missing or not right. */
  read(path: string, isRight: (bytes: Uint8Array) => boolean): Buffer<ArrayBuffer> | null {
    const stamp = stampOf(path);
    const kept = this.#kept.get(path);
    const bytes = kept?.stamp === stamp ? kept.bytes : readIfPresent(path);
    if (!bytes || (bytes !== kept?.bytes && !isRight(bytes))) return null;
    this.#kept.set(path, { stamp, bytes });
    return bytes;
  }
}
