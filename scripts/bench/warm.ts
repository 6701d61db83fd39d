import { setTimeout } from 'node:timers/promises';
import { publishTitle, SECRET } from './http.ts';
import { memoryOf, quantile, serve } from './process.ts';
import { measureReaders } from './readers.ts';

/**
 * Publishes one changed title after the other through a running worker, then lets `visit` look at the running site. `median` and
 * `p95`: milliseconds until a title is live; `resident` and `peak`: bytes.
 */
export async function measureWarm<Visit>(service: string, folder: string, runs: number, visit: (site: string) => Promise<Visit>) {
  const worker = await serve('worker.ts', [service, folder, SECRET]);
  try {
    // What a worker does at its start is not a publish: wait for it, and let the code be compiled by a few more.
    const times: number[] = [];
    let pages = { rendered: 0, written: 0 };
    for (let at = -5; at < runs; at += 1) {
      const { live, report } = await publishTitle(worker.url, service, `Changed title ${at}`);
      if (at >= 0) times.push(live);
      pages = { rendered: report.rendered.length, written: report.written.length };
      // Nobody publishes twice within a fifth of a second; what is written down after going live has its time.
      await setTimeout(200);
    }
    const readers = await measureReaders(worker.url, service, folder, runs);
    const memory = memoryOf(worker);
    return {
      median: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      ...pages,
      resident: memory?.now ?? 0,
      peak: memory?.peak ?? 0,
      readers,
      visited: await visit(worker.url),
    };
  } finally {
    await worker.stop();
  }
}
