/** What the answers of object storage mean. */
import { type Failure, fail, type Result } from '../../lib/result.ts';
import { isTransientStatus } from '../../lib/retry.ts';
import type { DeployReason } from '../target.ts';

export interface S3Found {
  readonly bytes: Buffer;
  /** Names this version of the object. */
  readonly tag: string;
  /** Since it was written, by the storage's own clock, ms. */
  readonly age: number;
}

/** What to do about an error code of the protocol. */
const ADVICE: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'Check AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Check AWS_SECRET_ACCESS_KEY.',
  AccessDenied: 'The key of AWS_ACCESS_KEY_ID must be allowed to list, read, write and delete in the bucket.',
  NoSuchBucket: 'Check S3_BUCKET.',
  RequestTimeTooSkewed: 'The clock of this machine is off: set it.',
  PermanentRedirect: 'Check S3_REGION and S3_ENDPOINT.',
  AuthorizationHeaderMalformed: 'Check S3_REGION.',
};
const TRANSIENT_CODES: readonly string[] = ['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable'];

/** What a status says about the condition of a write. */
export const REFUSED_CONDITIONS: Readonly<Record<number, 'conflict' | 'unsupported' | 'transient'>> = {
  404: 'conflict',
  // Another request for the same object was under way: whether it counts, the next attempt says.
  409: 'transient',
  412: 'conflict',
  501: 'unsupported',
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of an XML element. */
export function plainText(xml: string): string {
  return xml.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (_, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? '';
    return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10));
  });
}

export const tagOf = ({ headers }: Response) => headers.get('etag') ?? '';

export async function foundIn(response: Response): Promise<S3Found> {
  const { headers } = response;
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '');
  return { bytes: Buffer.from(await response.arrayBuffer()), tag: tagOf(response), age: Number.isNaN(age) ? 0 : age };
}

export function isFailure<Reason extends string>(value: unknown): value is Failure<Reason> {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false;
}

/** The failure that an answer means, with what to do about it. */
export async function judge(response: Response, doing: string): Promise<Result<never, DeployReason>> {
  const text = await response.text().catch(() => '');
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
  const isTransient = isTransientStatus(response.status) || TRANSIENT_CODES.includes(code);
  const told = [`HTTP ${response.status}`, ...(code ? [`(${code})`] : [])].join(' ');
  const advice = ADVICE[code] ?? (isTransient ? '' : 'Check S3_ENDPOINT, S3_REGION and S3_BUCKET.');
  return fail(isTransient ? 'transient' : 'refused', `Object storage answered ${told} while ${doing}. ${advice}`.trimEnd());
}
