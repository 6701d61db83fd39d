import { html, raw } from 'hono/html';
import { type FormField, type FormRules, type FormValues, HONEYPOT, SUBMITTED, submitPath, takesFile } from '../forms/rules.ts';
import { mediaType } from '../lib/body.ts';
import { type GatewayEvent, type GatewayFailure, STATUS } from './types.ts';

const FORM_PAGES: Readonly<Record<FormRules['name'], { readonly title: string; readonly path: string }>> = {
  contact: { title: 'Contact Us', path: '/ContactUs' },
  careers: { title: 'Careers', path: '/Careers' },
  suggestion: { title: 'Suggestion', path: '/Suggestion' },
  certificate: { title: 'Transfer Certificate', path: '/Tc' },
};

const PAGE_POLICY =
  "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'self'";

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

type Site = { readonly schoolCode: string; readonly siteName: string };

function filledForm(form: FormRules, schoolCode: string, errors: NonNullable<GatewayFailure['errors']>, values: FormValues) {
  const enctype = takesFile(form) ? raw(' enctype="multipart/form-data"') : '';
  return html`<form method="post" action="${submitPath(form, schoolCode)}"${enctype} novalidate>
${form.fields.map((entry) => field(entry, values.get(entry.name) ?? '', errors.get(entry.name)))}
<div class="trap"><label for="${HONEYPOT}">Leave this empty</label><input id="${HONEYPOT}" name="${HONEYPOT}" autocomplete="off"></div>
<button>Submit</button></form>`;
}

/** The document that answers a form posted without script. After a failure it has the form as typed, unless that could not be read. */
async function formPage(form: FormRules, { schoolCode, siteName }: Site, failure: GatewayFailure | null): Promise<string> {
  const { title, path } = FORM_PAGES[form.name];
  const errors = failure?.errors ?? new Map<string, string>();
  // All fields of the certificate share one message, shown once above the form.
  const isShared = form.name === 'certificate' && errors.size > 0;
  const [message] = isShared ? errors.values() : failure?.errors ? [] : [failure?.message];
  const values = failure?.values ?? (failure?.errors && new Map());
  const above = failure
    ? message && html`<p class="error" role="alert">${message}</p>`
    : html`<p class="good" role="status">${SUBMITTED}</p>`;
  const page = await html`<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title} · ${siteName}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/answer.css"></head>
<body><header><a href="/"><img src="/favicon.svg" alt="" width="48" height="48">${siteName}</a></header>
<main><h1>${title}</h1>${above ?? ''}
${values ? filledForm(form, schoolCode, isShared ? new Map() : errors, values) : ''}
<p><a href="${path}">Back to ${title}</a></p></main></body></html>`;
  return page.toString();
}

export interface Handled extends Pick<GatewayEvent, 'outcome' | 'serviceStatus'> {
  readonly response: Response;
}

/** On every answer: not stored, not sniffed, not used by other sites. */
export const SAFE = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

export function json(status: number, body: unknown, more: Record<string, string> = {}): Response {
  const headers = { ...SAFE, 'content-type': 'application/json; charset=utf-8', ...more };
  return new Response(JSON.stringify(body), { status, headers });
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

/** Whether a form is answered with JSON, for script, and not with a page. */
export function wantsJson(request: Request): boolean {
  return mediaType(request.headers) === 'application/json' || (request.headers.get('accept') ?? '').includes('application/json');
}

export async function formResponse(request: Request, form: FormRules, site: Site, failure: GatewayFailure | null) {
  if (wantsJson(request)) return failure ? failureResponse(failure) : json(200, { ok: true });
  const headers = {
    ...SAFE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': PAGE_POLICY,
    ...(failure && retryAfter(failure)),
  };
  return new Response(await formPage(form, site, failure), { status: failure ? STATUS[failure.reason] : 200, headers });
}
