import { Readable } from 'node:stream';
import { cvName } from '../forms/fileName.ts';
import {
  CERTIFICATE_FAILED,
  CV_FIELD,
  certificateReference,
  checkForm,
  DOWNLOAD_FAILED,
  FORMS,
  type FormRules,
  payloadOf,
  submitPath,
} from '../forms/rules.ts';
import { isSameOrigin } from './address.ts';
import { formResponse, type Handled, json, wantsJson } from './answers.ts';
import { CERTIFICATE_LIFETIME, type Passes } from './passes.ts';
import type { RateLimiter } from './rateLimiter.ts';
import { readSubmission, type Submission } from './submission.ts';
import { BUSY, type GatewayBindings, type GatewayFailure, type GatewayOptions, type Outcome, refuse } from './types.ts';
import { createCounter, createUploads } from './uploadScheduler.ts';
import { discard, readJson, type Upstream, type UpstreamResponse, upstreamFailed } from './upstream.ts';

/** Submissions being forwarded at once, so that sockets do not run out. */
const MOST_SUBMISSIONS = 1024;
/** `Retry-After` for an address that has too many submissions under way, seconds. */
const BUSY_FOR = 5;
const LARGEST_CERTIFICATE_ANSWER = 64 * 1024;

const FOREIGN = refuse('foreign-origin', 'Please send the form from its own page on this website.');

function tooMany(retryAfter: number): GatewayFailure | null {
  if (retryAfter === 0) return null;
  return refuse('too-many', 'You have sent many forms in a short time. Please wait a minute and send it again.', { retryAfter });
}

type Options = Pick<GatewayOptions, 'schoolCode' | 'siteUrl' | 'siteName' | 'submissionsPerMinute' | 'onPassed'> & {
  readonly limiter: RateLimiter;
  readonly passes: Passes;
  /** The picture of a certificate. */
  readonly certificate: (reference: string) => Promise<Outcome<Response>>;
};

/** Handles a form: checks origin, rate, size and fields, then forwards it once. */
export function createFormHandler(options: Options, upstream: Upstream) {
  const { schoolCode, siteUrl, siteName = new URL(siteUrl).host, limiter, passes, onPassed } = options;
  // Without a limit a minute, one address may have as many under way as all together.
  const mostOfOneAddress = options.submissionsPerMinute || MOST_SUBMISSIONS;
  const openUpload = createUploads();
  /** Submissions being read or forwarded, by address. Only what came whole counts for all: who sends slowly keeps out nobody. */
  const underWay = createCounter();
  let forwarded = 0;

  function forward(form: FormRules, { values, file }: Submission): Promise<Outcome<UpstreamResponse>> {
    const fields = payloadOf(form, values);
    let body: FormData | Record<string, string> = Object.fromEntries(fields);
    if (file) {
      body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      body.append(CV_FIELD, file, cvName(file.name));
    }
    return upstream(submitPath(form, schoolCode), body);
  }

  async function failed(request: Request, form: FormRules, failure: GatewayFailure): Promise<Handled> {
    const response = await formResponse(request, form, { schoolCode, siteName }, failure);
    return { response, outcome: failure.reason, serviceStatus: failure.serviceStatus };
  }

  async function sendCertificate(request: Request, submission: Submission): Promise<Handled> {
    const { values } = submission;
    const fail = (failure: GatewayFailure, message: string) =>
      failed(request, FORMS.certificate, { ...failure, message, values });
    const answer = await forward(FORMS.certificate, submission);
    const read = answer.ok ? await readJson(answer.value, LARGEST_CERTIFICATE_ANSWER) : answer;
    if (!read.ok) return fail(read, CERTIFICATE_FAILED);
    const reference = certificateReference(read.value);
    if (reference === null) return fail(upstreamFailed(answer.ok ? answer.value.status : null), CERTIFICATE_FAILED);
    onPassed?.({ form: 'certificate', values, file: null });
    if (wantsJson(request))
      return { response: json(200, { data: passes.give(reference, CERTIFICATE_LIFETIME) }), outcome: 'passed' };
    const picture = await options.certificate(reference);
    return picture.ok ? { response: picture.value, outcome: 'passed' } : fail(picture, DOWNLOAD_FAILED);
  }

  async function send(request: Request, form: FormRules, submission: Submission, address: string): Promise<Handled> {
    const { values, file, isTrapped } = submission;
    const errors = await checkForm(form, values, file);
    if (errors.size > 0)
      return failed(request, form, { ...refuse('invalid', 'Please correct these fields.', { errors }), values });
    const limited = tooMany(limiter.take(address));
    if (limited) return failed(request, form, { ...limited, values });
    if (form.name === 'certificate') return sendCertificate(request, submission);
    const sent = () => formResponse(request, form, { schoolCode, siteName }, null);
    // Bots are told that it worked, so that they do not try harder.
    if (isTrapped) return { response: await sent(), outcome: 'trapped' };
    const answer = await forward(form, submission);
    if (!answer.ok) return failed(request, form, { ...answer, values });
    discard(answer.value);
    onPassed?.({ form: form.name, values, file });
    return { response: await sent(), outcome: 'passed', serviceStatus: answer.value.status };
  }

  return async (request: Request, form: FormRules, address: string, bindings?: GatewayBindings): Promise<Handled> => {
    if (!isSameOrigin(request, siteUrl)) return failed(request, form, FOREIGN);
    // Checked before anything is read; counted when it is forwarded, cannot be read or is too large.
    const limited = tooMany(limiter.wait(address)) ?? (underWay.get(address) >= mostOfOneAddress ? tooMany(BUSY_FOR) : null);
    if (limited) return failed(request, form, limited);
    underWay.increment(address);
    const upload = openUpload(address);
    const counted = (submission: Submission) => {
      forwarded += 1;
      return send(request, form, submission, address).finally(() => {
        forwarded -= 1;
      });
    };
    // The socket where there is one, as a web stream made of it would read ahead out of turn.
    const body = () => bindings?.incoming?.iterator({ destroyOnReturn: false }) ?? request.body ?? Readable.from([]);
    try {
      const submission = await readSubmission(request, () => upload.read(body()), form);
      if (submission.ok) return await (forwarded < MOST_SUBMISSIONS ? counted(submission.value) : failed(request, form, BUSY));
      // No page of the site sends what cannot be read or is too large, and it takes as long to read.
      if (submission.reason !== BUSY.reason) limiter.take(address);
      return await failed(request, form, submission);
    } finally {
      upload.end();
      underWay.decrement(address);
    }
  };
}
