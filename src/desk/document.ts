import { html } from 'hono/html';
import { momentsIn as textsIn } from '../lib/dates.ts';
import type { DeskOptions } from './types.ts';

export interface Notice {
  readonly text: string;
  readonly isFailure: boolean;
  /** What was not done until it is confirmed: the button's label, the action and its fields. */
  readonly question?: { readonly label: string; readonly action: string; readonly fields: Readonly<Record<string, string>> };
}

/** `token`: proves that a form was made by this desk for this session. `notice`: to be shown with the next page, once. */
export type Session = { readonly token: string; notice: Notice | null };

/** Escaped markup: whatever is put into the template is text. */
export type Html = ReturnType<typeof html>;

/** A button that is a form of its own; `fields` hold the session's token. `about`: the identity of the text that says of what. */
export function actionButton(action: string, label: string, fields: Readonly<Record<string, string>>, about?: string): Html {
  const hidden = Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form method="post" action="/desk/${action}">${hidden}
<button class="button plain"${about ? html` aria-describedby="${about}"` : ''}>${label}</button></form>`;
}

function document(title: string, siteName: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow">
<title>${title} · ${siteName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/desk/style.css">
</head>
<body>${body}</body>
</html>`;
}

export function signInPage(siteName: string, problem: string | null): Html {
  const body = html`<main class="sign-in">
<h1>Desk</h1>
<p>For the person who runs the website of ${siteName}.</p>
<form method="post" action="/desk">
<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus autocomplete="current-password"
  ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
${problem ? html`<p id="problem" class="problem" role="alert">${problem}</p>` : ''}
<button class="button">Sign in</button>
</form>
</main>`;
  return document('Desk', siteName, body);
}

export type Moment = (at: number | null) => Html;

export function momentsIn(timeZone: string): Moment {
  const textOf = textsIn(timeZone);
  return (at) => (at === null ? html`never` : html`<time datetime="${new Date(at).toISOString()}">${textOf(at)}</time>`);
}

/** What came of a press, with the focus, so that reading goes on there. */
export function noticeOf({ text, isFailure, question }: Notice, token: string): Html {
  const attributes = isFailure ? html`class="notice problem" role="alert"` : html`class="notice" role="status"`;
  return html`<p id="notice" ${attributes} tabindex="-1" autofocus>${text}</p>
${question ? confirmation(actionButton(question.action, question.label, { ...question.fields, token }, 'notice')) : ''}`;
}

export const confirmation = (button: Html) => html`<div class="presses">${button} <a href="/desk">Leave it as it is</a></div>`;

/** A page for whoever is signed in, with what the last press said. `links`: of its head, beside the one to the site. */
export function deskPage({ siteName }: Pick<DeskOptions, 'siteName'>, session: Session, title: string, links: Html, body: Html) {
  const { token, notice } = session;
  session.notice = null;
  const main = html`<a class="skip" href="#main">Skip to content</a>
<header><p class="name">${siteName}</p><nav aria-label="Desk"><a href="/">The site</a> ${links}</nav>
${actionButton('sign-out', 'Sign out', { token })}</header>
<main id="main"><h1>${title}</h1>
${notice ? noticeOf(notice, token) : ''}
${body}</main>`;
  return document(title, siteName, main);
}
