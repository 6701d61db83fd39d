import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CollectionName } from '../../src/collections/index.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

/** Milliseconds before each further attempt: together about a minute, the time in which a site restarts. */
const WAITS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];
const TIME_OUT = 10_000;
/** Bytes of media references in one call: a site takes bodies of 64 kB. */
const MOST_MEDIA = 32 * 1024;

/** What became of one attempt; null when another attempt may do better. */
async function attempt({ url, secret }: WebhookTarget, body: string, stop: AbortSignal): Promise<string | null> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signature };
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIME_OUT)]);
  const status = await fetch(url, { method: 'POST', headers, body, signal })
    .then(async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    })
    .catch(() => 0);
  if (status >= 200 && status < 300) return `told ${url}`;
  const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return refused ? `${url} refused the webhook with ${status}: is REBUILD_SECRET the same on both sides?` : null;
}

/** Takes out as many of the references as one call names. */
function takeSome(references: Set<string>): string[] {
  const taken: string[] = [];
  let bytes = 0;
  for (const reference of references) {
    bytes += Buffer.byteLength(JSON.stringify(reference));
    if (bytes > MOST_MEDIA) break;
    references.delete(reference);
    taken.push(reference);
  }
  return taken;
}

/** Delivers signed webhooks one after the other, with a bounded number of attempts each. */
export function openWebhook(target: WebhookTarget, log: (message: string) => void) {
  const waiting = new Set<CollectionName>();
  const waitingMedia = new Set<string>();
  const stop = new AbortController();
  let running = Promise.resolve();

  function add(collections: readonly CollectionName[], media: readonly string[]): void {
    for (const collection of collections) waiting.add(collection);
    for (const reference of media) waitingMedia.add(reference);
  }

  async function deliver(): Promise<void> {
    let failures = 0;
    while (waiting.size > 0 && !stop.signal.aborted) {
      const collections = [...waiting];
      const media = takeSome(waitingMedia);
      if (waitingMedia.size === 0) waiting.clear();
      const body = JSON.stringify({ collections, ...(media.length > 0 && { media }) });
      const outcome = await attempt(target, body, stop.signal);
      if (outcome !== null) {
        failures = 0;
        log(`${collections.join(', ')} changed: ${outcome}`);
        continue;
      }
      const wait = WAITS[failures];
      failures += 1;
      if (wait === undefined) {
        waiting.clear();
        waitingMedia.clear();
        log(`${collections.join(', ')} changed: ${target.url} did not answer after ${failures} attempts; given up`);
        return;
      }
      add(collections, media);
      await pause(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  return {
    /** Says that these collections changed, and what these media references name. Changes that come while a delivery waits are sent together. */
    post(collections: readonly CollectionName[], media: readonly string[] = []) {
      add(collections, media);
      running = running.then(deliver);
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
