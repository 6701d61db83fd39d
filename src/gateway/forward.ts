import { randomUUID } from 'node:crypto';
import { type Result, succeed } from '../lib/result.ts';
import { CV_FIELD } from '../service/schemas/forms/careers.ts';
import { certificateReference } from '../service/schemas/forms/certificate.ts';
import { FORMS, payloadOf, submitPath } from '../service/schemas/forms/index.ts';
import type { FormRules } from '../service/schemas/forms/types.ts';
import type { Submission } from './body.ts';
import { writeMultipart } from './multipart.ts';
import { safeSegment } from './reference.ts';
import { discard, readJson, type Service, type ServiceAnswer, serviceFailed } from './service.ts';
import { createTurns } from './turns.ts';
import type { GatewayEvent, Refusal } from './types.ts';

/** A response and what the log says of it. */
export interface Forwarded extends Pick<GatewayEvent, 'outcome' | 'serviceStatus'> {
  readonly response: Response;
}

/** Uploads on their way to the service at once: enough to fill a line, few enough that each gets through in time. */
const UPLOADS_AT_ONCE = 4;
const LARGEST_CERTIFICATE_ANSWER = 64 * 1024;

/** The calls made to the service, each exactly once. */
export interface Forwarding {
  /** Contact, careers or suggestion; answered with the service's status. */
  message(form: FormRules, submission: Submission): Promise<Result<number, never> | Refusal>;
  /** A certificate's image reference. */
  certificate(submission: Submission): Promise<Result<string, never> | Refusal>;
  /** The certificate's picture. */
  picture(reference: string): Promise<ServiceAnswer | Refusal>;
}

export function createForwarding(service: Service, schoolCode: string): Forwarding {
  const turns = createTurns(UPLOADS_AT_ONCE);

  async function post(form: FormRules, { values, file }: Submission): Promise<ServiceAnswer | Refusal> {
    const path = submitPath(form, schoolCode);
    const fields = payloadOf(form, values);
    if (!file) {
      const content = Buffer.from(JSON.stringify(Object.fromEntries(fields)));
      return service.ask({
        method: 'POST',
        path,
        auth: true,
        body: { type: 'application/json', length: content.length, content },
      });
    }
    const cv = { ...file.spooled, type: 'application/pdf' };
    const giveBack = await turns();
    try {
      return await service.ask({ method: 'POST', path, auth: true, body: writeMultipart(randomUUID(), fields, CV_FIELD, cv) });
    } finally {
      giveBack();
    }
  }

  return {
    async message(form, submission) {
      const answer = await post(form, submission);
      if ('ok' in answer) return answer;
      discard(answer);
      return succeed(answer.status);
    },
    async certificate(submission) {
      const answer = await post(FORMS.certificate, submission);
      if ('ok' in answer) return answer;
      const read = await readJson(answer, LARGEST_CERTIFICATE_ANSWER);
      if (!read.ok) return read;
      const reference = certificateReference(read.value);
      return reference === null ? serviceFailed(answer.status) : succeed(reference);
    },
    async picture(reference) {
      const segment = safeSegment(encodeURIComponent(reference));
      return segment === null ? serviceFailed(null) : service.ask({ method: 'GET', path: `/api/image/${segment}`, auth: false });
    },
  };
}
