/** A second thread for large rebuilds: it renders pages, and installs files, which takes as long as making them. */
import { Worker } from 'node:worker_threads';
import { CalledThread, ThreadEnded } from '../lib/threads.ts';
import { type PageToRender, RefusedFile, type RenderedPage } from './pageRenderer.ts';
import type { FileRow } from './releases.ts';
import type { Answer } from './traces.ts';
import type { PageKey, QueryKey, WorldModuleRef } from './types.ts';

export interface WorkerFolders {
  readonly storeDir: string;
  readonly distDir: string;
}

export type WorkerTask =
  | ({ readonly kind: 'preload' } & WorldModuleRef)
  | ({ readonly kind: 'open'; readonly dynamicPrefixes: readonly string[] } & WorldModuleRef)
  | { readonly kind: 'render'; readonly pages: readonly PageToRender[] }
  | { readonly kind: 'install'; readonly files: readonly FileRow[] };

/** An answer as traces record it. */
export type AnswerTuple = readonly [query: QueryKey, answer: Answer];

/** Pages up to the first that failed, and the answers that were made for them. */
export interface RenderedBatch {
  readonly pages: readonly RenderedPage[];
  readonly answers: readonly AnswerTuple[];
  readonly failed: { readonly page: PageKey; readonly message: string; readonly refused: boolean } | null;
}

/** The thread starts with the first task; after `end` the next task starts another. */
export class RenderWorker {
  readonly #folders: WorkerFolders;
  #thread: CalledThread | null = null;

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
      if (error instanceof ThreadEnded) return false;
      throw error;
    }
  }

  /** Pages in the order asked for, up to the first failure, and answers to the queries that the thread asked for the first time. */
  async render(due: readonly PageToRender[]) {
    const { failed, ...rendered } = (await this.#run({ kind: 'render', pages: due })) as RenderedBatch;
    const errorOf = ({ message, refused }: NonNullable<typeof failed>) =>
      refused ? new RefusedFile(message) : new Error(message);
    return { ...rendered, failure: failed && { page: failed.page, error: errorOf(failed) } };
  }

  /** Copies files from the store into the published tree. */
  async install(files: readonly FileRow[]): Promise<void> {
    await this.#run({ kind: 'install', files });
  }

  async end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.end();
  }

  #run(task: WorkerTask): Promise<unknown> {
    if (this.#thread) return this.#thread.call(task);
    const worker = new Worker(new URL('./renderWorkerThread.ts', import.meta.url), { workerData: this.#folders });
    const thread = new CalledThread('The render worker', worker, {
      onDeath: () => {
        if (this.#thread === thread) this.#thread = null;
      },
    });
    this.#thread = thread;
    return thread.call(task);
  }
}
