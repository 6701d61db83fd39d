/** A second thread for large rebuilds: it renders pages, and places files, which takes as long as making them. */
import { Worker } from 'node:worker_threads';
import type { AnswerTuple, PageToRender, RenderedPage } from './render-page.ts';
import type { FileRow } from './state.ts';
import type { Elsewhere, PageKey } from './types.ts';

/** Below this many pages or files a second thread takes longer to start than it saves. */
export const MANY = 256;

export interface Place {
  readonly storeDir: string;
  readonly distDir: string;
}

export type Task =
  | { readonly kind: 'prepare'; readonly module: string; readonly hint: unknown }
  /** `dynamic`: prefixes of local addresses that no file answers. */
  | ({ readonly kind: 'open'; readonly dynamic: readonly string[] } & Elsewhere)
  | { readonly kind: 'render'; readonly pages: readonly PageToRender[] }
  | { readonly kind: 'place'; readonly files: readonly FileRow[] };

export interface RenderedThere {
  /** In the order asked for, up to the first failure. */
  readonly pages: readonly RenderedPage[];
  /** Of the questions that were asked there for the first time. */
  readonly answers: readonly AnswerTuple[];
  readonly failure: { readonly page: PageKey; readonly message: string } | null;
}

export interface Answer {
  readonly id: number;
  readonly value: unknown;
  /** Null: done. */
  readonly error: string | null;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Helper {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #isEnded = false;

  constructor(place: Place) {
    this.#worker = new Worker(new URL('./helper-thread.ts', import.meta.url), { workerData: place });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#failAll(error));
    this.#worker.on('exit', () => this.#failAll(new Error('The helper thread ended before its work.')));
    // Whoever waits for an answer keeps the process; a helper that was only made ready does not.
    this.#worker.unref();
  }

  /** Has it get ready for a world of this module. What goes wrong in that goes wrong again, and is told, when it opens one. */
  prepare(module: string, hint: unknown): void {
    this.#ask({ kind: 'prepare', module, hint }).catch(() => {});
  }

  /** Makes the world whose pages it is to render. False: it was ended before. Rejects when there is no such world. */
  async open(world: Elsewhere, dynamic: readonly string[]): Promise<boolean> {
    try {
      await this.#ask({ kind: 'open', ...world, dynamic });
      return true;
    } catch (error) {
      if (this.#isEnded) return false;
      throw error;
    }
  }

  /** Renders pages into the store. */
  async render(pages: readonly PageToRender[]): Promise<RenderedThere> {
    return (await this.#ask({ kind: 'render', pages })) as RenderedThere;
  }

  /** Copies files from the store into the published tree. */
  async place(files: readonly FileRow[]): Promise<void> {
    await this.#ask({ kind: 'place', files });
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#worker.terminate();
  }

  #ask(task: Task): Promise<unknown> {
    const id = ++this.#last;
    this.#worker.ref();
    this.#worker.postMessage({ id, task });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (error === null) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
