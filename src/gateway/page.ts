import { hash } from 'node:crypto';
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

// A short version of the site's style sheets, which are inlined in its pages and cannot be linked.
const STYLE = `:root{color-scheme:light dark;--paper:#fbf7ed;--card:#fffefa;--edge:#827c69;--ink:#1b2a23;--mute:#55625a;--link:#0d5a43;--bad:#a3261b;--green:#0e4636}
@media(prefers-color-scheme:dark){:root{--paper:#0e1915;--card:#16251f;--edge:#7d9387;--ink:#eef0e4;--mute:#adbbb1;--link:#8cd6b4;--bad:#ff9d8f;--green:#0f3f31}}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
header{background:#0a352a;padding:.8rem clamp(1rem,4vw,2.5rem);border-bottom:3px solid #f4b73f}
header a{display:inline-flex;align-items:center;gap:.8rem;color:#fbf5e4;font-weight:700;text-decoration:none}
main{max-width:44rem;margin:auto;padding:2rem clamp(1rem,4vw,2.5rem) 4rem;display:grid;gap:1.2rem}
h1{font:700 clamp(1.9rem,1.3rem + 2.6vw,3rem)/1.2 "Iowan Old Style",Palatino,"Noto Serif",Georgia,serif}
a{color:var(--link)}
form{display:grid;gap:1rem}
label{display:block;font-weight:600}
input,textarea{width:100%;min-height:2.75rem;padding:.5rem .8rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--card);color:inherit;font:inherit}
textarea{min-height:8rem}
button{justify-self:start;min-height:2.75rem;padding:.4rem 1.6rem;border:0;border-radius:9rem;background:var(--green);color:#fbf5e4;font:inherit;font-weight:600}
:focus-visible{outline:3px solid #f4b73f;outline-offset:2px}
[aria-invalid]{border-color:var(--bad)}
.hint{color:var(--mute);font-size:.95rem}
.error{color:var(--bad);font-weight:600;white-space:pre-wrap}
.good{padding:.8rem 1rem;border-left:4px solid #f4b73f;background:var(--card);font-weight:600}
.trap{display:none}`;

/** Content-Security-Policy of the answers to forms without script. */
export const PAGE_POLICY = `default-src 'none';style-src 'sha256-${hash('sha256', STYLE, 'base64')}';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'self'`;

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
<title>${title} · ${siteName}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${raw(STYLE)}</style></head>
<body><header><a href="/"><img src="/favicon.svg" alt="" width="48" height="48">${siteName}</a></header>
<main><h1>${title}</h1>${message ?? ''}
${failure?.values ? filledForm(answer, failure.errors, failure.values) : ''}
<p><a href="${path}">Back to ${title}</a></p></main></body></html>`;
  return page.toString();
}
