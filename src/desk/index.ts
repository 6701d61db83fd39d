/** The operator's pages: `GET /desk` and the presses of its buttons (contract, section 4). */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { coloursSheet } from '../content/colours.ts';
import { factsIn } from '../content/names.ts';
import { colours } from '../content/schemas/colours.ts';
import { clientAddresses, isSameOrigin } from '../gateway/address.ts';
import type { GatewayBindings } from '../gateway/index.ts';
import { createRateLimiter } from '../gateway/rateLimiter.ts';
import { readBody } from '../lib/body.ts';
import { sameText } from '../lib/digest.ts';
import { SECURITY_HEADERS } from '../lib/headers.ts';
import { thrownFailure } from '../lib/result.ts';
import { type Action, CONFIRM, createActions } from './actions.ts';
import { type Html, type Notice, type Session, signInPage } from './document.ts';
import { csvAnswer, fileAnswer, inboxPage, messagePage, unreadablePage } from './inbox.ts';
import { overviewPage } from './overview.ts';
import type { DeskOptions, Inbox } from './types.ts';

const SHEETS = ['reset.css', 'fonts.css', 'tokens.css', 'base.css', 'desk.css'];

/** The desk's style sheet: the site's own, and a few rules. Without readable colours those of the browser. */
export async function deskStyle(styles: string): Promise<string> {
  const sheets = await Promise.all(SHEETS.map((name) => readFile(join(styles, name), 'utf8')));
  const facts = factsIn(await readFile(join(styles, '../content/site.yaml'), 'utf8'));
  const read = colours.safeParse(facts.colours);
  return ['@layer reset,tokens,base,layout,components,utilities;', read.success ? coloursSheet(read.data) : '', ...sheets].join(
    '\n',
  );
}

export type { DeskDeploy, DeskOptions, Inbox, InboxMessage } from './types.ts';

type App = Hono<{ Bindings: GatewayBindings }>;

const WRONG_PASSWORDS_PER_MINUTE = 5;
const LARGEST_BODY = 8 * 1024;
const COOKIE = 'desk';
const FONT = 'fonts/literata.woff2';

const HEADERS = {
  ...SECURITY_HEADERS,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

const FORGED = 'This form was not sent from the desk, or is too old. Nothing was changed; load the desk and try again.';

/** The fields of a form's body; null: it is no form or too large. */
async function readFields(request: Request): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) return null;
  const body = await readBody(request, LARGEST_BODY).catch(() => null);
  return body && new URLSearchParams(new TextDecoder().decode(body));
}

/** Milliseconds for which a session lasts: a working day. */
const LIFETIME = 10 * 60 * 60 * 1000;
/** Sessions at once; beyond, the oldest ends. */
const MOST_SESSIONS = 50;

const secret = () => randomBytes(32).toString('base64url');

/** Sessions of the desk, in memory: they end with the worker. */
function createSessions(now: () => number) {
  const sessions = new Map<string, { readonly session: Session; readonly until: number }>();

  return {
    open(): string {
      for (const [id, { until }] of sessions) if (until <= now() || sessions.size >= MOST_SESSIONS) sessions.delete(id);
      const id = secret();
      sessions.set(id, { session: { token: secret(), notice: null }, until: now() + LIFETIME });
      return id;
    },
    find(id: string): Session | null {
      const found = sessions.get(id);
      return found && found.until > now() ? found.session : null;
    },
    close: (id: string) => void sessions.delete(id),
  };
}

/** No desk: its addresses are pages that do not exist. */
function noDesk(): App {
  const app: App = new Hono();
  for (const path of ['/desk', '/desk/*']) app.post(path, (context) => context.text('There is no such page.\n', 404));
  return app;
}

