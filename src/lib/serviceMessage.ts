import type { HttpAnswer } from './http.ts';
import { shorten } from './shorten.ts';

/** Characters of a service's own words that are passed on. */
const LONGEST_MESSAGE = 200;

/** What a service says of a failure, as `{"message": "..."}`; null when it says nothing in this way. */
export function messageIn({ headers, body }: HttpAnswer): string | null {
  if (!/^application\/(?:problem\+)?json\b/i.test(headers['content-type'] ?? '')) return null;
  try {
    const said: unknown = JSON.parse(body.toString('utf8'));
    if (typeof said !== 'object' || said === null || !('message' in said) || typeof said.message !== 'string') return null;
    return shorten(said.message, LONGEST_MESSAGE) || null;
  } catch {
    return null;
  }
}
