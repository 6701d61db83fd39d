/** The helper's thread: one task after the other, each answered. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Place, RenderedThere, Task } from './helper.ts';
import { Placer } from './placer.ts';
import { type AnswerTuple, PageRenderer, type PageToRender, type RenderedPage } from './render-page.ts';
import { Store } from './store.ts';
import type { Question, RenderingWorld, WorldModule } from './types.ts';

const { storeDir, distDir } = workerData as Place;
const store = new Store(storeDir);
const placer = new Placer(store, distDir, '.incoming-2');
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Renders batches of pages, and tells each answer that they asked for once. */
class Workshop {
  readonly #world: RenderingWorld;
  readonly #renderer: PageRenderer;
  readonly #told = new Set<Question>();

  constructor(world: RenderingWorld, dynamic: readonly string[]) {
    this.#world = world;
    this.#renderer = new PageRenderer(world, store, dynamic);
  }

  async render(due: readonly PageToRender[]): Promise<RenderedThere> {
    const pages: RenderedPage[] = [];
    const answers: AnswerTuple[] = [];
    for (const page of due) {
      try {
        const rendered = await this.#renderer.render(page);
        pages.push(rendered);
        answers.push(...this.#newAnswers(rendered.asked));
      } catch (error) {
        return { pages, answers, failure: { page: page.key, message: messageOf(error) } };
      }
    }
    return { pages, answers, failure: null };
  }

  *#newAnswers(asked: readonly Question[]): Generator<AnswerTuple> {
    for (const question of asked) {
      if (this.#told.has(question)) continue;
      this.#told.add(question);
      const { digest, inputs } = this.#world.ask(question);
      yield [question, digest, inputs];
    }
  }
}

let workshop: Workshop | undefined;

async function act(task: Task): Promise<unknown> {
  if (task.kind === 'render') return workshop?.render(task.pages);
  if (task.kind === 'place') {
    for (const file of task.files) placer.place(file);
    return null;
  }
  const { openWorld, prepare } = (await import(task.module)) as WorldModule;
  if (task.kind === 'prepare') await prepare?.(task.hint);
  else workshop = new Workshop(await openWorld(task.data), task.dynamic);
  return null;
}

async function answer(id: number, task: Task): Promise<void> {
  let told: Answer;
  try {
    told = { id, value: await act(task), error: null };
  } catch (error) {
    told = { id, value: null, error: messageOf(error) };
  }
  parentPort?.postMessage(told);
}

let queue = Promise.resolve();
parentPort?.on('message', ({ id, task }: { id: number; task: Task }) => {
  queue = queue.then(() => answer(id, task));
});
