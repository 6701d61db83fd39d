/** A second thread for large rebuilds: it renders pages, and installs files, which takes as long as making them. */
import { Worker } from 'node:worker_threads';
import type { FileRow } from './record.ts';
import type { AnswerTuple, PageToRender, RenderedPage } from './render-page.ts';
import type { PageKey, WorldModuleRef } from './types.ts';

/** Below this many pages or files a second thread takes longer to start than it saves. */
export const WORKER_THRESHOLD = 256;

export interface WorkerFolders {
  readonly storeDir: string;
  readonly distDir: string;
}

export type WorkerTask =
  | ({ readonly kind: 'preload' } & WorldModuleRef)
  | ({ readonly kind: 'open'; readonly dynamicPrefixes: readonly string[] } & WorldModuleRef)
  | { readonly kind: 'render'; readonly pages: readonly PageToRender[] }
  | { readonly kind: 'install'; readonly files: readonly FileRow[] };

export interface RenderedBatch {
  /** In the order asked for, up to the first failure. */
  readonly pages: readonly RenderedPage[];
  /** Answers to the queries that this worker asked for the first time. */
  readonly answers: readonly AnswerTuple[];
  readonly failure: { readonly page: PageKey; readonly message: string; readonly refused: boolean } | null;
}

export type WorkerReply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

class WorkerEnded extends Error {}

/** The thread starts with the first task; after `end` the next task starts another. */
export class RenderWorker {
  readonly #folders: WorkerFolders;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #thread: Worker | null = null;
  #lastId = 0;

  constructor(folders: WorkerFolders) {
    this.#folders = folders;
  }

  /** Loads a world's code ahead of `open`. What fails here fails again, and is reported, when the world is opened. */
  preload(ref: WorldModuleRef): void {
    this.#run({ kind: 'preload', ...ref }).catch(() => {});
  }

  /** Makes the world whose pages are to be rendered. False: the worker was ended meanwhile. Rejects when it cannot be made. */
  async open(ref: WorldModuleRef, dynamicPrefixes: readonly string[]): Promise<boolean> {
    try {
      await this.#run({ kind: 'open', ...ref, dynamicPrefixes });
      return true;
    } catch (error) {
      if (error instanceof WorkerEnded) return false;
      throw error;
    }
  }

  /** Renders pages into the store. */
  async render(pages: readonly PageToRender[]): Promise<RenderedBatch> {
    return (await this.#run({ kind: 'render', pages })) as RenderedBatch;
  }

  /** Copies files from the store into the published tree. */
  async install(files: readonly FileRow[]): Promise<void> {
    await this.#run({ kind: 'install', files });
  }

  async end(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    this.#thread = null;
    this.#rejectAll(new WorkerEnded('The render worker was ended.'));
    // `terminate` takes a reference to the thread, which keeps the process alive until then.
    await thread.terminate();
  }

  #run(task: WorkerTask): Promise<unknown> {
    this.#thread ??= this.#start();
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    // A task under way keeps the process alive; an idle worker does not.
    this.#thread.ref();
    this.#thread.postMessage({ id, task });
    return waiting.promise;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./render-worker-thread.ts', import.meta.url), { workerData: this.#folders });
    const fail = (error: Error) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#rejectAll(error);
    };
    thread.on('message', (reply: WorkerReply) => {
      // A late reply must not drop the reference of an ended thread: the process would exit (13) before its end is reported.
      if (this.#thread === thread) this.#settle(thread, reply);
    });
    thread.on('error', fail);
    thread.on('exit', () => fail(new Error('The render worker ended before its work was done.')));
    return thread;
  }

  #settle(thread: Worker, reply: WorkerReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) thread.unref();
    if ('error' in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.value);
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
