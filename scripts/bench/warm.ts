import { setTimeout } from 'node:timers/promises';
import { ask, ended, hook, type Job, SECRET } from './http.ts';
import { memoryOf, quantile, serve } from './process.ts';
import { measureReaders, type ReaderFigures } from './readers.ts';

export interface WarmFigures<Visit> {
  /** Milliseconds from the webhook's POST to the first GET that shows the new title. */
  readonly median: number;
  readonly p95: number;
  readonly rendered: number;
  readonly written: number;
  /** Bytes. */
  readonly resident: number;
  readonly peak: number;
  readonly readers: ReaderFigures;
  /** What a visit of the running site measured. */
  readonly visited: Visit;
}

/** Publishes one changed title after the other through a running worker, then lets `visit` look at the running site. */
export async function measureWarm<Visit>(
  service: string,
  folder: string,
  runs: number,
  visit: (site: string) => Promise<Visit>,
): Promise<WarmFigures<Visit>> {
  const worker = await serve('worker.ts', [service, folder, SECRET]);
  try {
    // What a worker does at its start is not a publish: wait for it, and let the code be compiled by a few more.
    const times: number[] = [];
    let last: Job | null = null;
    for (let at = -5; at < runs; at += 1) {
      const title = `Changed title ${at}`;
      await ask('POST', `${service}/change/news/3/title`, title);
      const started = performance.now();
      const path = await hook(worker.url, ['news']);
      while (!(await ask('GET', `${worker.url}/News`)).includes(title));
      if (at >= 0) times.push(performance.now() - started);
      last = await ended(worker.url, path);
      // Nobody publishes twice within a fifth of a second; what is written down after going live has its time.
      await setTimeout(200);
    }
    const readers = await measureReaders(worker.url, service, folder, runs);
    const memory = memoryOf(worker);
    return {
      median: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      rendered: last?.report.rendered.length ?? 0,
      written: last?.report.written.length ?? 0,
      resident: memory?.now ?? 0,
      peak: memory?.peak ?? 0,
      readers,
      visited: await visit(worker.url),
    };
  } finally {
    await worker.stop();
  }
}
