/** Calls to a running worker over kept connections, as its readers and its content service make them. */
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Report } from '../../src/site/report.ts';

export const SECRET = 'the secret of the benchmark';
/** Milliseconds that an idle connection is kept: less than the 5 s of Node's servers, so that no call meets one that is being closed. */
const IDLE = 2000;
const agent = new Agent({ keepAlive: true, timeout: IDLE });
const authorised = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };

/** The text of an answer; rejects for one that is no success. */
export function ask(
  method: string,
  url: string,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () =>
        (response.statusCode ?? 0) < 300 ? resolve(text) : reject(new Error(`${url} answered ${response.statusCode}.`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

interface Job {
  readonly state: string;
  readonly report: Pick<Report, 'rendered' | 'written' | 'milliseconds'>;
}

/** Milliseconds between two questions for a rebuild's state, so that asking does not itself keep the worker busy. */
const INTERVAL = 5;

/** Asks for a rebuild's state until it has ended. */
export async function ended(worker: string, path: string): Promise<Job> {
  for (;;) {
    const job = JSON.parse(await ask('GET', worker + path, '', authorised)) as Job;
    if (job.state === 'failed') throw new Error(`The worker's rebuild failed: ${JSON.stringify(job)}`);
    if (job.state !== 'queued' && job.state !== 'running') return job;
    await setTimeout(INTERVAL);
  }
}

/** Calls the webhook; the address of the rebuild. */
export async function hook(worker: string, collections: readonly string[]): Promise<string> {
  const answer = await ask('POST', `${worker}/hooks/rebuild`, JSON.stringify({ collections }), authorised);
  return (JSON.parse(answer) as { url: string }).url;
}

/** Gives an item of a collection another title. */
export async function changeTitle(service: string, title: string, collection = 'news'): Promise<void> {
  await ask('POST', `${service}/change/${collection}/3/title`, title);
}

/**
 * Publishes a news item's title. `live`: milliseconds from the webhook's POST to the first answer that shows it, asked for every
 * `interval` milliseconds; `next`: how long the reader after that one waits.
 */
export async function publishTitle(worker: string, service: string, title: string, interval = 0) {
  await changeTitle(service, title);
  const started = performance.now();
  const path = await hook(worker, ['news']);
  while (!(await ask('GET', `${worker}/News`)).includes(title)) if (interval > 0) await setTimeout(interval);
  const liveAt = performance.now();
  await ask('GET', `${worker}/About`);
  const next = performance.now() - liveAt;
  const { report } = await ended(worker, path);
  return { live: liveAt - started, next, report };
}
