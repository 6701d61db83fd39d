import pLimit from 'p-limit';
import { COLLECTIONS, type CollectionName } from '../collections/index.ts';
import { conditional, createHttpClient, type HttpAnswer, messageIn, type Validators, validatorsOf } from '../lib/http.ts';
import { type Failure, fail, type Result, type Success, succeed } from '../lib/result.ts';
import { isTransientStatus, pauseAsked, retry } from '../lib/retry.ts';
import { FILE_WARNINGS_HEADER, type FileWarning, fileWarningsPath, readFileWarnings } from './fileWarnings.ts';

/**
 * No connection, or it broke off; no answer in time; an HTTP status that is no success; more bytes than the cap; HTML, truncated
 * JSON, or a shape that holds no list.
 */
export type ServiceReason = 'down' | 'time-out' | 'status' | 'too-large' | 'unreadable';

/** Not fresh: the bytes are as they were when the validators were given. */
export type ServiceAnswer =
  | { readonly fresh: false }
  | { readonly fresh: true; readonly body: Buffer; readonly validators: Validators };

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

interface CallFailure extends Failure<ServiceReason> {
  readonly isTransient: boolean;
  /** Milliseconds after which the service wants to be asked again. */
  readonly retryAfter: number;
}

const CONCURRENCY = 6;

/** An attempt that has less time than this, ms, is not worth making. */
const SHORTEST_ATTEMPT = 500;

/** What to look at, by status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: ' Check CONTENT_SERVICE_TOKEN.',
  403: ' Check CONTENT_SERVICE_TOKEN.',
  404: ' Check CONTENT_SERVICE_URL and SCHOOL_CODE.',
};

function judge(answer: HttpAnswer, path: string, isConditional: boolean): Success<ServiceAnswer> | CallFailure {
  const { status, headers, body } = answer;
  // To whoever knows nothing yet it says nothing.
  if (status === 304 && isConditional) return succeed({ fresh: false });
  if (status === 200) return succeed({ fresh: true, body, validators: validatorsOf(answer) });
  const said = messageIn(answer)?.replace(/\.$/, '') ?? null;
  return {
    ...fail(
      'status',
      `The content service answered ${path} with HTTP ${status}${said === null ? '' : `: ${said}`}.${ADVICE[status] ?? ''}`,
    ),
    isTransient: isTransientStatus(status),
    retryAfter: pauseAsked(headers['retry-after']),
  };
}

export type ContentClient = ReturnType<typeof createContentClient>;

/** The content service's client: reads lists and repeats transient failures. */
export function createContentClient(options: ContentClientOptions) {
  const { baseUrl, schoolCode, token, timeout = 10_000, deadline = 15_000, backOff = 200, maxBytes = 64 * 1024 * 1024 } = options;
  const http = createHttpClient();
  const limited = pLimit(CONCURRENCY);
  /** What the last list said of warnings; null: that there are none. */
  let announced: string | null | undefined;
  let known: { readonly announced: string; readonly warnings: readonly FileWarning[] } | undefined;

  const list = (name: CollectionName, validators: Validators | null): Promise<Result<ServiceAnswer, ServiceReason>> => {
    const { call } = COLLECTIONS[name];
    const path = call.path.replace('{code}', encodeURIComponent(schoolCode));
    const headers: Record<string, string> = { accept: 'application/json', ...conditional(validators) };
    if (call.auth && token) headers.authorization = `Bearer ${token}`;
    const end = performance.now() + deadline;
    const attempt = async (): Promise<Success<ServiceAnswer> | CallFailure> => {
      const result = await http.get(`${baseUrl}${path}`, {
        headers,
        timeout: Math.min(timeout, end - performance.now()),
        maxBytes,
      });
      if (result.ok) {
        const { status, headers: answered } = result.value;
        // A proxy's page of an error says nothing of it.
        if (status === 200 || status === 304) announced = String(answered[FILE_WARNINGS_HEADER] ?? '') || null;
        return judge(result.value, path, Object.keys(conditional(validators)).length > 0);
      }
      // An attempt may have had less: what was left of the time for all of them.
      const slow = `The content service did not answer ${path} within ${timeout / 1000} s (CONTENT_SERVICE_TIMEOUT).`;
      const message = result.reason === 'time-out' ? slow : result.message;
      return { ...result, message, isTransient: result.reason === 'down' || result.reason === 'time-out', retryAfter: 0 };
    };
    const pauseAfter = ({ retryAfter }: CallFailure) => retryAfter;
    return retry(attempt, ({ isTransient }) => isTransient, { backOff, pauseAfter, until: end - SHORTEST_ATTEMPT });
  };

  /**
   * What an embedded service says of its files, as of the lists read last; none for another service. Null: no list was
   * answered yet, or the service did not say.
   */
  async function fileWarnings(): Promise<readonly FileWarning[] | null> {
    if (announced === undefined) return null;
    if (announced === null) return [];
    if (known?.announced === announced) return known.warnings;
    const asked = announced;
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await http.get(`${baseUrl}${fileWarningsPath(schoolCode)}`, { headers, timeout, maxBytes });
    const warnings = answer.ok && answer.value.status === 200 ? readFileWarnings(answer.value.body) : null;
    // They may be others since the lists were read, or none.
    if (warnings && answer.ok && answer.value.headers.etag === `"${asked}"`) known = { announced: asked, warnings };
    return warnings;
  }

  return {
    fileWarnings,
    /** GETs one collection's list; conditionally when validators are given. Never throws for what the service does. */
    list: (...asked: Parameters<typeof list>) => limited(() => list(...asked)),
    close: () => http.close(),
  };
}
