import { Readable } from 'node:stream';
import { CV_FIELD } from '../forms/careers.ts';
import { CERTIFICATE_FAILED, CERTIFICATE_FILE, certificateReference, DOWNLOAD_FAILED } from '../forms/certificate.ts';
import { cvName } from '../forms/fileName.ts';
import { FORMS, payloadOf, submitPath } from '../forms/rules.ts';
import type { FormRules } from '../forms/types.ts';
import { succeed } from '../lib/result.ts';
import { createFormResponder, type FormResponder, type Handled, json } from './answers.ts';
import { checkSubmission, readSubmission, type Submission } from './body.ts';
import { createCounter } from './counter.ts';
import { imageResponse } from './images.ts';
import { LARGEST_CERTIFICATE_ANSWER, MOST_SUBMISSIONS } from './limits.ts';
import { CERTIFICATE_LIFETIME, type Passes } from './passes.ts';
import type { RateLimiter } from './rateLimiter.ts';
import { safeSegment } from './reference.ts';
import { isSameOrigin } from './sameOrigin.ts';
import { BUSY, type GatewayBindings, type GatewayFailure, type GatewayOptions, type Outcome, refuse } from './types.ts';
import { createUploads } from './uploadScheduler.ts';
import { discard, readJson, type Upstream, type UpstreamResponse, upstreamFailed } from './upstream.ts';

/** `Retry-After` for an address that has too many submissions under way, seconds. */
const BUSY_FOR = 5;

const FOREIGN = refuse('foreign-origin', 'Forms are taken only from this site’s own pages.');

function tooMany(retryAfter: number): GatewayFailure | null {
  if (retryAfter === 0) return null;
  return refuse('too-many', 'You have sent many forms in a short time. Please wait a minute and send it again.', { retryAfter });
}

type Options = Pick<GatewayOptions, 'schoolCode' | 'siteUrl' | 'siteName' | 'submissionsPerMinute' | 'onPassed'> & {
  readonly limiter: RateLimiter;
  readonly serviceTimeout: number;
  readonly passes: Passes;
};

/** The calls made to the content service for a form, each exactly once. */
function createForwarding(upstream: Upstream, schoolCode: string) {
  function post(form: FormRules, { values, file }: Submission): Promise<Outcome<UpstreamResponse>> {
    const request = { method: 'POST', path: submitPath(form, schoolCode), auth: true } as const;
    const fields = payloadOf(form, values);
    if (!file) return upstream.send({ ...request, body: Object.fromEntries(fields) });
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    body.append(CV_FIELD, file, cvName(file.name));
    return upstream.send({ ...request, body });
  }

  return {
    /** Contact, careers or suggestion; gives the service's status. */
    async message(form: FormRules, submission: Submission): Promise<Outcome<number>> {
      const answer = await post(form, submission);
      if (!answer.ok) return answer;
      discard(answer.value);
      return succeed(answer.value.status);
    },
    /** Gives a certificate's image reference. */
    async certificate(submission: Submission): Promise<Outcome<string>> {
      const answer = await post(FORMS.certificate, submission);
      if (!answer.ok) return answer;
      const read = await readJson(answer.value, LARGEST_CERTIFICATE_ANSWER);
      if (!read.ok) return read;
      const reference = certificateReference(read.value);
      return reference === null ? upstreamFailed(answer.value.status) : succeed(reference);
    },
    /** Gives the certificate's picture. */
    async picture(reference: string): Promise<Outcome<UpstreamResponse>> {
      const segment = safeSegment(encodeURIComponent(reference));
      return segment === null
        ? upstreamFailed(null)
        : upstream.send({ method: 'GET', path: `/api/image/${segment}`, auth: false });
    },
  };
}

