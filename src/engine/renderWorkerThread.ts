/** The thread of a {@link RenderWorker}: one task after the other, each replied to. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../lib/result.ts';
import { answerCalls } from '../lib/threads.ts';
import { STAGED, Tree } from '../targets/tree.ts';
import { Answers } from './answers.ts';
import { Store } from './fileStore.ts';
import { createPageRenderer, type PageToRender, RefusedFile, type RenderedPage } from './pageRenderer.ts';
import type { AnswerTuple, RenderedBatch, WorkerFolders, WorkerTask } from './renderWorker.ts';
import type { Answer } from './traces.ts';
import type { QueryKey, RenderingWorld, WorldModule } from './types.ts';

const { storeDir, distDir } = workerData as WorkerFolders;
const store = new Store(storeDir);
const tree = new Tree(distDir, STAGED[1]);

/** Gives what renders batches of pages, each up to its first failure, and reports the answers that it made. */
function createBatchRenderer(world: RenderingWorld, dynamicPrefixes: readonly string[]) {
  let recorded: AnswerTuple[] = [];
  // What is recorded may be of before this rebuild: every answer is made here.
  const record = (query: QueryKey, answer: Answer) => void recorded.push([query, answer]);
  const answers = new Answers({ find: () => null, inputsOf: () => [], record });
  answers.begin(world, new Set(), new Set());
  const render = createPageRenderer(world, (query) => answers.ask(query), store, dynamicPrefixes);
  return async (due: readonly PageToRender[]): Promise<RenderedBatch> => {
    const pages: RenderedPage[] = [];
    recorded = [];
    for (const page of due) {
      try {
        pages.push(await render(page));
      } catch (error) {
        const failed = { page: page.key, message: messageOf(error), refused: error instanceof RefusedFile };
        return { pages, answers: recorded, failed };
      }
    }
    return { pages, answers: recorded, failed: null };
  };
}

let renderBatch: ReturnType<typeof createBatchRenderer> | undefined;

async function run(task: WorkerTask): Promise<unknown> {
  if (task.kind === 'render') {
    if (!renderBatch) throw new Error('The render worker was given pages before its world.');
    return renderBatch(task.pages);
  }
  if (task.kind === 'install') {
    for (const { path, digest } of task.files) tree.put(path, (staged) => store.copy(digest, staged));
    return null;
  }
  const { openWorld, preload } = (await import(task.module)) as WorldModule;
  if (task.kind === 'preload') await preload?.(task.data);
  else renderBatch = createBatchRenderer(await openWorld(task.data), task.dynamicPrefixes);
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
