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

/** `sha256=` and the hex HMAC-SHA-256 of the raw body. */
function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** What became of one attempt; null when another attempt may do better. */
async function attempt({ url, secret }: WebhookTarget, body: string, stop: AbortSignal): Promise<string | null> {
  const headers = { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signatureOf(body, secret) };
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

/** Delivers signed webhooks one after the other, with a bounded number of attempts each. */
export function openWebhook(target: WebhookTarget, log: (message: string) => void) {
  const waiting = new Set<CollectionName>();
  const stop = new AbortController();
  let running = Promise.resolve();

  async function deliver(): Promise<void> {
    let failures = 0;
    while (waiting.size > 0 && !stop.signal.aborted) {
      const collections = [...waiting];
      waiting.clear();
      const outcome = await attempt(target, JSON.stringify({ collections }), stop.signal);
      if (outcome !== null) {
        failures = 0;
        log(`${collections.join(', ')} changed: ${outcome}`);
        continue;
      }
      const wait = WAITS[failures];
      failures += 1;
      if (wait === undefined) {
        log(`${collections.join(', ')} changed: ${target.url} did not answer after ${failures} attempts; given up`);
        return;
      }
      for (const collection of collections) waiting.add(collection);
      await pause(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  return {
    /** Says that these collections changed. Changes that come while a delivery waits are sent together. */
    post(collections: readonly CollectionName[]) {
      for (const collection of collections) waiting.add(collection);
      running = running.then(deliver);
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