/** Handles a form: checks origin, rate, size and fields, then forwards it once. */
export function createFormHandler(options: Options, upstream: Upstream) {
  const { schoolCode, siteUrl, siteName = new URL(siteUrl).host, limiter, serviceTimeout, passes } = options;
  const { onPassed = () => {} } = options;
  const forwarding = createForwarding(upstream, schoolCode);
  // Without a limit a minute, one address may have as many under way as all together.
  const mostOfOneAddress = options.submissionsPerMinute || MOST_SUBMISSIONS;
  const openUpload = createUploads();
  /** Submissions being read or forwarded, by address. */
  const underWay = createCounter();

  /** A client that holds many connections open and sends nothing must not keep out the others. */
  function crowded(address: string): GatewayFailure | null {
    if (underWay.total() >= MOST_SUBMISSIONS) return BUSY;
    return underWay.get(address) >= mostOfOneAddress ? tooMany(BUSY_FOR) : null;
  }

  async function failed(responder: FormResponder, failure: GatewayFailure, submission: Submission | null): Promise<Handled> {
    const response = await responder.failed(failure, submission?.values ?? failure.values ?? null);
    return { response, outcome: failure.reason, serviceStatus: failure.serviceStatus };
  }

  async function sendCertificate(responder: FormResponder, submission: Submission): Promise<Handled> {
    const reference = await forwarding.certificate(submission);
    if (!reference.ok) return failed(responder, { ...reference, message: CERTIFICATE_FAILED }, submission);
    onPassed({ form: 'certificate', values: submission.values, file: null });
    if (!responder.isPage) {
      const data = passes.give(reference.value, CERTIFICATE_LIFETIME);
      return { response: json(200, { data }), outcome: 'passed' };
    }
    const picture = await forwarding.picture(reference.value);
    const image = picture.ok
      ? await imageResponse(picture.value, { timeout: serviceTimeout, filename: CERTIFICATE_FILE })
      : picture;
    if (image.ok) return { response: image.value, outcome: 'passed' };
    return failed(responder, { ...image, message: DOWNLOAD_FAILED }, submission);
  }

  async function send(responder: FormResponder, form: FormRules, submission: Submission, address: string): Promise<Handled> {
    const errors = checkSubmission(form, submission);
    if (errors.size > 0) return failed(responder, refuse('invalid', 'Some fields are not right.', { errors }), submission);
    const limited = tooMany(limiter.take(address));
    if (limited) return failed(responder, limited, submission);
    if (form.name === 'certificate') return sendCertificate(responder, submission);
    // Bots are told that it worked, so that they do not try harder.
    if (submission.isTrapped) return { response: await responder.sent(), outcome: 'trapped' };
    const sent = await forwarding.message(form, submission);
    if (!sent.ok) return failed(responder, sent, submission);
    onPassed({ form: form.name, values: submission.values, file: submission.file });
    return { response: await responder.sent(), outcome: 'passed', serviceStatus: sent.value };
  }

  /** The socket where there is one, as a web stream made of it would read ahead out of turn. */
  function bodyOf(request: Request, bindings: GatewayBindings | undefined): AsyncIterable<Uint8Array> {
    return bindings?.incoming?.iterator({ destroyOnReturn: false }) ?? request.body ?? Readable.from([]);
  }

  return async (request: Request, form: FormRules, address: string, bindings?: GatewayBindings): Promise<Handled> => {
    const responder = createFormResponder(request, form, schoolCode, siteName);
    if (!isSameOrigin(request, siteUrl)) return failed(responder, FOREIGN, null);
    // Checked before anything is read; counted when it is forwarded, cannot be read or is too large.
    const limited = tooMany(limiter.wait(address)) ?? crowded(address);
    if (limited) return failed(responder, limited, null);
    underWay.increment(address);
    const upload = openUpload(address);
    try {
      const submission = await readSubmission(request, () => upload.read(bodyOf(request, bindings)), form);
      // No page of the site sends what cannot be read or is too large, and it takes as long to read.
      if (!submission.ok && submission.reason !== BUSY.reason) limiter.take(address);
      if (!submission.ok) return await failed(responder, submission, null);
      return await send(responder, form, submission.value, address);
    } finally {
      upload.end();
      underWay.decrement(address);
    }
  };
}
