/** Object storage that speaks Amazon's S3 protocol. */
import { AwsClient } from 'aws4fetch';
import { type Failure, fail, type Result, succeed } from '../../lib/result.ts';
import { retry } from '../../lib/retry.ts';
import type { BucketSettings } from '../../lib/settings.ts';
import { type DeployReason, isTransientStatus } from '../types.ts';

export interface S3Options {
  /** For one request, ms. */
  readonly timeout?: number;
  /** Milliseconds before a request's first repetition; each further one waits three times as long. */
  readonly backOff?: number;
}

export interface S3Object {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly cacheControl: string;
}

export interface S3Found {
  readonly bytes: Buffer;
  /** Names this version of the object. */
  readonly tag: string;
  /** Since it was written, by the storage's own clock, ms. */
  readonly age: number;
}

export interface S3Client {
  /** An object; null when there is none. */
  get(key: string): Promise<Result<S3Found | null, DeployReason>>;
  put(object: S3Object): Promise<Result<null, DeployReason>>;
  /**
   * Writes an object only while it is the version `tag` (null: while there is none), and gives the new version's tag.
   * `unsupported`: the storage has no conditional writes. Some have none and ignore the condition.
   */
  swap(object: S3Object, tag: string | null): Promise<Result<string, DeployReason | 'conflict' | 'unsupported'>>;
  /** Succeeds also when there is no such object. */
  remove(key: string): Promise<Result<null, DeployReason>>;
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
const REFUSED_CONDITIONS: Readonly<Record<number, 'conflict' | 'unsupported'>> = {
  404: 'conflict',
  409: 'conflict',
  412: 'conflict',
  501: 'unsupported',
};

const tagOf = ({ headers }: Response) => headers.get('etag') ?? '';

async function foundIn(response: Response): Promise<S3Found> {
  const { headers } = response;
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '');
  return { bytes: Buffer.from(await response.arrayBuffer()), tag: tagOf(response), age: Number.isNaN(age) ? 0 : age };
}

function isFailure<Reason extends string>(value: unknown): value is Failure<Reason> {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false;
}

async function judge(response: Response, doing: string): Promise<Result<never, DeployReason>> {
  const text = await response.text().catch(() => '');
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
  const isTransient = isTransientStatus(response.status) || TRANSIENT_CODES.includes(code);
  const told = [`HTTP ${response.status}`, ...(code ? [`(${code})`] : [])].join(' ');
  const advice = ADVICE[code] ?? (isTransient ? '' : 'Check S3_ENDPOINT, S3_REGION and S3_BUCKET.');
  return fail(isTransient ? 'transient' : 'refused', `Object storage answered ${told} while ${doing}. ${advice}`.trimEnd());
}

/**
 * A client of one bucket. Requests are signed by aws4fetch: one module of 10 kB, loaded in 4 ms. @aws-sdk/client-s3 brings
 * 26 packages of 22 MB and takes half a second to load, for the three calls that are made here.
 */
export function openBucket(
  settings: BucketSettings,
  signal: AbortSignal,
  { timeout = 30_000, backOff = 200 }: S3Options,
): S3Client {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const base = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}${prefix && `/${prefix}`}`;
  const addressOf = (key: string) => `${base}/${key.split('/').map(encodeURIComponent).join('/')}`;

  async function attempt<Value, Reason extends string = never>(
    key: string,
    init: RequestInit,
    doing: string,
    read: (response: Response) => Promise<Value | Failure<Reason> | undefined>,
  ): Promise<Result<Value, DeployReason | Reason>> {
    try {
      const request = await aws.sign(addressOf(key), init);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const response = await fetch(request, { redirect: 'manual', signal: limit });
      const value = await read(response);
      if (value === undefined) return await judge(response, doing);
      return isFailure(value) ? value : succeed(value);
    } catch (error) {
      if (signal.aborted) return fail('stopped', 'The upload was stopped half way; the next one completes it.');
      const { name, message, cause } = error as Error;
      const why = name === 'TimeoutError' ? 'no answer in time' : cause instanceof Error ? cause.message : message;
      return fail('transient', `Object storage could not be reached while ${doing} (${why}). Check S3_ENDPOINT.`);
    }
  }

  function call<Value, Reason extends string = never>(...parts: Parameters<typeof attempt<Value, Reason>>) {
    return retry<Value, Failure<DeployReason | Reason>>(
      () => attempt(...parts),
      ({ reason }) => reason === 'transient',
      { backOff, signal },
    );
  }

  const done = async (response: Response) => {
    if (!response.ok) return undefined;
    await response.body?.cancel();
    return null;
  };
  return {
    get: (key) =>
      call(key, { method: 'GET' }, `reading ${key}`, async (response) => {
        if (response.ok) return foundIn(response);
        const isMissing = response.status === 404 && /<Code>NoSuchKey</.test(await response.clone().text());
        return isMissing ? null : undefined;
      }),
    put: ({ key, bytes, contentType, cacheControl }) => {
      const headers = { 'content-type': contentType, 'cache-control': cacheControl };
      return call(key, { method: 'PUT', headers, body: Buffer.from(bytes) }, `writing ${key}`, done);
    },
    swap({ key, bytes, contentType, cacheControl }, tag) {
      const condition: Record<string, string> = tag === null ? { 'if-none-match': '*' } : { 'if-match': tag };
      const headers = { 'content-type': contentType, 'cache-control': cacheControl, ...condition };
      return call(key, { method: 'PUT', headers, body: Buffer.from(bytes) }, `writing ${key}`, async (response) => {
        const reason = REFUSED_CONDITIONS[response.status];
        if (!response.ok && !reason) return undefined;
        await response.body?.cancel();
        return reason ? fail(reason, `Object storage answered HTTP ${response.status} to a conditional write.`) : tagOf(response);
      });
    },
    remove: (key) =>
      call(key, { method: 'DELETE' }, `removing ${key}`, (response) =>
        response.status === 404 ? Promise.resolve(null) : done(response),
      ),
  };
}
