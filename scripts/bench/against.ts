/** This code against another checkout of it, turn about in one run: a figure of another hour says nothing. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { changeTitle, publishTitle, SECRET } from './http.ts';
import { makeFolder, memoryOf, once, quantile, type Server, serve } from './process.ts';

/** Milliseconds after a publish for what follows it, compressing for one, which would take the other checkout's processor. */
const PAUSE = 1000;
/** Publishes before the measured ones: the code is compiled by them. */
const WARM_UP = 5;

/** A checkout with a content service, folders and a worker of its own. */
async function openCheckout(root: string, folder: string, size: number, now: number) {
  const service = await serve(join(root, 'scripts/bench/service.ts'), [String(size), String(now)]);
  let worker: Server | null = null;
  /** Measured values by what they are of. */
  const figures = new Map<string, number[]>();
  const note = (what: string, value: number) => figures.set(what, [...(figures.get(what) ?? []), value]);

  async function timed(kind: 'build' | 'rebuild', what: string) {
    const done = await once(kind, service.url, folder, root);
    note(`${what}, ms`, done.whole);
    return done;
  }

  return {
    figures,
    async build() {
      const { peak } = await timed('build', 'Clean build');
      note('Clean build, peak MB', peak / 1024 / 1024);
    },
    async rebuild(at: number) {
      await changeTitle(service.url, `Cold title ${at}`);
      await timed('rebuild', 'Cold rebuild of one title');
      await timed('rebuild', 'Cold rebuild of nothing');
    },
    async startWorker() {
      worker = await serve(join(root, 'scripts/bench/worker.ts'), [service.url, folder, SECRET]);
    },
    async publish(at: number) {
      const { live, report } = await publishTitle(worker?.url ?? '', service.url, `Changed title ${at}`);
      if (at >= 0) {
        note('Title live, ms', live);
        for (const part of ['fetch', 'plan', 'render', 'publish'] as const)
          note(`of which ${part}, ms`, report.milliseconds[part]);
      }
      await setTimeout(PAUSE);
    },
    noteMemory(what: string) {
      const memory = worker && memoryOf(worker);
      if (memory) note(what, memory.now / 1024 / 1024);
    },
    async close() {
      await worker?.stop();
      await service.stop();
    },
  };
}

/** A Markdown table: medians there and here, and their ratio. */
export async function compareWith(other: string, here: string, size: number, runs: number): Promise<string> {
  const now = Date.now();
  const folder = await makeFolder();
  const both: Awaited<ReturnType<typeof openCheckout>>[] = [];
  try {
    for (const [root, name] of [
      [other, 'there'],
      [here, 'here'],
    ] as const)
      both.push(await openCheckout(root, join(folder, name), size, now));
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
