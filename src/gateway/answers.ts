import { html, raw } from 'hono/html';
import { HONEYPOT, SUBMITTED, submitPath } from '../forms/rules.ts';
import type { FormErrors, FormField, FormName, FormRules, FormValues } from '../forms/types.ts';
import { bodyType } from './body.ts';
import { type GatewayEvent, type GatewayFailure, STATUS } from './types.ts';

/** Each form's page on the site. */
const FORM_PAGES: Readonly<Record<FormName, { readonly title: string; readonly path: string }>> = {
  contact: { title: 'Contact Us', path: '/ContactUs' },
  careers: { title: 'Careers', path: '/Careers' },
  suggestion: { title: 'Suggestion', path: '/Suggestion' },
  certificate: { title: 'Transfer Certificate', path: '/Tc' },
};

/** Content-Security-Policy of the answers to forms without script. */
const PAGE_POLICY =
  "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'self'";

/** Content of the answer to a form: success, or the form as typed with its errors. */
interface Answer {
  readonly form: FormRules;
  readonly schoolCode: string;
  readonly siteName: string;
  /** Absent after a success. */
  readonly failure?: {
    /** Shown above the form, unless the fields' messages suffice. */
    readonly message?: string;
    readonly errors: FormErrors;
    /** What was typed. Null when it could not be read: then no form is shown. */
    readonly values: FormValues | null;
  };
}

function field({ name, label, kind, required, hint, autocomplete }: FormField, value: string, error: string | undefined) {
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${name}" name="${name}"${required ? raw(' required') : ''}${error ? raw(' aria-invalid="true"') : ''}${
    notes ? html` aria-describedby="${notes}"` : ''
  }${autocomplete ? html` autocomplete="${autocomplete}"` : ''}`;
  const control =
    kind === 'text'
      ? html`<textarea ${attributes}>\n${value}</textarea>`
      : kind === 'pdf'
        ? html`<input type="file" accept="application/pdf,.pdf" ${attributes}>`
        : html`<input value="${value}"${kind === 'digits' ? raw(' inputmode="numeric" maxlength="10"') : ''} ${attributes}>`;
  return html`<div><label for="${name}">${label}</label>${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}${control}${
    error ? html`<p class="error" id="${name}-error">${error}</p>` : ''
  }</div>`;
}

function filledForm({ form, schoolCode }: Answer, errors: FormErrors, values: FormValues) {
  const enctype = form.name === 'careers' ? raw(' enctype="multipart/form-data"') : '';
  return html`<form method="post" action="${submitPath(form, schoolCode)}"${enctype} novalidate>
${form.fields.map((entry) => field(entry, values.get(entry.name) ?? '', errors.get(entry.name)))}
<div class="trap"><label for="${HONEYPOT}">Leave this empty</label><input id="${HONEYPOT}" name="${HONEYPOT}" autocomplete="off"></div>
<button>Submit</button></form>`;
}

/** The HTML document that answers a form posted without script. */
async function answerPage(answer: Answer): Promise<string> {
  const { form, siteName, failure } = answer;
  const { title, path } = FORM_PAGES[form.name];
  const message = failure
    ? failure.message && html`<p class="error" role="alert">${failure.message}</p>`
    : html`<p class="good" role="status">${SUBMITTED}</p>`;
  const page = await html`<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title} · ${siteName}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/answer.css"></head>
<body><header><a href="/"><img src="/favicon.svg" alt="" width="48" height="48">${siteName}</a></header>
<main><h1>${title}</h1>${message ?? ''}
${failure?.values ? filledForm(answer, failure.errors, failure.values) : ''}
<p><a href="${path}">Back to ${title}</a></p></main></body></html>`;
  return page.toString();
}

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
