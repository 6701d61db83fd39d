import { setTimeout as pause } from 'node:timers/promises';
import { fail, type Result, succeed } from './result.ts';

/** Milliseconds before each attempt. */
const PAUSES = [0, 1000, 4000];
const TIMEOUT = 5000;

/**
 * POSTs JSON until it is taken, or answered with a status that `isFinal`, at most three times. The message of a failure is that
 * of the last attempt; it does not repeat the address, which may be a secret.
 */
export async function postJson(
  url: string,
  body: object,
  pauses: readonly number[] = PAUSES,
  isFinal = (_status: number) => false,
): Promise<Result<null, 'unheard'>> {
  let problem = '';
  for (const milliseconds of pauses) {
    await pause(milliseconds);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // A POST that is redirected would arrive as a GET without its body.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await response.body?.cancel();
      if (response.ok) return succeed(null);
      problem = `it answered ${response.status}`;
      if (isFinal(response.status)) break;
    } catch (error) {
      problem = error instanceof Error && error.name === 'TimeoutError' ? 'it did not answer in time' : 'it cannot be reached';
    }
  }
  return fail('unheard', problem);
}

/** The body for an address of a chat: Google Chat refuses a message with fields that it does not know. */
export function chatBody<Body extends { readonly text: string }>(url: string, body: Body): Body | { readonly text: string } {
  return URL.parse(url)?.host === 'chat.googleapis.com' ? { text: body.text } : body;
}
