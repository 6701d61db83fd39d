/** This code against another checkout of it, turn about in one run: a figure of another hour says nothing. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { changeTitle, publishTitle, SECRET } from './http.ts';
import { makeFolder, memoryOf, once, quantile, type Server, serve } from './process.ts';

/** Publishes before the measured ones: the code is compiled by them. */
const WARM_UP = 5;

/** A checkout with a content service, folders and a worker of its own. */
class Checkout {
  readonly #root: string;
  readonly #folder: string;
  readonly #service: Server;
  #worker: Server | null = null;
  /** Measured values by what they are of. */
  readonly figures = new Map<string, number[]>();

  constructor(root: string, folder: string, service: Server) {
    this.#root = root;
    this.#folder = folder;
    this.#service = service;
  }

  static async open(root: string, folder: string, size: number, now: number): Promise<Checkout> {
    const service = await serve(join(root, 'scripts/bench/service.ts'), [String(size), String(now)]);
    return new Checkout(root, folder, service);
  }

  note(what: string, value: number): void {
    this.figures.set(what, [...(this.figures.get(what) ?? []), value]);
  }

  async #once(kind: 'build' | 'rebuild', what: string) {
    const done = await once(kind, this.#service.url, this.#folder, this.#root);
    this.note(`${what}, ms`, done.whole);
    return done;
  }

  async build(): Promise<void> {
    const { peak } = await this.#once('build', 'Clean build');
    this.note('Clean build, peak MB', peak / 1024 / 1024);
  }

  async rebuild(at: number): Promise<void> {
    await changeTitle(this.#service.url, `Cold title ${at}`);
    await this.#once('rebuild', 'Cold rebuild of one title');
    await this.#once('rebuild', 'Cold rebuild of nothing');
  }

  async startWorker(): Promise<void> {
    const program = join(this.#root, 'scripts/bench/worker.ts');
    this.#worker = await serve(program, [this.#service.url, this.#folder, SECRET]);
  }

  /** The worker then has its time for what follows. */
  async publish(at: number): Promise<void> {
    const { live, report } = await publishTitle(this.#worker?.url ?? '', this.#service.url, `Changed title ${at}`);
    if (at >= 0) {
      this.note('Title live, ms', live);
      for (const part of ['fetch', 'plan', 'render', 'publish'] as const)
        this.note(`of which ${part}, ms`, report.milliseconds[part]);
    }
    await setTimeout(200);
  }

  noteMemory(what: string): void {
    const memory = this.#worker && memoryOf(this.#worker);
    if (memory) this.note(what, memory.now / 1024 / 1024);
  }

  async close(): Promise<void> {
    await this.#worker?.stop();
    await this.#service.stop();
  }
}

/** A Markdown table: medians there and here, and their ratio. */
export async function compareWith(other: string, here: string, size: number, runs: number): Promise<string> {
  const now = Date.now();
  const folder = await makeFolder();
  const both: Checkout[] = [];
  try {
    for (const [root, name] of [
      [other, 'there'],
      [here, 'here'],
    ] as const)
      both.push(await Checkout.open(root, join(folder, name), size, now));
    const few = Math.max(3, Math.ceil(runs / 6));
    for (let at = 0; at < few; at += 1) for (const one of both) await one.build();
    for (let at = 0; at < few * 2; at += 1) for (const one of both) await one.rebuild(at);
    for (const one of both) await one.startWorker();
    for (let at = -WARM_UP; at < runs; at += 1) for (const one of both) await one.publish(at);
    for (const one of both) one.noteMemory(`Worker after ${runs + WARM_UP} publishes, MB`);
  } finally {
    for (const one of both) await one.close();
    await rm(folder, { recursive: true, force: true });
  }
  const medians = both.map(({ figures }) => new Map(Array.from(figures, ([what, values]) => [what, quantile(values, 0.5)])));
  const lines = Array.from(medians[1] ?? [], ([what, value]) => {
    const before = medians[0]?.get(what) ?? Number.NaN;
    return `| ${what} | ${before.toFixed(1)} | ${value.toFixed(1)} | ${(value / before).toFixed(2)} |`;
  });
  return [`### ${size} items a collection`, '', '| median | there | here | ratio |', '| --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
}
