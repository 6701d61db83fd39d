/** Tells the school's office of submissions: `NOTIFY_URL` that one came, `NOTIFY_EMAIL` what was written. */
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { cvName } from '../forms/fileName.ts';
import { FORMS } from '../forms/rules.ts';
import type { GatewayEvent, PassedSubmission } from '../gateway/index.ts';
import { chatBody, postJson } from '../lib/postJson.ts';
import { messageOf } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import { decoded } from '../lib/url.ts';
import type { Observed } from '../site/alerts.ts';

export interface MessagesOptions {
  readonly settings: Pick<Settings, 'notifyUrl' | 'smtpUrl' | 'notifyEmail' | 'siteUrl'>;
  readonly siteName: string;
  /** Where the office reads it; null: there is no desk. */
  readonly desk: string | null;
  readonly log: Logger;
  readonly observe: (observed: Observed) => unknown;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Milliseconds before each attempt. */
  readonly pauses?: readonly number[];
}

export type Messages = ReturnType<typeof createMessages>;

/** Milliseconds before each attempt to send an e-mail. */
const PAUSES = [0, 10_000, 60_000];
/** Milliseconds for which a mail server may be silent; the next message waits as long. */
const SILENCE = { connectionTimeout: 30_000, socketTimeout: 60_000 };
/** Messages that wait to be sent, each with its file: beyond, the office is told of them without what was written. */
const MOST_WAITING = 32;

type Name = PassedSubmission['form'];
const TITLES: Readonly<Record<Name, string>> = {
  contact: 'a message',
  careers: 'an application',
  suggestion: 'a suggestion',
  certificate: 'a request for a transfer certificate',
};

/** What was written, as the lines of a plain text. No line of a value can be taken for a field. */
function lettersOf({ form, values }: PassedSubmission): string {
  const lines = FORMS[form].fields
    .filter(({ kind }) => kind !== 'pdf')
    .map(({ name, label, kind }) => {
      const value = values.get(name) ?? '';
      const lines = kind === 'text' ? value.split(/\r\n|[\r\n\u2028\u2029]/) : [value.replace(/\s+/g, ' ')];
      return lines.length > 1 ? `${label}:\n${lines.map((line) => `  ${line}`).join('\n')}` : `${label}: ${lines[0]}`;
    });
  return `${lines.join('\n')}\n`;
}

/** What is told of a submission that the content service did not take; null: it did, or it is no fault of the service. */
function lossOf({ form, outcome, serviceStatus }: GatewayEvent): string | null {
  if (!form || (outcome !== 'service-failed' && outcome !== 'service-slow')) return null;
  // A certificate that was never issued is no fault.
  if (form === 'certificate' && serviceStatus && serviceStatus < 500) return null;
  const none = outcome === 'service-slow' ? 'it did not answer in time' : 'no answer came';
  const why = serviceStatus ? `it answered ${serviceStatus}` : none;
  const told =
    form === 'certificate'
      ? 'Visitors are told that it cannot be had now.'
      : 'Visitors are told nothing of it; each one until this is over is lost.';
  return `A submission of the form "${form}" did not reach the content service: ${why}. ${told}`;
}

export function createMessages({ settings, siteName, desk, log, observe, now = Date.now, pauses }: MessagesOptions) {
  const { notifyUrl, smtpUrl, notifyEmail, siteUrl } = settings;
  const limited = pLimit(1);
  const mailing = pLimit(1);
  let lost = 0;
  /** What an earlier process told may be over. */
  let isKnownToWork = false;

  async function notify(url: string, form: Name, at: string): Promise<void> {
    const text = `${siteUrl}: ${TITLES[form]} came (${form}).${desk ? ` See ${desk}` : ''}`;
    const sent = await postJson(url, chatBody(url, { text, form, at }), pauses);
    if (!sent.ok) log.warn({ form }, `NOTIFY_URL was not told of a submission: ${sent.message}`);
  }

  async function mail(server: string, to: readonly string[], passed: PassedSubmission): Promise<void> {
    const { form, values, file } = passed;
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ ...SILENCE, url: server });
    const user = decoded(new URL(server).username) ?? '';
    const email = FORMS[form].fields.some(({ kind }) => kind === 'email') ? values.get('email') : undefined;
    // No head takes other characters before the "@" from every server; the text has the address.
    const answerTo = email && /^[\0-\x7f]*@/.test(email) ? email : undefined;
    const message = {
      from: { name: siteName, address: user.includes('@') ? user : (to[0] ?? '') },
      to: [...to],
      ...(answerTo && { replyTo: answerTo }),
      subject: `${siteName}: ${TITLES[form]}`,
      text: lettersOf(passed),
      attachments: file
        ? [{ filename: cvName(file.name), content: Buffer.from(await file.arrayBuffer()), contentType: 'application/pdf' }]
        : [],
    };
    let problem: unknown;
    for (const milliseconds of pauses ?? PAUSES) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
      try {
        await transport.sendMail(message);
        return;
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }

  const tellOfUnsent = (form: Name) => (problem: unknown) =>
    log.error(
      { form },
      `an e-mail about a submission could not be sent; the content service has the submission: ${messageOf(problem)}`,
    );

  return {
    /** A submission that the content service took. */
    passed(passed: PassedSubmission): void {
      const { form } = passed;
      const at = new Date(now()).toISOString();
      if (notifyUrl !== null) void limited(() => notify(notifyUrl, form, at));
      if (smtpUrl === null || notifyEmail === null) return;
      if (mailing.pendingCount < MOST_WAITING) mailing(() => mail(smtpUrl, notifyEmail, passed)).catch(tellOfUnsent(form));
      else log.error({ form }, 'an e-mail about a submission was not sent, as too many wait; the content service has it');
    },
    /** Any answer of the gateway: tells when submissions begin to be lost, and when that is over. */
    answered(event: GatewayEvent): void {
      const failure = lossOf(event);
      if (failure !== null) {
        lost += 1;
        observe({ formFailing: failure });
      } else if (event.form && event.outcome === 'passed' && (lost > 0 || !isKnownToWork)) {
        const many = lost === 1 ? '1 submission was lost' : `${lost} submissions were lost`;
        observe({ formFailing: null, ...(lost > 0 && { formRecovery: `Forms reach the content service again; ${many}.` }) });
        lost = 0;
        isKnownToWork = true;
      }
    },
    async settled() {
      await limited(() => {});
      await mailing(() => {});
    },
  };
}
