/**
 * Renders the planned pages, in two threads when they are many. Nothing of it counts before the release is recorded: the
 * other thread reads the content, which is committed, and makes all its answers itself.
 */
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import { fail, messageOf, type Result, succeed } from '../lib/result.ts';
import { createPageRenderer, type PageToRender, RefusedFile, type RenderedPage, wasStored } from './pageRenderer.ts';
import type { RebuildContext } from './plan.ts';
import type { PageKey } from './types.ts';

/** Below this many pages a second thread takes longer to start than it saves. */
const WORKER_THRESHOLD = 256;
/** Pages that the worker gets at a time. */
const BATCH = 16;
/** Batches that the worker has at a time: while one is taken in, it works on the other. */
const BATCHES = 2;

/** Renders all pages; `take` is given one after the other, its answers recorded. The first failure ends it, with the page named. */
export async function renderPages(
  due: readonly PageToRender[],
  take: (page: RenderedPage) => void,
  { world, answers, traces, store, worker, dynamicPrefixes, emit }: RebuildContext,
): Promise<Result<null, 'render-failed' | 'refused'>> {
  const failures: { readonly page: PageKey; readonly error: unknown }[] = [];
  let next = 0;
  let done = 0;

  /** The next pages: `most` of them, towards the end fewer, so that neither thread waits long for the other's last. */
  function nextPages(most: number): readonly PageToRender[] {
    if (failures.length > 0) return [];
    const pages = due.slice(next, next + Math.min(most, Math.ceil((due.length - next) / BATCH)));
    next += pages.length;
    return pages;
  }

  function add(page: PageToRender, rendered: RenderedPage): void {
    done += 1;
    take(rendered);
    for (const file of rendered.files) if (!wasStored(page, file)) emit({ type: 'stored', path: file.path });
    emit({ type: 'rendered', page: page.key, done, of: due.length });
  }

  /** One page at a time: rendering waits for nothing. */
  async function renderHere(): Promise<void> {
    const render = createPageRenderer(world, (query) => answers.ask(query), store, dynamicPrefixes);
    const yieldToEventLoop = createYieldToEventLoop();
    for (let [page] = nextPages(1); page; [page] = nextPages(1)) {
      try {
        add(page, await render(page));
      } catch (error) {
        failures.push({ page: page.key, error });
      }
      await yieldToEventLoop();
    }
  }

  async function renderInWorker(): Promise<void> {
    for (let batch = nextPages(BATCH); batch.length > 0; batch = nextPages(BATCH)) {
      // It may lack the last pages.
      const { pages, answers: made, failure } = await worker.render(batch);
      for (const [query, answer] of made) traces.record(query, answer);
      for (const [at, page] of pages.entries()) if (batch[at]) add(batch[at], page);
      if (failure) failures.push(failure);
    }
  }

  const ref = due.length >= WORKER_THRESHOLD ? world.workerModule?.() : undefined;
  let isOpen = false;
  const shared = ref && worker.open(ref, dynamicPrefixes);
  const inWorker = shared?.then((opened) => {
    isOpen = opened;
    return Promise.all(Array.from({ length: BATCHES }, renderInWorker));
  });
  // A failure of the worker is thrown below.
  inWorker?.catch(() => {});
  await renderHere();
  // A worker whose world is still opening is not needed any more.
  if (inWorker && !isOpen) await worker.end();
  await inWorker;

  const [first] = failures;
  if (!first) return succeed(null);
  const { page, error } = first;
  if (error instanceof RefusedFile) return fail('refused', `${error.message} Nothing was published.`);
  emit({ type: 'render-failed', page, error });
  const why = messageOf(error)
    .replaceAll('\n', ' ')
    .replace(/[.\s]*$/, '.');
  return fail('render-failed', `${page} could not be rendered: ${why} Nothing was published.`);
}
