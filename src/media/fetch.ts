import { conditional, createHttpClient, type HttpAnswer, messageIn, type Validators, validatorsOf } from '../lib/http.ts';
import { type Failure, fail, type Success, succeed } from '../lib/result.ts';
import { isTransientStatus, pauseAsked } from '../lib/retry.ts';

/** Bytes of a picture or file: a larger one is not taken. */
export const LARGEST_MEDIA = 60 * 1024 * 1024;

export interface MediaSource {
  /** Base address of the content service without a trailing slash. */
  readonly baseUrl: string;
  /** Further hosts, lower case, from which media may be fetched. */
  readonly hosts: readonly string[];
  /** Milliseconds for a reference, with all that its address leads to. */
  readonly timeout: number;
  /** {@link LARGEST_MEDIA} unless told. */
  readonly maxBytes?: number;
}

export type FetchReason =
  /** Not to be fetched: a foreign host, or a reference that no address can carry. */
  | 'refused'
  /** The service says that there is none. */
  | 'gone'
  /** No answer in time, no connection, or a failure that may pass. */
  | 'slow'
  | 'unreadable';

/** Null: as it was when the validators were given. */
type FetchedMedia = { readonly bytes: Buffer; readonly validators: Validators } | null;

export interface FetchFailure extends Failure<FetchReason> {
  /** Milliseconds after which the answer may be another one; absent: it may not so soon. */
  readonly retryAfter?: number;
  /** The service is there, and is asked too often. */
  readonly isLimited?: boolean;
}

const REDIRECTS = [301, 302, 303, 307, 308];
const MOST_REDIRECTS = 4;

/** The address of a reference; null when there is none that may be asked. */
export function addressOf(reference: string, { baseUrl, hosts }: Pick<MediaSource, 'baseUrl' | 'hosts'>): URL | null {
  const absolute = /^\s*https?:/i.test(reference) ? URL.parse(reference.trim()) : null;
  if (absolute) return mayAsk(absolute, baseUrl, hosts) ? absolute : null;
  // Dots alone would climb out of /api/image, percent-encoded or not.
  if (/^\.{1,2}$/.test(reference)) return null;
  return URL.parse(`${baseUrl}/api/image/${encodeURIComponent(reference.toWellFormed())}`);
}

function mayAsk(url: URL, baseUrl: string, hosts: readonly string[]): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  return url.origin === URL.parse(baseUrl)?.origin || hosts.includes(url.host) || hosts.includes(url.hostname);
}

export type MediaFetcher = ReturnType<typeof createMediaFetcher>;

export function createMediaFetcher(source: MediaSource) {
  const http = createHttpClient();
  const { timeout, maxBytes = LARGEST_MEDIA, baseUrl, hosts } = source;

  async function follow(
    url: URL,
    headers: Record<string, string>,
    redirects: number,
    end: number,
  ): Promise<Success<HttpAnswer> | FetchFailure> {
    const result = await http.get(url.href, { headers, timeout: Math.max(0, end - performance.now()), maxBytes });
    if (!result.ok && result.reason === 'down') return { ...fail('slow', result.message), retryAfter: 0 };
    if (!result.ok) return fail(result.reason === 'time-out' ? 'slow' : 'unreadable', result.message);
    const { status, headers: answered } = result.value;
    if (!REDIRECTS.includes(status)) return result;
    const next = URL.parse(answered.location ?? '', url);
    if (!next || redirects >= MOST_REDIRECTS || !mayAsk(next, baseUrl, hosts))
      return fail('refused', `${url.href} leads to an address that may not be asked.`);
    return follow(next, headers, redirects + 1, end);
  }

  return {
    async fetch(reference: string, validators: Validators | null): Promise<Success<FetchedMedia> | FetchFailure> {
      const url = addressOf(reference, source);
      if (!url) return fail('refused', `"${reference}" is on a host that is neither the content service nor in MEDIA_HOSTS.`);
      const result = await follow(url, conditional(validators), 0, performance.now() + timeout);
      if (!result.ok) return result;
      const { status, headers, body } = result.value;
      if (status === 304) return succeed(null);
      if (status === 200) return succeed({ bytes: body, validators: validatorsOf(result.value) });
      const said = messageIn(result.value);
      const why = said ? `${said} (HTTP ${status} of ${url.href})` : `${url.href} answered HTTP ${status}.`;
      if (isTransientStatus(status))
        return { ...fail('slow', why), retryAfter: pauseAsked(headers['retry-after']), isLimited: status === 429 };
      return fail(status === 404 || status === 410 ? 'gone' : 'slow', why);
    },
    close: () => http.close(),
  };
}
