import { readIfPresent, stampOf } from '../lib/files.ts';

/** Sum of the bytes that are kept. */
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Bytes of the files that were read last. What is read lies outside V8's heap, and V8 is rid of it only by collecting the
 * whole heap: at 600 pages of 50 kB a second, some three times a second and up to 17 ms each, for which every reader waits.
 */
export class RecentFiles {
  /** By path, each with the file's stamp before it was read; the last used one comes last. */
  readonly #kept = new Map<string, { readonly stamp: string; readonly bytes: Buffer<ArrayBuffer> }>();
  #size = 0;

  /** A file's bytes if `isRight`, which is asked anew whenever the file has changed; null: it is missing or not right. */
  read(path: string, isRight: (bytes: Uint8Array) => boolean): Buffer<ArrayBuffer> | null {
    const stamp = stampOf(path);
    const kept = this.#take(path);
    const bytes = kept?.stamp === stamp ? kept.bytes : readIfPresent(path);
    if (!bytes || (bytes !== kept?.bytes && !isRight(bytes))) return null;
    this.#kept.set(path, { stamp, bytes });
    this.#size += bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= MOST_BYTES) break;
      this.#take(oldest);
    }
    return bytes;
  }

  #take(path: string) {
    const kept = this.#kept.get(path);
    if (kept && this.#kept.delete(path)) this.#size -= kept.bytes.length;
    return kept;
  }
}
