/** Object storage that speaks Amazon's S3 protocol. */
import { AwsClient } from 'aws4fetch';
import { withoutEntities } from '../lib/entities.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { isTransientStatus } from '../lib/retry.ts';
import type { BucketSettings } from '../lib/settings.ts';
import { exchange, type Outcome, timeFor } from './exchange.ts';

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
export const STOPPED = 'The upload was stopped half way; the next one completes it.';
const TRANSIENT_CODES: readonly string[] = ['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable'];

/** What a status says about the condition of a write. */
const REFUSED_CONDITIONS: Readonly<Record<number, 'conflict' | 'unsupported' | 'transient'>> = {
  404: 'conflict',
  // Another request for the same object was under way: whether it counts, the next attempt says.
  409: 'transient',
  412: 'conflict',
  501: 'unsupported',
};

const tagOf = ({ headers }: Response) => headers.get('etag') ?? '';

/** The failure that an answer means, with what to do about it. */
async function judge(response: Response, doing: string): Promise<Outcome<never>> {
  const text = await response.text().catch(() => '');
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
  const isTransient = isTransientStatus(response.status) || TRANSIENT_CODES.includes(code);
  const answer = [`HTTP ${response.status}`, ...(code ? [`(${code})`] : [])].join(' ');
  const advice = ADVICE[code] ?? (isTransient ? '' : 'Check S3_ENDPOINT, S3_REGION and S3_BUCKET.');
  return fail(isTransient ? 'transient' : 'refused', `Object storage answered ${answer} while ${doing}. ${advice}`.trimEnd());
}

export interface S3Options {
  /** For one request, ms. */
  readonly timeout?: number;
  /** Milliseconds before a request's first repetition; each further one waits three times as long. */
  readonly backOff?: number;
}

interface S3Object {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly cacheControl: string;
}

export type S3Client = ReturnType<typeof openBucket>;

/** Parts of a list, of a thousand keys each. */
const MOST_PARTS = 200;

/**
 * A client of one bucket. Requests are signed by aws4fetch: one module of 10 kB, loaded in 4 ms. @aws-sdk/client-s3 brings
 * 26 packages of 22 MB and takes half a second to load, for the three calls that are made here.
 */
export function openBucket(
  settings: BucketSettings,
  signal: AbortSignal = new AbortController().signal,
  { timeout = 30_000, backOff = 200 }: S3Options = {},
) {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const place = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`;
  const base = `${place}${prefix && `/${prefix}`}`;
  const addressOf = (key: string) => `${base}/${key.split('/').map(encodeURIComponent).join('/')}`;

  /** One request of `sent` bytes, repeated while its failure is transient. `read`: what the answer means; undefined: a failure by its status. */
  function call<Value, Reason extends string = never>(
    address: string,
    init: RequestInit,
    doing: string,
    read: (response: Response) => Promise<Result<Value, Reason> | undefined>,
    sent = 0,
  ): Promise<Outcome<Value, Reason>> {
    const unreachable = (why: string) => `Object storage could not be reached while ${doing} (${why}). Check S3_ENDPOINT.`;
    return exchange<Value, Reason>(
      async (limit) => fetch(await aws.sign(address, init), { redirect: 'manual', signal: limit }),
      async (response) => (await read(response)) ?? judge(response, doing),
      { signal, timeout: timeFor(sent, timeout), backOff, stopped: STOPPED, unreachable },
    );
  }

  /**
   * An object, with the tag that names its version; null when there is none. While it is still the version of `known`, that is
   * given, and nothing travels, though some storage sends it all the same.
   */
  function get<Known extends { readonly tag: string | null } = never>(key: string, known?: Known) {
    type Found = { readonly bytes: Buffer; readonly tag: string };
    const headers: Record<string, string> = known?.tag ? { 'if-none-match': known.tag } : {};
    return call<Found | Known | null>(addressOf(key), { method: 'GET', headers }, `reading ${key}`, async (response) => {
      if (response.ok) return succeed({ bytes: Buffer.from(await response.arrayBuffer()), tag: tagOf(response) });
      if (response.status === 304 && known) return succeed(known);
      const isMissing = response.status === 404 && /<Code>NoSuchKey</.test(await response.clone().text());
      return isMissing ? succeed(null) : undefined;
    });
  }

  /** `refused`: what a status means that says no to the condition. */
  function write<Reason extends string = never>(
    { key, bytes, contentType, cacheControl }: S3Object,
    condition: Readonly<Record<string, string>> = {},
    refused: Readonly<Record<number, Reason>> = {},
  ) {
    const headers = { 'content-type': contentType, 'cache-control': cacheControl, ...condition };
    const init = { method: 'PUT', headers, body: Buffer.from(bytes) };
    const read = async (response: Response) => {
      const reason = refused[response.status];
      if (!response.ok && !reason) return undefined;
      await response.body?.cancel();
      if (reason) return fail(reason, `Object storage answered HTTP ${response.status} to a conditional write.`);
      return succeed(tagOf(response));
    };
    return call<string, Reason>(addressOf(key), init, `writing ${key}`, read, bytes.length);
  }

  /** One part of the list: its objects, and where the next one goes on. */
  function listFrom(token: string) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix: prefix && `${prefix}/`,
      ...(token && { 'continuation-token': token }),
    });
    return call(`${place}?${query}`, { method: 'GET' }, 'listing the bucket', async (response) => {
      if (!response.ok) return undefined;
      const text = await response.text();
      const objects = text
        .split('<Key>')
        .slice(1)
        .map((part) => {
          const key = withoutEntities(part.slice(0, part.indexOf('<')));
          return { key: key.slice(prefix ? prefix.length + 1 : 0), tag: withoutEntities(/<ETag>([^<]*)</.exec(part)?.[1] ?? '') };
        });
      const next = /<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? '';
      if (!next && /<IsTruncated>true</.test(text))
        return fail('refused', 'Object storage cut its list of the bucket short and does not say where it goes on.');
      return succeed({ objects, next: withoutEntities(next) });
    });
  }

  return {
    get,
    /** Gives the new version's tag. */
    put: (object: S3Object) => write(object),
    /**
     * Writes an object only while it is the version `tag` (null: while there is none), and gives the new version's tag. Bytes
     * that are there already count as written: an answer may be lost on its way.
     * `unsupported`: the storage has no conditional writes. Some have none and ignore the condition.
     */
    async swap(object: S3Object, tag: string | null) {
      const condition: Record<string, string> = tag === null ? { 'if-none-match': '*' } : { 'if-match': tag };
      const written = await write(object, condition, REFUSED_CONDITIONS);
      if (written.ok || written.reason !== 'conflict') return written;
      const there = await get(object.key);
      return there.ok && there.value?.bytes.equals(object.bytes) ? succeed(there.value.tag) : written;
    },
    /** All objects, each with the tag that the answer to its write gave; empty where the storage does not tell. */
    async list() {
      const objects: { readonly key: string; readonly tag: string }[] = [];
      let next = '';
      for (let part = 0; part < MOST_PARTS; part += 1) {
        const listed = await listFrom(next);
        if (!listed.ok) return listed;
        objects.push(...listed.value.objects);
        next = listed.value.next;
        if (!next) return succeed(objects);
      }
      return fail('refused', `The bucket holds more than ${MOST_PARTS * 1000} objects. Give the site a prefix of its own.`);
    },
    /** Succeeds also when there is no such object. */
    remove: (key: string) =>
      call(addressOf(key), { method: 'DELETE' }, `removing ${key}`, async (response) => {
        if (!response.ok && response.status !== 404) return undefined;
        await response.body?.cancel();
        return succeed(null);
      }),
  };
}
