import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { memoryOf, quantile, type Server, serve } from './process.ts';

export const SECRET = 'the secret of the benchmark';

export interface WarmFigures<Visit> {
  /** Milliseconds from the webhook's POST to the first GET that shows the new title. */
  readonly median: number;
  readonly p95: number;
  readonly rendered: number;
  readonly written: number;
  /** Bytes. */
  readonly resident: number;
  readonly peak: number;
  /** What a visit of the running site measured. */
  readonly visited: Visit | undefined;
}

const agent = new Agent({ keepAlive: true });

function ask(method: string, url: string, body = '', headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const authorised = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };

interface Job {
  readonly state: string;
  readonly report: { readonly rendered: string[]; readonly written: string[] };
}

/** Asks for a rebuild's state until it has ended; each call waits for the one before. */
async function ended(worker: Server, path: string): Promise<Job> {
  for (;;) {
    const job = JSON.parse(await ask('GET', worker.url + path, '', authorised)) as Job;
    if (job.state === 'failed') throw new Error(`The worker's rebuild failed: ${JSON.stringify(job)}`);
    if (job.state !== 'queued' && job.state !== 'running') return job;
  }
}

async function hook(worker: Server, collections: readonly string[]): Promise<string> {
  return (
    JSON.parse(await ask('POST', `${worker.url}/hooks/rebuild`, JSON.stringify({ collections }), authorised)) as { url: string }
  ).url;
}

/** Publishes one changed title after the other through a running worker, then lets `visit` look at the running site. */
export async function measureWarm<Visit>(
  service: string,
  folder: string,
  runs: number,
  visit?: (site: string) => Promise<Visit>,
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
      const path = await hook(worker, ['news']);
      while (!(await ask('GET', `${worker.url}/News`)).includes(title));
      if (at >= 0) times.push(performance.now() - started);
      last = await ended(worker, path);
      // Nobody publishes twice within a fifth of a second; what is written down after going live has its time.
      await setTimeout(200);
    }
    const memory = memoryOf(worker);
    return {
      median: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      rendered: last?.report.rendered.length ?? 0,
      written: last?.report.written.length ?? 0,
      resident: memory?.now ?? 0,
      peak: memory?.peak ?? 0,
      visited: await visit?.(worker.url),
    };
  } finally {
    await worker.stop();
  }
}
