import pLimit from 'p-limit';
import { createHttpClient, type HttpAnswer, type HttpReason } from '../lib/http.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { CollectionName } from '../types/entities.ts';
import type { ContentClient, ServiceAnswer, ServiceReason, Validators } from '../types/service.ts';
import { LIST_CALLS } from './calls.ts';

export interface ContentClientOptions {
  /** Base address without a trailing slash. */
  readonly baseUrl: string;
  readonly schoolCode: string;
  /** Sent with the auth calls only, and only to the service itself: redirects are not followed. */
  readonly token: string | null;
  /** Milliseconds for one attempt. */
  readonly timeout?: number;
  /** Milliseconds for a call with all its attempts. */
  readonly deadline?: number;
  /** Milliseconds before the first repetition; the second waits three times as long. */
  readonly backOff?: number;
  readonly maxBytes?: number;
}

const CONCURRENCY = 6;
const ATTEMPTS = 3;
/** The longest that a `Retry-After` is obeyed. */
const LONGEST_WAIT = 4000;

/** Statuses that a moment later may be another one. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function secondsAsked(answer: HttpAnswer): number {
  const value = answer.headers['retry-after'];
  return value && /^\d+$/.test(value) ? Math.min(Number(value) * 1000, LONGEST_WAIT) : 0;
}

function validatorsOf(answer: HttpAnswer): Validators {
  return { etag: answer.headers.etag ?? null, lastModified: answer.headers['last-modified'] ?? null };
}

function conditional(validators: Validators | null): Record<string, string> {
  if (validators?.etag) return { 'if-none-match': validators.etag };
  if (validators?.lastModified) return { 'if-modified-since': validators.lastModified };
  return {};
}

/** What an answer means once no further attempt is worth it. */
function judge(answer: HttpAnswer, path: string): Result<ServiceAnswer, ServiceReason> {
  if (answer.status === 304) return succeed({ fresh: false });
  if (answer.status === 200) return succeed({ fresh: true, body: answer.body, validators: validatorsOf(answer) });
  const advice = answer.status === 401 || answer.status === 403 ? ' Check CONTENT_SERVICE_TOKEN.' : '';
  return fail('status', `The content service answered ${path} with HTTP ${answer.status}.${advice}`);
}

/** The content service's client: reads lists, repeats what may pass, and never throws for what the service does. */
export function createContentClient(options: ContentClientOptions): ContentClient {
  const { baseUrl, schoolCode, token, timeout = 10_000, deadline = 15_000, backOff = 200, maxBytes = 64 * 1024 * 1024 } = options;
  const http = createHttpClient();
  const limited = pLimit(CONCURRENCY);

  async function attempt(
    url: string,
    headers: Record<string, string>,
    until: number,
    attempts: number,
  ): Promise<Result<HttpAnswer, HttpReason>> {
    const result = await http.get(url, { headers, timeout: Math.min(timeout, until - Date.now()), maxBytes });
    const passing = result.ok ? isPassing(result.value.status) : result.reason === 'down' || result.reason === 'time-out';
    if (!passing || attempts <= 1) return result;
    const asked = result.ok ? secondsAsked(result.value) : 0;
    const wait = Math.max(asked, backOff * 3 ** (ATTEMPTS - attempts) * (0.75 + Math.random() / 2));
    // Less than this is no time to get an answer in.
    if (Date.now() + wait + 500 > until) return result;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return attempt(url, headers, until, attempts - 1);
  }

  async function list(name: CollectionName, validators: Validators | null): Promise<Result<ServiceAnswer, ServiceReason>> {
    const call = LIST_CALLS[name];
    const path = call.path.replace('{code}', encodeURIComponent(schoolCode));
    const headers: Record<string, string> = { accept: 'application/json', ...conditional(validators) };
    if (call.auth && token) headers.authorization = `Bearer ${token}`;
    const result = await attempt(`${baseUrl}${path}`, headers, Date.now() + deadline, ATTEMPTS);
    return result.ok ? judge(result.value, path) : result;
  }

  return {
    baseUrl,
    schoolCode,
    list: (name, validators) => limited(() => list(name, validators)),
    close: () => http.close(),
  };
}
