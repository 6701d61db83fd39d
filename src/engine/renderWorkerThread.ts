/** The thread of a {@link RenderWorker}: one task after the other, each replied to. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../lib/result.ts';
import { answerCalls } from '../lib/threads.ts';
import { Installer, WORKER_STAGING } from './installer.ts';
import { type AnswerTuple, PageRenderer, type PageToRender, RefusedFile, type RenderedPage } from './renderPage.ts';
import type { RenderedBatch, WorkerFolders, WorkerTask } from './renderWorker.ts';
import { Store } from './store.ts';
import type { QueryKey, RenderingWorld, WorldModule } from './types.ts';

const { storeDir, distDir } = workerData as WorkerFolders;
const store = new Store(storeDir);
const installer = new Installer(store, distDir, WORKER_STAGING);

/** Renders batches of pages, and reports the answer to each query once. */
class BatchRenderer {
  readonly #world: RenderingWorld;
  readonly #renderer: PageRenderer;
  readonly #reported = new Set<QueryKey>();

  constructor(world: RenderingWorld, dynamicPrefixes: readonly string[]) {
    this.#world = world;
    this.#renderer = new PageRenderer(world, store, dynamicPrefixes);
  }

  async render(due: readonly PageToRender[]): Promise<RenderedBatch> {
    const pages: RenderedPage[] = [];
    const answers: AnswerTuple[] = [];
    for (const page of due) {
      try {
        const rendered = await this.#renderer.render(page);
        pages.push(rendered);
        answers.push(...this.#newAnswers(rendered.queries));
      } catch (error) {
        const failure = { page: page.key, message: messageOf(error), refused: error instanceof RefusedFile };
        return { pages, answers, failure };
      }
    }
    return { pages, answers, failure: null };
  }

  *#newAnswers(queries: readonly QueryKey[]): Generator<AnswerTuple> {
    for (const query of queries) {
      if (this.#reported.has(query)) continue;
      this.#reported.add(query);
      const { digest, inputs } = this.#world.ask(query);
      yield [query, digest, inputs];
    }
  }
}

let renderer: BatchRenderer | undefined;

async function run(task: WorkerTask): Promise<unknown> {
  if (task.kind === 'render') {
    if (!renderer) throw new Error('The render worker was given pages before its world.');
    return renderer.render(task.pages);
  }
  if (task.kind === 'install') {
    for (const file of task.files) installer.install(file);
    return null;
  }
  const { openWorld, preload } = (await import(task.module)) as WorldModule;
  if (task.kind === 'preload') await preload?.(task.data);
  else renderer = new BatchRenderer(await openWorld(task.data), task.dynamicPrefixes);
  return null;
}

let queue: Promise<unknown> = Promise.resolve();
if (parentPort) {
  answerCalls(parentPort, (task) => {
    const done = queue.then(() => run(task as WorkerTask));
    queue = done.catch(() => {});
    return done;
  });
}
