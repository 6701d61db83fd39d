import { html, raw } from 'hono/html';
import { HONEYPOT, SUBMITTED, submitPath } from '../service/schemas/forms/index.ts';
import type { FormErrors, FormField, FormName, FormRules, FormValues } from '../service/schemas/forms/types.ts';

/** Each form's page on the site. */
const FORM_PAGES: Readonly<Record<FormName, { readonly title: string; readonly path: string }>> = {
  contact: { title: 'Contact Us', path: '/ContactUs' },
  careers: { title: 'Careers', path: '/Careers' },
  suggestion: { title: 'Suggestion', path: '/Suggestion' },
  certificate: { title: 'Transfer Certificate', path: '/Tc' },
};

/** Content-Security-Policy of the answers to forms without script. */
export const PAGE_POLICY =
  "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'self'";

/** Content of the answer to a form: success, or the form as typed with its errors. */
export interface Answer {
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
export async function answerPage(answer: Answer): Promise<string> {
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
