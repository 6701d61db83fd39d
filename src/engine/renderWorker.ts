/** A second thread for large rebuilds: it renders pages, and installs files, which takes as long as making them. */
import { Worker } from 'node:worker_threads';
import { CalledThread, ThreadEnded } from '../lib/threads.ts';
import type { FileRow } from './releases.ts';
import type { AnswerTuple, PageToRender, RenderedPage } from './renderPage.ts';
import type { PageKey, WorldModuleRef } from './types.ts';

/** Below this many pages a second thread takes longer to start than it saves. */
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

  async render(pages: readonly PageToRender[]): Promise<RenderedBatch> {
    return (await this.#run({ kind: 'render', pages })) as RenderedBatch;
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
