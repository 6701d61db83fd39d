import { html } from 'hono/html';

/** Escaped markup: whatever is put into the template is text. */
export type Html = ReturnType<typeof html>;

/** Fields that each form of a session carries. */
export function hidden(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}

/** A button that is a form of its own; `fields` hold the session's token. `about`: the identity of the text that says of what. */
export function press(action: string, label: string, fields: Readonly<Record<string, string>>, about?: string): Html {
  return html`<form method="post" action="/desk/${action}">${hidden(fields)}
<button class="button plain"${about ? html` aria-describedby="${about}"` : ''}>${label}</button></form>`;
}

/** A button that asks first: `fields` lead to the question. */
export function askFirst(label: string, fields: Readonly<Record<string, string>>, about: string): Html {
  return html`<form method="get" action="/desk">${hidden(fields)}
<button class="button plain" aria-describedby="${about}">${label}</button></form>`;
}

/** A document of the desk. */
export function document(title: string, siteName: string, body: Html): Html {
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

/** Asks for the password; `problem` says why the last one did not do. */
export function signInPage(siteName: string, problem: string | null): Html {
  return document(
    'Desk',
    siteName,
    html`<main class="sign-in">
<h1>Desk</h1>
<p>For the person who runs the website of ${siteName}.</p>
<form method="post" action="/desk">
<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus autocomplete="current-password"
  ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
${problem ? html`<p id="problem" class="problem" role="alert">${problem}</p>` : ''}
<button class="button">Sign in</button>
</form>
</main>`,
  );
}
