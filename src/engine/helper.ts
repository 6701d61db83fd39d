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

/** The world to render, and what its pages may name that no file answers. */
export interface Rendering extends Elsewhere {
  readonly dynamic: readonly string[];
}

export interface Setup extends Place {
  readonly rendering: Rendering | null;
}

export type Task =
  | { readonly kind: 'render'; readonly pages: readonly PageToRender[] }
  | { readonly kind: 'place'; readonly files: readonly FileRow[] };

export interface RenderedThere {
  /** In the order asked for, up to the first failure. */
  readonly pages: readonly RenderedPage[];
  /** Of the questions that were asked there for the first time. */
  readonly answers: readonly AnswerTuple[];
  readonly failure: { readonly page: PageKey; readonly message: string } | null;
}

/** Of the answer that says that the thread is ready; tasks count from 1. */
export const READY = 0;

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
  /** Settles when the thread is ready, or has been ended before; rejects when it cannot start. */
  readonly ready: Promise<void>;
  #isReady = false;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = READY;

  constructor(place: Place, rendering: Rendering | null = null) {
    this.#worker = new Worker(new URL('./helper-thread.ts', import.meta.url), { workerData: { ...place, rendering } });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#failAll(error));
    this.#worker.on('exit', () => this.#failAll(new Error('The helper thread ended before its work.')));
    this.ready = this.#answerTo(READY).then(() => {});
  }

  get isReady(): boolean {
    return this.#isReady;
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
    this.#waiting.get(READY)?.resolve(null);
    this.#waiting.delete(READY);
    await this.#worker.terminate();
  }

  #ask(task: Task): Promise<unknown> {
    const id = ++this.#last;
    const answer = this.#answerTo(id);
    this.#worker.postMessage({ id, task });
    return answer;
  }

  #answerTo(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.id === READY) this.#isReady = answer.error === null;
    if (answer.error === null) waiting?.resolve(answer.value);
    else waiting?.reject(new Error(answer.error));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
