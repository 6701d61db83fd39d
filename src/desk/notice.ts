import { html } from 'hono/html';
import { type Html, press } from './document.ts';
import type { Notice } from './sessions.ts';

type Token = { readonly token: string };

/** What came of a press, with the focus, so that reading goes on there. */
export function noticeOf({ text, isFailure, question }: Notice, token: Token): Html {
  const attributes = isFailure ? html`class="notice problem" role="alert"` : html`class="notice" role="status"`;
  return html`<p id="notice" ${attributes} tabindex="-1" autofocus>${text}</p>
${question ? confirmation(press(question.action, question.label, { ...question.fields, ...token }, 'notice')) : ''}`;
}

export function confirmation(button: Html): Html {
  return html`<div class="presses">${button} <a href="/desk">Leave it as it is</a></div>`;
}
