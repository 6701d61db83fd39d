import type { FormErrors, FormRules, FormValues } from '../service/schemas/forms/types.ts';
import { bodyType } from './body.ts';
import { answerPage, PAGE_POLICY } from './page.ts';
import { type GatewayEvent, type GatewayFailure, STATUS } from './types.ts';

/** A response and what the log says of it. */
export interface Handled extends Pick<GatewayEvent, 'outcome' | 'serviceStatus'> {
  readonly response: Response;
}

/** On every answer: not stored, not sniffed, not used by other sites. */
const SAFE = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

export function json(status: number, body: unknown, more: Record<string, string> = {}): Response {
  const headers = { ...SAFE, 'content-type': 'application/json; charset=utf-8', ...more };
  return new Response(JSON.stringify(body), { status, headers });
}

export function stream(body: ReadableStream<Uint8Array>, headers: Record<string, string>): Response {
  return new Response(body, { headers: { ...SAFE, ...headers } });
}

function retryAfter({ retryAfter: seconds }: GatewayFailure): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

/** A failure as JSON: the gateway's own words, with the messages by field where a form's fields are at fault. */
export function failureResponse(failure: GatewayFailure): Response {
  const { reason, message, errors } = failure;
  const body = { error: reason, message, ...(errors && { errors: Object.fromEntries(errors) }) };
  return json(STATUS[reason], body, retryAfter(failure));
}

/** Answers to a form: a page for a browser without script, JSON for script. */
export interface FormResponder {
  sent(): Promise<Response>;
  failed(failure: GatewayFailure, values: FormValues | null): Promise<Response>;
  readonly isPage: boolean;
}

const NO_ERRORS: FormErrors = new Map();

export function createFormResponder(request: Request, form: FormRules, schoolCode: string, siteName: string): FormResponder {
  const wantsJson =
    bodyType(request) === 'application/json' || (request.headers.get('accept') ?? '').includes('application/json');
  if (wantsJson) {
    return { isPage: false, sent: async () => json(200, { ok: true }), failed: async (failure) => failureResponse(failure) };
  }
  const page = async (status: number, more: Record<string, string>, failure?: Parameters<typeof answerPage>[0]['failure']) => {
    const headers = { ...SAFE, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY, ...more };
    return new Response(await answerPage({ form, schoolCode, siteName, failure }), { status, headers });
  };
  return {
    isPage: true,
    sent: () => page(200, {}),
    failed(failure, values) {
      // All fields of the certificate share one message, shown once above the form.
      const shared = form.name === 'certificate' ? [...(failure.errors ?? NO_ERRORS).values()][0] : undefined;
      const message = shared ?? (failure.errors ? undefined : failure.message);
      const errors = (shared ? undefined : failure.errors) ?? NO_ERRORS;
      const shown = values ?? (failure.errors ? new Map() : null);
      return page(STATUS[failure.reason], retryAfter(failure), { message, errors, values: shown });
    },
  };
}
