import { Readable } from 'node:stream';
import { CERTIFICATE_FAILED, CERTIFICATE_FILE, DOWNLOAD_FAILED } from '../service/schemas/forms/certificate.ts';
import type { FormRules } from '../service/schemas/forms/types.ts';
import { json, type Replies, repliesFor } from './answers.ts';
import { checkSubmission, readSubmission, type Submission } from './body.ts';
import type { Forwarded, Forwarding } from './forward.ts';
import { imageResponse } from './images.ts';
import type { Limiter } from './limiter.ts';
import { isOwnOrigin } from './origin.ts';
import { createTally } from './tally.ts';
import { createTurns, inTurns } from './turns.ts';
import { type GatewayBindings, type GatewayOptions, type Refusal, refuse } from './types.ts';

/** Submissions being read or forwarded at once, so that neither disk nor sockets run out. */
const MOST_AT_ONCE = 1024;
/** Uploads being read at once: enough to keep the disk busy, and so the memory that all of them take. */
const UPLOADS_AT_ONCE = 8;

/** Seconds. */
const CROWDED_FOR = 5;

const foreign = refuse('foreign-origin', 'Forms are taken only from this site’s own pages.');
const busy = refuse('busy', 'Too many people are sending something just now. Please try again in a moment.', {
  retryAfter: CROWDED_FOR,
});

function tooMany(retryAfter: number): Refusal | null {
  if (retryAfter === 0) return null;
  return refuse('too-many', 'You have sent many forms in a short time. Please wait a minute and send it again.', { retryAfter });
}

type Options = Pick<GatewayOptions, 'schoolCode' | 'siteUrl' | 'siteName' | 'spoolFolder' | 'submissionsPerMinute'> & {
  readonly limiter: Limiter;
  readonly serviceTimeout: number;
};

/** Takes a form: where it comes from, how often, how large, whether it is right; then forwards it once. */
export function createSubmissions(options: Options, forwarding: Forwarding) {
  const { schoolCode, siteUrl, siteName = new URL(siteUrl).host, spoolFolder, limiter, serviceTimeout } = options;
  const mostOfOne = options.submissionsPerMinute || MOST_AT_ONCE;
  const turns = createTurns(UPLOADS_AT_ONCE);
  /** Submissions being read or forwarded, by address. */
  const underWay = createTally();

  /** Whoever holds many connections open and sends nothing must not keep out the others. */
  function crowded(address: string): Refusal | null {
    if (underWay.all() >= MOST_AT_ONCE) return busy;
    return underWay.of(address) >= mostOfOne ? tooMany(CROWDED_FOR) : null;
  }

  async function refused(replies: Replies, refusal: Refusal, submission: Submission | null): Promise<Forwarded> {
    const response = await replies.refused(refusal, submission?.values ?? refusal.values ?? null);
    return { response, outcome: refusal.reason, serviceStatus: refusal.serviceStatus };
  }

  async function sendCertificate(replies: Replies, submission: Submission): Promise<Forwarded> {
    const reference = await forwarding.certificate(submission);
    if (!reference.ok) return refused(replies, { ...reference, message: CERTIFICATE_FAILED }, submission);
    if (!replies.page) return { response: json(200, { data: reference.value }), outcome: 'passed' };
    const picture = await forwarding.picture(reference.value);
    const answer = 'ok' in picture ? picture : imageResponse(picture, serviceTimeout, CERTIFICATE_FILE);
    if (answer instanceof Response) return { response: answer, outcome: 'passed' };
    return refused(replies, { ...answer, message: DOWNLOAD_FAILED }, submission);
  }

  async function send(replies: Replies, form: FormRules, submission: Submission, address: string): Promise<Forwarded> {
    const errors = checkSubmission(form, submission);
    if (errors.size > 0) return refused(replies, refuse('invalid', 'Some fields are not right.', { errors }), submission);
    const limited = tooMany(limiter.take(address));
    if (limited) return refused(replies, limited, submission);
    // Machines are told that it worked, so that they do not try harder.
    if (submission.trapped && form.type) return { response: await replies.sent(), outcome: 'trapped' };
    if (!form.type) return sendCertificate(replies, submission);
    const sent = await forwarding.message(form, submission);
    if (!sent.ok) return refused(replies, sent, submission);
    return { response: await replies.sent(), outcome: 'passed', serviceStatus: sent.value };
  }

  /** From the socket where there is one: a stream made of it would read ahead of its turn. */
  function uploadOf(request: Request, bindings: GatewayBindings | undefined): AsyncIterable<Uint8Array> {
    const body = bindings?.incoming?.iterator({ destroyOnReturn: false }) ?? request.body ?? Readable.from([]);
    return inTurns(body as AsyncIterable<Uint8Array>, turns);
  }

  return async (request: Request, form: FormRules, address: string, bindings?: GatewayBindings): Promise<Forwarded> => {
    const replies = repliesFor(request, form, schoolCode, siteName);
    if (!isOwnOrigin(request, siteUrl)) return refused(replies, foreign, null);
    // Asked before anything is read; counted only when it is forwarded.
    const limited = tooMany(limiter.wait(address)) ?? crowded(address);
    if (limited) return refused(replies, limited, null);
    underWay.add(address);
    try {
      const submission = await readSubmission({ request, upload: () => uploadOf(request, bindings), spoolFolder }, form);
      if (!submission.ok) return await refused(replies, submission, null);
      try {
        return await send(replies, form, submission.value, address);
      } finally {
        await submission.value.file?.spooled.drop();
      }
    } finally {
      underWay.remove(address);
    }
  };
}
