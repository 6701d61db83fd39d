/** Calls from one thread to another: a task out, a reply or an error back. All of it is plain data. */
import type { MessagePort, Worker } from 'node:worker_threads';
import { Refusal } from './result.ts';

type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: Error; readonly refused: boolean };

type Notice = { readonly notice: unknown };

const ASK = { ask: true } as const;
const ALIVE = { alive: true } as const;
/** Milliseconds between two questions whether a thread still answers. */
const ASK_INTERVAL = 30_000;
/** So many questions in a row without a word: no step of a rebuild takes ten minutes. Counted, as a suspended process answers nothing either. */
const MOST_UNANSWERED = 20;

export class ThreadEnded extends Error {}

export interface ThreadListener {
  onNotice?(notice: unknown): void;
  /** Called once, when the thread is gone without having been ended. */
  onDeath?(error: Error): void;
}

/** The calling side of one thread. A call under way keeps the process alive; an idle thread does not. */
export class CalledThread {
  readonly #name: string;
  readonly #thread: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listener: ThreadListener;
  #ended: Error | null = null;
  #lastId = 0;
  #asking: NodeJS.Timeout | undefined;
  #unanswered = 0;
  #isGivenUp = false;

  /** `name`: as a sentence begins with it, such as "The render worker". */
  constructor(name: string, thread: Worker, listener: ThreadListener = {}) {
    this.#name = name;
    this.#thread = thread;
    this.#listener = listener;
    thread.unref();
    // A late message must not drop the reference of an ended thread: the process would exit (13) before its end is reported.
    thread.on('message', (message: Reply | Notice | typeof ALIVE) => {
      this.#unanswered = 0;
      if (this.#ended) return;
      if ('notice' in message) listener.onNotice?.(message.notice);
      else if ('id' in message) this.#settle(message);
    });
    thread.on('error', (error: Error) => this.#die(error.message));
    thread.on('exit', (code) => this.#die(this.#isGivenUp ? 'it did not answer any more.' : `exit code ${code}.`));
    this.askEvery(ASK_INTERVAL);
  }

  /** Asks the thread every so many milliseconds whether it still answers; one that computes without end is stopped, and is dead. */
  askEvery(interval: number): void {
    clearInterval(this.#asking);
    this.#unanswered = 0;
    if (this.#ended) return;
    this.#asking = setInterval(() => this.#ask(), interval).unref();
  }

  /** Rejects with the thread's error, with {@link ThreadEnded}, or because it died before it replied. */
  call(task: unknown): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#thread.ref();
    this.#thread.postMessage({ id, task });
    return waiting.promise;
  }

  async end(): Promise<void> {
    if (!this.#ended) this.#reject(new ThreadEnded(`${this.#name} was ended.`));
    // `terminate` takes a reference to the thread, which keeps the process alive until then.
    await this.#thread.terminate();
  }

  #ask(): void {
    if (this.#unanswered === 0) this.#thread.postMessage(ASK);
    this.#unanswered += 1;
    if (this.#unanswered <= MOST_UNANSWERED) return;
    this.#isGivenUp = true;
    // It is dead once it is gone: until then it may hold a lock.
    void this.#thread.terminate();
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#thread.unref();
    if (!('error' in reply)) waiting?.resolve(reply.value);
    else waiting?.reject(reply.refused ? new Refusal(reply.error.message) : reply.error);
  }

  #die(why: string): void {
    if (this.#ended) return;
    const error = new Refusal(`${this.#name} ended before its work was done: ${why}`);
    this.#reject(error);
    this.#listener.onDeath?.(error);
  }

  #reject(error: Error): void {
    this.#ended = error;
    clearInterval(this.#asking);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** The answering side. Calls are answered as they come; `answer` itself keeps an order where one is needed. */
export function answerCalls(port: MessagePort, answer: (task: unknown) => unknown): void {
  port.on('message', async (message: typeof ASK | { readonly id: number; readonly task: unknown }) => {
    if ('ask' in message) return port.postMessage(ALIVE);
    const { id, task } = message;
    try {
      port.postMessage({ id, value: await answer(task) } satisfies Reply);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      port.postMessage({ id, error: plainError(error), refused: thrown instanceof Refusal } satisfies Reply);
    }
  });
}

/** An error's message and stack alone: what else it holds may not be data. */
function plainError({ message, stack }: Error): Error {
  const plain = new Error(message);
  if (stack !== undefined) plain.stack = stack;
  return plain;
}

export function postNotice(port: MessagePort, notice: unknown): void {
  port.postMessage({ notice } satisfies Notice);
}
