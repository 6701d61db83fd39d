/** Renders the planned pages, in two threads when they are many. Nothing of it counts before the release is recorded. */
import { fail, type Result, succeed } from '../lib/result.ts';
import type { EngineEvent } from './api.ts';
import { breather } from './files.ts';
import { Helper, MANY } from './helper.ts';
import { type AnswerTuple, newFiles, PageRenderer, type PageToRender, type RenderedPage } from './render-page.ts';
import type { Store } from './store.ts';
import type { PageKey, Question, World } from './types.ts';

/** Pages that travel to the other thread together. */
const BATCH = 16;
/** Batches under way in the other thread: while one is answered, it works on the other. */
const BATCHES = 2;

interface Surroundings {
  readonly store: Store;
  readonly dynamic: readonly string[];
  readonly emit: (event: EngineEvent) => void;
  readonly distDir: string;
  /** A second thread that is ready already. */
  readonly helper?: Helper;
}

export interface RenderedPages {
  readonly pages: readonly RenderedPage[];
  /** Answers that the other thread made. */
  readonly answered: ReadonlyMap<Question, AnswerTuple>;
}

/** All pages, in the order given; the first exception ends it, with the page named. */
export async function renderPages(
  due: readonly PageToRender[],
  world: World,
  surroundings: Surroundings,
): Promise<Result<RenderedPages, 'render-failed'>> {
  const desk = new Desk(due, surroundings.emit);
  const there = shareWork(desk, due.length, world, surroundings);
  await workHere(desk, new PageRenderer(world, surroundings.store, surroundings.dynamic));
  await there?.end();
  return desk.result();
}

/** Lets a second thread take part as soon as it can, where there is enough to do. */
function shareWork(desk: Desk, count: number, world: World, { helper: given, store, distDir, dynamic }: Surroundings) {
  const elsewhere = count >= MANY ? world.elsewhere?.() : undefined;
  if (!elsewhere) return null;
  const helper = given ?? new Helper({ storeDir: store.dir, distDir });
  let isOpen = false;
  const work = helper.open(elsewhere, dynamic).then((opened) => {
    isOpen = opened;
    return workThere(desk, helper);
  });
  // What goes wrong with the thread is thrown below, where it is waited for.
  work.catch(() => {});
  return {
    /** One that has not begun has nothing to give; one that has is owed the answers to what it took. */
    async end(): Promise<void> {
      if (!isOpen) await helper.end();
      await work;
      await helper.end();
    },
  };
}

/** One page at a time: rendering waits for nothing. */
async function workHere(desk: Desk, renderer: PageRenderer): Promise<void> {
  const breathe = breather();
  for (let [page] = desk.take(1); page; [page] = desk.take(1)) {
    try {
      desk.done(page, await renderer.render(page));
    } catch (error) {
      desk.fail(page.key, error);
    }
    await breathe();
  }
}

async function workThere(desk: Desk, helper: Helper): Promise<void> {
  async function work(): Promise<void> {
    for (let batch = desk.take(BATCH); batch.length > 0; batch = desk.take(BATCH)) {
      const { pages, answers, failure } = await helper.render(batch);
      for (const [at, page] of pages.entries()) desk.done(batch[at] as PageToRender, page);
      for (const answer of answers) desk.answered.set(answer[0], answer);
      if (failure) desk.fail(failure.page, new Error(failure.message));
    }
  }
  await Promise.all(Array.from({ length: BATCHES }, work));
}

/** Hands out the pages that are due and takes in what became of them. */
class Desk {
  readonly answered = new Map<Question, AnswerTuple>();
  readonly #due: readonly PageToRender[];
  readonly #emit: (event: EngineEvent) => void;
  readonly #rendered = new Map<PageKey, RenderedPage>();
  #next = 0;
  #failure: { readonly page: PageKey; readonly error: unknown } | null = null;

  constructor(due: readonly PageToRender[], emit: (event: EngineEvent) => void) {
    this.#due = due;
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

  done(page: PageToRender, rendered: RenderedPage): void {
    this.#rendered.set(page.key, rendered);
    for (const [path] of newFiles(page, rendered.files)) this.#emit({ type: 'stored', path });
    this.#emit({ type: 'rendered', page: page.key, done: this.#rendered.size, of: this.#due.length });
  }

  fail(page: PageKey, error: unknown): void {
    this.#failure ??= { page, error };
  }

  result(): Result<RenderedPages, 'render-failed'> {
    if (!this.#failure) {
      return succeed({ pages: this.#due.map(({ key }) => this.#rendered.get(key) as RenderedPage), answered: this.answered });
    }
    const { page, error } = this.#failure;
    this.#emit({ type: 'render-failed', page, error });
    const why = error instanceof Error ? error.message : String(error);
    return fail('render-failed', `${page} could not be rendered: ${why.replaceAll('\n', ' ')} Nothing was published.`);
  }
}
