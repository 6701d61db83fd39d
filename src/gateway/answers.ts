import type { FormErrors, FormRules, FormValues } from '../service/schemas/forms/types.ts';
import { bodyType } from './body.ts';
import { answerPage, PAGE_POLICY } from './page.ts';
import { REFUSALS, type Refusal } from './types.ts';

/** On every answer: never kept, never guessed at, never used by other sites. */
const SAFE = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

export function json(status: number, body: unknown, more: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...SAFE, 'content-type': 'application/json; charset=utf-8', ...more },
  });
}

function retryAfter({ retryAfter: seconds }: Refusal): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

function errorsOf({ errors }: Refusal): { errors?: Record<string, string> } {
  return errors ? { errors: Object.fromEntries(errors) } : {};
}

/** A refusal for script: own words, and the messages by field where a form's fields are at fault. */
export function refusal(refused: Refusal): Response {
  return json(
    REFUSALS[refused.reason],
    { error: refused.reason, message: refused.message, ...errorsOf(refused) },
    retryAfter(refused),
  );
}

/** Bytes of the service on their way to a visitor. */
export function stream(body: ReadableStream<Uint8Array>, headers: Record<string, string>): Response {
  return new Response(body, { headers: { ...SAFE, ...headers } });
}

/** How the sender of a form is answered: a page for a browser without script, JSON for script. */
export interface Replies {
  sent(): Promise<Response>;
  refused(refused: Refusal, values: FormValues | null): Promise<Response>;
  readonly page: boolean;
}

const NO_ERRORS: FormErrors = new Map();

export function repliesFor(request: Request, form: FormRules, schoolCode: string, siteName: string): Replies {
  const wantsJson =
    bodyType(request) === 'application/json' || (request.headers.get('accept') ?? '').includes('application/json');
  if (wantsJson) {
    return { page: false, sent: async () => json(200, { ok: true }), refused: async (refused) => refusal(refused) };
  }
  const page = async (status: number, more: Record<string, string>, failure?: Parameters<typeof answerPage>[0]['failure']) =>
    new Response(await answerPage({ form, schoolCode, siteName, failure }), {
      status,
      headers: { ...SAFE, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY, ...more },
    });
  return {
    page: true,
    sent: () => page(200, {}),
    refused(refused, values) {
      // The certificate's one message stands once, above the form.
      const shared = form.name === 'certificate' ? [...(refused.errors ?? NO_ERRORS).values()][0] : undefined;
      const message = shared ?? (refused.errors ? undefined : refused.message);
      const errors = (shared ? undefined : refused.errors) ?? NO_ERRORS;
      const shown = values ?? (refused.errors ? new Map() : null);
      return page(REFUSALS[refused.reason], retryAfter(refused), { message, errors, values: shown });
    },
  };
}
