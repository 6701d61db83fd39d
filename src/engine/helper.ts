/** A second thread for the file work of large rebuilds: writing ten thousand files takes longer than making them. */
import { Worker } from 'node:worker_threads';
import type { Digest } from '../lib/digest.ts';
import type { FileRow } from './state.ts';

/** Below this many files a second thread takes longer to start than it saves. */
export const MANY = 256;

export interface Place {
  readonly storeDir: string;
  readonly distDir: string;
}

/** Bytes to be stored unless they are what is `held` already. */
export interface PutTask {
  readonly kind: 'put';
  readonly bytes: Uint8Array;
  readonly held: Digest | null;
}

export interface PlaceTask {
  readonly kind: 'place';
  readonly files: readonly FileRow[];
}

export interface Answer {
  readonly id: number;
  /** Of a `put`. */
  readonly digest: Digest | null;
  /** Null: done. */
  readonly error: string | null;
}

interface Waiting {
  resolve(digest: Digest | null): void;
  reject(error: Error): void;
}

export class Helper {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(place: Place) {
    this.#worker = new Worker(new URL('./helper-thread.ts', import.meta.url), { workerData: place });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#failAll(error));
    this.#worker.on('exit', () => this.#failAll(new Error('The helper thread ended before its work.')));
  }

  /** Stores bytes and gives their digest. */
  async put(bytes: Uint8Array, held: Digest | null): Promise<Digest> {
    const digest = await this.#ask({ kind: 'put', bytes, held });
    if (!digest) throw new Error('The helper thread gave no digest.');
    return digest;
  }

  /** Copies files from the store into the published tree. */
  async place(files: readonly FileRow[]): Promise<void> {
    await this.#ask({ kind: 'place', files });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(task: PutTask | PlaceTask): Promise<Digest | null> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, task });
    });
  }

  #settle({ id, digest, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) waiting?.resolve(digest);
    else waiting?.reject(new Error(error));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
