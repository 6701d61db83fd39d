import { succeed } from '../lib/result.ts';
import { CV_FIELD } from '../service/schemas/forms/careers.ts';
import { certificateReference } from '../service/schemas/forms/certificate.ts';
import { cvName } from '../service/schemas/forms/fileName.ts';
import { FORMS, payloadOf, submitPath } from '../service/schemas/forms/index.ts';
import type { FormRules } from '../service/schemas/forms/types.ts';
import type { Submission } from './body.ts';
import { LARGEST_CERTIFICATE_ANSWER } from './limits.ts';
import { safeSegment } from './reference.ts';
import type { Outcome } from './types.ts';
import { discard, readJson, type Upstream, type UpstreamResponse, upstreamFailed } from './upstream.ts';

/** The calls made to the content service for a form, each exactly once. */
export function createForwarding(upstream: Upstream, schoolCode: string) {
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

export type Forwarding = ReturnType<typeof createForwarding>;
