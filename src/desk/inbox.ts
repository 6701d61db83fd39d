/** What visitors sent, as the embedded content service keeps it: a list, a message, its files, a form as CSV. */
import { setImmediate } from 'node:timers/promises';
import { html } from 'hono/html';
import { FORMS } from '../forms/rules.ts';
import { thrownFailure } from '../lib/result.ts';
import { actionButton, deskPage, type Html, momentsIn, type Session } from './document.ts';
import type { DeskOptions, Inbox, InboxMessage } from './types.ts';

type Options = Pick<DeskOptions, 'siteName' | 'settings'>;

const IN_LIST = 80;

const LABELS = new Map<string, string>(
  Object.values(FORMS).flatMap(({ name: form, fields }) => fields.map(({ name, label }) => [`${form} ${name}`, label] as const)),
);

const NAVIGATION = html`<a href="/desk">Desk</a> <a href="/desk/inbox">Inbox</a>`;

const problem = (message: string): Html => html`<p class="problem">${message}</p>`;

export const unreadablePage = (options: Options, session: Session, message: string): Html =>
  deskPage(options, session, 'Inbox', NAVIGATION, problem(message));

function countsIn(inbox: Inbox): Html {
  try {
    const counts = inbox.counts().filter(({ submissions }) => submissions > 0);
    const rows = counts.map(
      ({ form, submissions }) => html`<li><p><a href="/desk/inbox?form=${form}">${form}</a> ${submissions}</p></li>`,
    );
    if (rows.length === 0) return html`<p>No visitor has sent anything yet.</p>`;
    return html`<ul class="rows">${rows}</ul><p><a href="/desk/inbox">All messages</a></p>`;
  } catch (error) {
    // What cannot be read keeps nobody from the rest of the desk.
    return problem(thrownFailure(error).message);
  }
}

export const inboxSection = (inbox: Inbox): Html =>
  html`<section aria-labelledby="inbox"><h2 id="inbox">Inbox</h2>\n${countsIn(inbox)}</section>`;

/** The query as given: `form` for one form, `before` for what follows. */
export function inboxPage(options: Options, inbox: Inbox, session: Session, query: Readonly<Record<string, string>>): Html {
  const counts = inbox.counts();
  const form = counts.find((known) => known.form === query.form)?.form ?? null;
  const before = /^\d{1,15}$/.test(query.before ?? '') ? Number(query.before) : null;
  const { list, more } = inbox.messages(form, before);
  const moment = momentsIn(options.settings.timeZone);
  const rows = list.map(({ id, form: of, at, fields, files }) => {
    const words = [fields.subject, fields.profession, fields.message].filter(Boolean).join(': ');
    return html`<tr><td>${moment(at)}</td><td>${of}</td><td><a href="/desk/inbox/${id}">${fields.name || `Message ${id}`}</a></td>
<td>${words.slice(0, IN_LIST)}${files.length > 0 ? html` (${files.length === 1 ? 'a file' : `${files.length} files`})` : ''}</td></tr>`;
  });
  const links = counts.map(
    ({ form: name, submissions }) =>
      html`<li><p><a href="/desk/inbox?form=${name}"${name === form ? html` aria-current="page"` : ''}>${name}</a> ${submissions}${submissions > 0 ? html`, <a href="/desk/inbox/${name}.csv">as CSV for a spreadsheet</a>` : ''}</p></li>`,
  );
  const [older, last] = [html`form=${form ?? ''}&before=`, list.at(-1)];
  const body = html`<section aria-label="Messages"><ul class="rows"><li><p><a href="/desk/inbox">All</a></p></li>${links}</ul>
${rows.length > 0 ? html`<table class="log"><thead><tr><th scope="col">When</th><th scope="col">Form</th><th scope="col">From</th><th scope="col">What</th></tr></thead><tbody>${rows}</tbody></table>` : html`<p>No messages.</p>`}
${more && last ? html`<p><a href="/desk/inbox?${older}${last.id}">Older messages</a></p>` : ''}</section>`;
  return deskPage(options, session, 'Inbox', NAVIGATION, body);
}

export function messagePage(options: Options, message: InboxMessage, session: Session): Html {
  const { id, form, at, fields, files } = message;
  const rows = Object.entries(fields).map(
    ([name, value]) => html`<div><dt>${LABELS.get(`${form} ${name}`) ?? name}</dt><dd class="typed">${value}</dd></div>`,
  );
  const links = files.map((name, index) => html`<li><p><a href="/desk/inbox/${id}/${index}">${name}</a></p></li>`);
  const body = html`<dl><div><dt>Form</dt><dd>${form}</dd></div><div><dt>Received</dt><dd>${momentsIn(options.settings.timeZone)(at)}</dd></div>${rows}</dl>
${links.length > 0 ? html`<h2>Files</h2><ul class="rows">${links}</ul>` : ''}
<div class="presses">${actionButton('delete-message', 'Delete', { token: session.token, id: String(id) })}</div>`;
  return deskPage(options, session, `Message ${id}`, NAVIGATION, body);
}

/** Something to save, that no browser shows or runs. */
function download(body: BodyInit, name: string, type: string): Response {
  const disposition = `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/'/g, '%27')}`;
  return new Response(body, { headers: { 'Content-Type': type, 'Content-Disposition': disposition } });
}

/** A body in parts, between which others are answered. */
function streamOf(parts: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      await setImmediate();
      const next = iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(Buffer.from(next.value));
    },
    cancel: () => void iterator.return?.(),
  });
}

export function csvAnswer(inbox: Inbox, file: string): Response | null {
  const csv = inbox.csv(file.replace(/\.csv$/, ''));
  return csv && download(streamOf(csv), file, 'text/csv; charset=utf-8');
}

export function fileAnswer(inbox: Inbox, id: number, index: number): Response | null {
  const file = inbox.file(id, index);
  return file && download(new Uint8Array(file.bytes), file.name, 'application/pdf');
}
