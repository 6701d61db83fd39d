/**
 * The rebuild thread as the serving thread has it: called by messages, started again when it dies, and replaced by one that
 * loads the code anew when that has changed.
 */
import { Worker } from 'node:worker_threads';
import { CalledThread } from '../lib/threads.ts';
import type { SiteEvent } from '../site/types.ts';
import { type Call, type RebuildCalls, remoteCalls, type ThreadNotice, type ThreadOptions } from './protocol.ts';

/** Milliseconds before a thread that died is started again: doubled each time, up to a minute. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
/** A thread that lived for so many milliseconds died of something new. */
const LONG_LIFE = 10 * 60_000;
/** Milliseconds for which the end of a thread waits for what it is writing. */
const LONGEST_CLOSE = 5000;
/** Milliseconds between two questions at a stop whether the thread still answers: one that computes without end is ended in seconds. */
const STOP_ASK_INTERVAL = 200;
/** Code that changes again and again while threads start is left to the next call. */
const MOST_REPLACEMENTS = 3;

export interface RebuildThreadOptions {
  readonly data: ThreadOptions;
  /** Other than the usual program, for tests. */
  readonly program?: URL;
  /** Milliseconds of the first pause. */
  readonly firstPause?: number;
  /** Milliseconds between two questions whether the thread still answers. */
  readonly askInterval?: number;
  readonly onEvent: (event: SiteEvent) => void;
  /** One line. The thread is started again by itself. */
  readonly onDeath: (message: string) => void;
  readonly onRestarted: () => void;
}

/** Whether a call was refused because the code has changed. */
function isOutdated(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'reason' in value && value.reason === 'outdated';
}

const PROGRAM = new URL('./rebuildThreadProgram.ts', import.meta.url);

export class RebuildThread {
  /** Each rejects when the thread dies before it replied, or is dead. */
  readonly calls: RebuildCalls;
  readonly #options: RebuildThreadOptions;
  /** Rejects while the thread is dead. */
  #current: Promise<CalledThread>;
  /** The one started last. */
  #thread: CalledThread | null = null;
  #isEnding = false;
  #pause: number;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: RebuildThreadOptions) {
    this.#options = options;
    this.#pause = options.firstPause ?? FIRST_PAUSE;
    this.calls = remoteCalls((call) => this.#call(call));
    this.#current = this.#start();
    this.#current.catch(() => {});
  }

  /** Rejects when the thread does not start. */
  async ready(): Promise<void> {
    await this.#current;
  }

  /** What is under way is ended; of a thread that does not answer it is waited for some seconds. Nothing is started again. */
  stopping(): void {
    this.#isEnding = true;
    clearTimeout(this.#restart);
    this.#thread?.askEvery(STOP_ASK_INTERVAL);
  }

  /** Writes everything down and ends the thread. */
  async end(): Promise<void> {
    this.stopping();
    const thread = await this.#current.catch(() => null);
    if (!thread) return;
    await this.#stop(thread);
  }

  async #stop(thread: CalledThread): Promise<void> {
    const closed = thread.call({ name: 'close', args: [] } satisfies Call);
    const late = AbortSignal.timeout(LONGEST_CLOSE);
    await Promise.race([closed, new Promise((resolve) => late.addEventListener('abort', resolve))]).catch(() => {});
    await thread.end();
  }

  async #call(call: Call): Promise<unknown> {
    for (let replacements = 0; ; replacements += 1) {
      const thread = await this.#current;
      const value = await thread.call(call);
      if (!isOutdated(value) || replacements === MOST_REPLACEMENTS) return value;
      this.#replace(thread);
    }
  }

  /** Has the next call go to a thread that has loaded the code as it is now. */
  #replace(thread: CalledThread): void {
    // Another call was told the same.
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#current = this.#stop(thread).then(() => this.#start());
    this.#current.catch(() => {});
  }

  #start(): Promise<CalledThread> {
    const { data, program = PROGRAM, askInterval, onEvent } = this.#options;
    const opened = Promise.withResolvers<CalledThread>();
    const startedAt = performance.now();
    const thread: CalledThread = new CalledThread('The rebuild thread', new Worker(program, { workerData: data }), {
      onNotice: (notice) => {
        const said = notice as ThreadNotice;
        if (said === 'ready') opened.resolve(thread);
        else onEvent(said);
      },
      onDeath: (error) => {
        opened.reject(error);
        this.#scheduleRestart(error, performance.now() - startedAt);
      },
    });
    const interval = this.#isEnding ? STOP_ASK_INTERVAL : askInterval;
    if (interval !== undefined) thread.askEvery(interval);
    this.#thread = thread;
    return opened.promise;
  }

  /** Has calls fail until the thread is started again. */
  #scheduleRestart(error: Error, lived: number): void {
    this.#current = Promise.reject(error);
    this.#current.catch(() => {});
    if (this.#isEnding) return;
    const { firstPause = FIRST_PAUSE, onDeath, onRestarted } = this.#options;
    if (lived > LONG_LIFE) this.#pause = firstPause;
    this.#restart = setTimeout(() => {
      this.#current = this.#start();
      this.#current.then(onRestarted, () => {});
    }, this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
    onDeath(error.message);
  }
}
