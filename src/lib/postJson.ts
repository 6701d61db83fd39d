import { setTimeout as pause } from 'node:timers/promises';
import { fail, messageOf, type Result, succeed } from './result.ts';

/** Milliseconds before each attempt. */
const PAUSES = [0, 1000, 4000];
const TIMEOUT = 5000;

/** POSTs JSON until it is taken, at most three times. The message of a failure is that of the last attempt. */
export async function postJson(url: string, body: object, pauses: readonly number[] = PAUSES): Promise<Result<null, 'unheard'>> {
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
    } catch (error) {
      problem = messageOf(error);
    }
  }
  return fail('unheard', problem);
}

/** The body for an address of a chat: Google Chat refuses a message with fields that it does not know. */
export function chatBody<Body extends { readonly text: string }>(url: string, body: Body): Body | { readonly text: string } {
  return URL.parse(url)?.host === 'chat.googleapis.com' ? { text: body.text } : body;
}
