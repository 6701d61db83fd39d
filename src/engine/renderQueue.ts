/**
 * Renders the planned pages, in two threads when they are many. Nothing of it counts before the release is recorded: the
 * other thread reads the content, which is committed, and makes all its answers itself.
 */
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import { fail, messageOf, type Result, succeed } from '../lib/result.ts';
import type { Answer } from './answers.ts';
import type { EngineEvent } from './api.ts';
import {
  type AnswerTuple,
  createPageRenderer,
  type PageToRender,
  RefusedFile,
  type RenderedPage,
  wasStored,
} from './renderPage.ts';
import { type RenderWorker, WORKER_THRESHOLD } from './renderWorker.ts';
import type { Store } from './store.ts';
import type { PageKey, QueryKey, World } from './types.ts';

/** Pages that the worker gets at a time. */
const BATCH = 16;
/** Batches that the worker has at a time: while one is taken in, it works on the other. */
const BATCHES = 2;

export interface RenderContext {
  readonly world: World;
  readonly store: Store;
  readonly worker: RenderWorker;
  readonly dynamicPrefixes: readonly string[];
  readonly emit: (event: EngineEvent) => void;
}

type Failed = 'render-failed' | 'refused';

/** Takes what was rendered, page by page; a page's answers come before it. */
export interface Rendering {
  ask(query: QueryKey): unknown;
  take(page: RenderedPage): void;
  takeAnswer(query: QueryKey, answer: Answer): void;
}

/** Renders all pages; the first failure ends it, with the page named. */
export async function renderPages(
  due: readonly PageToRender[],
  rendering: Rendering,
  context: RenderContext,
): Promise<Result<null, Failed>> {
  const queue = new RenderQueue(due, rendering, context.emit);
  const shared = due.length >= WORKER_THRESHOLD ? shareWithWorker(queue, context) : null;
  await renderHere(queue, createPageRenderer(context.world, rendering.ask, context.store, context.dynamicPrefixes));
  await shared?.done();
  return queue.result();
}

/** Lets the worker take part as soon as its world is open. */
function shareWithWorker(queue: RenderQueue, { world, worker, dynamicPrefixes }: RenderContext) {
  const ref = world.workerModule?.();
  if (!ref) return null;
  let isOpen = false;
  const work = worker.open(ref, dynamicPrefixes).then((opened) => {
    isOpen = opened;
    return renderInWorker(queue, worker);
  });
  // A failure of the worker is thrown by `done`.
  work.catch(() => {});
  return {
    /** Waits for the batches under way; a worker whose world is still opening is not needed any more. */
    async done(): Promise<void> {
      if (!isOpen) await worker.end();
      await work;
    },
  };
}

/** One page at a time: rendering waits for nothing. */
async function renderHere(queue: RenderQueue, render: ReturnType<typeof createPageRenderer>): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop();
  for (let [page] = queue.take(1); page; [page] = queue.take(1)) {
    try {
      queue.add(page, await render(page));
    } catch (error) {
      queue.fail(page.key, error);
    }
    await yieldToEventLoop();
  }
}

async function renderInWorker(queue: RenderQueue, worker: RenderWorker): Promise<void> {
  async function renderBatches(): Promise<void> {
    for (let batch = queue.take(BATCH); batch.length > 0; batch = queue.take(BATCH)) {
      const { pages, answers, failure } = await worker.render(batch);
      queue.addBatch(batch, pages, answers);
      if (failure) queue.fail(failure.page, failure.refused ? new RefusedFile(failure.message) : new Error(failure.message));
    }
  }
  await Promise.all(Array.from({ length: BATCHES }, renderBatches));
}

/** The pages that are due, and what became of them. */
class RenderQueue {
  readonly #due: readonly PageToRender[];
  readonly #emit: (event: EngineEvent) => void;
  readonly #rendering: Rendering;
  #done = 0;
  #next = 0;
  #failure: { readonly page: PageKey; readonly error: unknown } | null = null;

  constructor(due: readonly PageToRender[], rendering: Rendering, emit: (event: EngineEvent) => void) {
    this.#due = due;
    this.#rendering = rendering;
    this.#emit = emit;
  }

  /** The next pages: `most` of them, towards the end fewer, so that neither thread waits long for the other's last. */
  take(most: number): readonly PageToRender[] {
    if (this.#failure) return [];
    const left = this.#due.length - this.#next;
    const taken = this.#due.slice(this.#next, this.#next + Math.min(most, Math.ceil(left / BATCH)));
    this.#next += taken.length;
    return taken;
  }

  add(page: PageToRender, rendered: RenderedPage): void {
    this.#done += 1;
    this.#rendering.take(rendered);
    for (const file of rendered.files) if (!wasStored(page, file)) this.#emit({ type: 'stored', path: file.path });
    this.#emit({ type: 'rendered', page: page.key, done: this.#done, of: this.#due.length });
  }

  /** `rendered` may lack the last pages. */
  addBatch(batch: readonly PageToRender[], rendered: readonly RenderedPage[], answers: readonly AnswerTuple[]): void {
    for (const [query, answer] of answers) this.#rendering.takeAnswer(query, answer);
    for (const [at, page] of rendered.entries()) if (batch[at]) this.add(batch[at], page);
  }

  fail(page: PageKey, error: unknown): void {
    this.#failure ??= { page, error };
  }

  result(): Result<null, Failed> {
    if (!this.#failure) return succeed(null);
    const { page, error } = this.#failure;
    if (error instanceof RefusedFile) return fail('refused', `${error.message} Nothing was published.`);
    this.#emit({ type: 'render-failed', page, error });
    const why = messageOf(error)
      .replaceAll('\n', ' ')
      .replace(/[.\s]*$/, '.');
    return fail('render-failed', `${page} could not be rendered: ${why} Nothing was published.`);
  }
}
