/**
 * Object storage that speaks Amazon's S3 protocol, and such storage as a host: each file of a release is an object, pages
 * under their address without `.html`.
 */
import { AwsClient } from 'aws4fetch';
import { withoutEntities } from '../lib/entities.ts';
import { cacheControl, isDigestNamed } from '../lib/headers.ts';
import { contentType } from '../lib/mime.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { isTransientStatus } from '../lib/retry.ts';
import type { BucketSettings, DeploySettings } from '../lib/settings.ts';
import { Ledger } from './ledger.ts';
import { type DeployPlan, type DeployReason, exchange, type Target, untilFailure } from './target.ts';

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
const STOPPED = 'The upload was stopped half way; the next one completes it.';
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
async function judge(response: Response, doing: string): Promise<Result<never, DeployReason>> {
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

  /** One request, repeated while its failure is transient. `read`: what the answer means; undefined: a failure by its status. */
  function call<Value, Reason extends string = never>(
    address: string,
    init: RequestInit,
    doing: string,
    read: (response: Response) => Promise<Result<Value, Reason> | undefined>,
  ): Promise<Result<Value, DeployReason | Reason>> {
    const unreachable = (why: string) => `Object storage could not be reached while ${doing} (${why}). Check S3_ENDPOINT.`;
    return exchange<Value, Reason>(
      async (limit) => fetch(await aws.sign(address, init), { redirect: 'manual', signal: limit }),
      async (response) => (await read(response)) ?? judge(response, doing),
      { signal, timeout, backOff, stopped: STOPPED, unreachable },
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
    return call<string, Reason>(addressOf(key), init, `writing ${key}`, async (response) => {
      const reason = refused[response.status];
      if (!response.ok && !reason) return undefined;
      await response.body?.cancel();
      if (reason) return fail(reason, `Object storage answered HTTP ${response.status} to a conditional write.`);
      return succeed(tagOf(response));
    });
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

type S3Settings = Extract<DeploySettings, { target: 's3' }>;

const CONCURRENCY = 32;
/** How long a digest-named file stays that no page needs any more, ms: seven days. */
const RETENTION = 7 * 24 * 3_600_000;
/** How long the bucket is taken to hold what its records say before it is listed again, ms. */
const LIST_INTERVAL = 10 * 60_000;
/** Characters of a tag that are recorded: enough to tell two versions apart. */
const TAG_LENGTH = 12;

const KEPT_NAMES: readonly string[] = ['index.html', '404.html'];

/** Name of a file's object: `Events.html` → `Events`. Home and the 404 page keep their ending, as hosts look for it. */
export function keyOf(path: string): string {
  return KEPT_NAMES.includes(path) ? path : path.replace(/\.html$/, '');
}

/** The file of an object: `News/2025-03` → `News/2025-03.html`. */
function pathOf(key: string): string {
  return /\.[^/]*$/.test(key) ? key : `${key}.html`;
}

/** A tag as it is recorded: without what lists and answers write differently. */
const shortTag = (tag: string) =>
  tag
    .replace(/^W\/|"/g, '')
    .toLowerCase()
    .slice(0, TAG_LENGTH);

interface S3TargetOptions extends S3Options {
  /** Public origin, for the addresses that a CDN is purged of. */
  readonly siteUrl: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export function s3Target({ bucket: place, purge }: S3Settings, options: S3TargetOptions): Target {
  const { siteUrl, now = Date.now } = options;
  const name = `s3 ${[place.endpoint ?? place.region, place.bucket, place.prefix].join(' ')}`;
  return {
    name,
    ledger: new Ledger(name, { listInterval: LIST_INTERVAL, isTagUnsure: true, now }),
    // For pages that were loaded before.
    retains: (path, { unneeded }) => isDigestNamed(`/${path}`) && now() - (unneeded?.[path] ?? now()) < RETENTION,
    open(signal) {
      const bucket = openBucket(place, signal, options);
      return {
        records: {
          get: bucket.get,
          async swap(object, tag) {
            const swapped = await bucket.swap(object, tag);
            return !swapped.ok && swapped.reason === 'unsupported' ? bucket.put(object) : swapped;
          },
        },
        async list() {
          const list = await bucket.list();
          if (!list.ok) return list;
          // The others are records, and pages under another name than the site's.
          const files = list.value.filter(({ key }) => !key.startsWith('.') && keyOf(pathOf(key)) === key);
          return succeed(files.map(({ key, tag }) => ({ path: pathOf(key), tag: shortTag(tag) })));
        },
        concurrency: CONCURRENCY,
        async put({ path, read }) {
          const bytes = await read();
          if (!bytes.ok) return bytes;
          const cache = path === '404.html' ? 'no-cache' : cacheControl(`/${path}`);
          const object = { key: keyOf(path), bytes: bytes.value, contentType: contentType(path), cacheControl: cache };
          const put = await bucket.put(object);
          return put.ok ? succeed(shortTag(put.value)) : put;
        },
        remove: (path) => bucket.remove(keyOf(path)),
        finish: async (plan) => (purge ? purgeCdn(purge, changedAddresses(plan, siteUrl), signal, options) : succeed(null)),
      };
    },
  };
}

function changedAddresses({ changed, removed }: DeployPlan, siteUrl: string): string[] {
  const paths = [...changed.map(({ path }) => path).filter((path) => !isDigestNamed(`/${path}`)), ...removed];
  return paths.map((path) => `${siteUrl}/${path === 'index.html' ? '' : keyOf(path)}`);
}

/** Addresses in one call, as Cloudflare allows. */
const BATCH = 30;
const CDN_CONCURRENCY = 4;

/** Tells a CDN by `POST {"files": [...]}` which addresses have changed. */
async function purgeCdn(
  { url, token }: NonNullable<S3Settings['purge']>,
  addresses: readonly string[],
  signal: AbortSignal,
  { timeout = 30_000, backOff = 200 }: S3Options,
): Promise<Result<null, DeployReason>> {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const unreachable = () => 'CDN_PURGE_URL cannot be reached or does not answer in time; the CDN may still show old pages.';
  const tell = (files: readonly string[]) =>
    exchange<null>(
      // A POST that is redirected would arrive as a GET without its body.
      (limit) => fetch(url, { method: 'POST', headers, body: JSON.stringify({ files }), redirect: 'manual', signal: limit }),
      async ({ ok, status, body }) => {
        await body?.cancel();
        if (ok) return succeed(null);
        const message = `CDN_PURGE_URL answered HTTP ${status}. Check it and CDN_PURGE_TOKEN; the CDN may still show old pages.`;
        return fail(isTransientStatus(status) ? 'transient' : 'refused', message);
      },
      { signal, timeout, backOff, stopped: STOPPED, unreachable },
    );
  const batches = Array.from({ length: Math.ceil(addresses.length / BATCH) }, (_, index) =>
    addresses.slice(index * BATCH, (index + 1) * BATCH),
  );
  const told = await untilFailure(batches, CDN_CONCURRENCY, tell);
  return told.ok ? succeed(null) : told;
}
