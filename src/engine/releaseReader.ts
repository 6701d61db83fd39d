/** Reads the files of releases, checked; what the store has lost is put back from `dist/`. */
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import { readIfPresent } from '../lib/files.ts';
import type { EngineEvent, ReleaseFile, ReleaseFiles } from './api.ts';
import { Encoder, type Encoding } from './encode.ts';
import type { FileRow } from './releases.ts';
import { SoundFiles } from './soundFiles.ts';
import type { Store } from './store.ts';

export interface ReaderOptions {
  readonly store: Store;
  readonly distDir: string;
  /** Told of a file whose bytes the store has lost, by its path. */
  readonly onDamaged: (path: string) => void;
  readonly onEvent: (event: EngineEvent) => void;
}

export class ReleaseReader implements ReleaseFiles {
  readonly #options: ReaderOptions;
  readonly #soundFiles = new SoundFiles();
  readonly #encoder: Encoder;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#encoder = new Encoder((file) => this.read(file), options.onEvent);
  }

  /** Reads at once: in the pool of threads a reader's few kilobytes would wait behind what a rebuild writes and compresses. */
  async read(file: ReleaseFile): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = readIfPresent(file.file);
    if (bytes && digestOf(bytes) === file.digest) return bytes;
    return (await this.#fetch(file)) ? readIfPresent(file.file) : this.#repair(file);
  }

  async open(file: ReleaseFile): Promise<FileHandle | null> {
    const sound = await this.#soundFiles.open(file);
    if (sound) return sound;
    return (await this.#fetch(file)) || this.#repair(file) ? this.#soundFiles.open(file) : null;
  }

  /** Brings a file that is not here from the shared state. */
  async #fetch(file: ReleaseFile): Promise<boolean> {
    return (await this.#options.store.fetch([file])).size > 0;
  }

  encoded(file: ReleaseFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#encoder.encoded(file, encoding);
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