/** Opens the desk. `styles`: the folder of the site's style sheets. */
export async function createDesk(options: DeskOptions, styles: string): Promise<App> {
  const { siteName, log, inbox, now = () => performance.now() } = options;
  const { deskPassword: password, siteUrl, trustedProxies } = options.settings;
  if (password === null) return noDesk();
  const sessions = createSessions(now);
  const wrong = createRateLimiter(WRONG_PASSWORDS_PER_MINUTE, now);
  const addressOf = clientAddresses(trustedProxies);
  const actions = createActions(options);
  const style = await deskStyle(styles);
  const font = new Uint8Array(await readFile(join(styles, FONT)));

  const page = async (status: number, markup: Html | Promise<Html>, headers = {}) =>
    new Response(String(await markup), { status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
  const signIn = (status: number, problem: string | null, headers = {}) => page(status, signInPage(siteName, problem), headers);
  const isSecure = (request: Request) =>
    siteUrl.startsWith('https:') || /^https\b/i.test(request.headers.get('x-forwarded-proto') ?? '');

  async function perform(name: string, action: Action, fields: URLSearchParams): Promise<Notice> {
    const done = await action((field) => fields.get(field) ?? '').catch(thrownFailure);
    const text = done.ok ? done.value : done.message;
    const { token: _, ...given } = Object.fromEntries(fields);
    log[done.ok ? 'info' : 'warn']({ desk: name, given, result: done.ok ? 'done' : done.reason }, `desk: ${text}`);
    const label = done.ok || done.reason !== 'unsure' ? undefined : CONFIRM[name];
    const question = label && { label, action: name, fields: { ...given, sure: 'yes' } };
    return { text, isFailure: !done.ok, ...(question && { question }) };
  }

  const app: App = new Hono();
  const sessionOf = (context: Parameters<typeof getCookie>[0]): Session | null => sessions.find(getCookie(context, COOKIE) ?? '');

  app.use('/desk/*', async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
  });
  app.get('/desk/style.css', (context) => context.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get(`/desk/${FONT}`, (context) => context.body(font, 200, { 'Content-Type': 'font/woff2' }));

  app.get('/desk', async (context) => {
    const session = sessionOf(context);
    if (!session) return signIn(200, null);
    const { page: explained = '', empty = null, compare: compared = null } = context.req.query();
    return page(200, overviewPage(options, session, { explained, empty, compared }));
  });

  /** A page of the inbox, for whoever is signed in; each look is logged. */
  const look = (path: string, answer: (inbox: Inbox, session: Session, call: Context) => Response | Promise<Response> | null) =>
    app.get(path, async (context) => {
      const session = sessionOf(context);
      if (!session) return signIn(401, 'Sign in first.');
      const shown = { desk: 'inbox', path: context.req.path, address: addressOf(context.req.raw, context.env) };
      try {
        const found = inbox && (await answer(inbox, session, context));
        log.info({ ...shown, result: found ? 'done' : 'not-found' }, 'desk: looked at what visitors sent');
        return found || context.text('There is no such message.\n', 404);
      } catch (error) {
        const { reason, message } = thrownFailure(error);
        log.warn({ ...shown, result: reason }, `desk: ${message}`);
        return page(500, unreadablePage(options, session, message));
      }
    });
  look('/desk/inbox', (from, session, { req }) => page(200, inboxPage(options, from, session, req.query())));
  look('/desk/inbox/:form{[a-z]+\\.csv}', (from, _session, { req }) => csvAnswer(from, req.param('form') ?? ''));
  look('/desk/inbox/:id{[0-9]+}', (from, session, { req }) => {
    const message = from.message(Number(req.param('id')));
    return message && page(200, messagePage(options, message, session));
  });
  look('/desk/inbox/:id{[0-9]+}/:index{[0-9]{1,9}}', (from, _session, { req }) =>
    fileAnswer(from, Number(req.param('id')), Number(req.param('index'))),
  );

  app.post('/desk', async (context) => {
    const address = addressOf(context.req.raw, context.env);
    const fields = await readFields(context.req.raw);
    if (!isSameOrigin(context.req.raw, siteUrl)) return signIn(403, FORGED);
    const seconds = wrong.wait(address);
    if (seconds > 0) {
      log.warn({ desk: 'sign-in', result: 'too-many' }, 'desk: too many wrong passwords');
      return signIn(429, `Too many wrong passwords. Try again in ${seconds} seconds.`, { 'Retry-After': String(seconds) });
    }
    if (!fields || !sameText(fields.get('password') ?? '', password)) {
      wrong.take(address);
      log.warn({ desk: 'sign-in', result: 'wrong-password' }, 'desk: wrong password');
      return signIn(401, 'The password is wrong.');
    }
    const attributes = { path: '/desk', httpOnly: true, sameSite: 'Strict', secure: isSecure(context.req.raw) } as const;
    setCookie(context, COOKIE, sessions.open(), attributes);
    log.info({ desk: 'sign-in', result: 'done' }, 'desk: signed in');
    return context.redirect('/desk', 303);
  });

  app.post('/desk/:action', async (context) => {
    const { action: name } = context.req.param();
    const session = sessionOf(context);
    const fields = await readFields(context.req.raw);
    if (!session) return signIn(401, 'Sign in first. Nothing was changed.');
    if (!isSameOrigin(context.req.raw, siteUrl) || !sameText(fields?.get('token') ?? '', session.token)) {
      log.warn({ desk: name, result: 'forged' }, 'desk: refused a form that it did not make');
      return signIn(403, FORGED);
    }
    if (name === 'sign-out') {
      sessions.close(getCookie(context, COOKIE) ?? '');
      log.info({ desk: name }, 'desk: signed out');
      return context.redirect('/desk', 303);
    }
    const action = actions.get(name);
    if (!action) return context.text('There is no such button.\n', 404);
    session.notice = await perform(name, action, fields ?? new URLSearchParams());
    return context.redirect(name === 'delete-message' ? '/desk/inbox' : '/desk', 303);
  });

  return app;
}
