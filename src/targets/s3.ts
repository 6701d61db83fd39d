/** Object storage as a host: each file of a release is an object, pages under their address without `.html`. */
import { cacheControl, isDigestNamed } from '../lib/headers.ts';
import { contentType } from '../lib/mime.ts';
import { fail, succeed } from '../lib/result.ts';
import { isTransientStatus } from '../lib/retry.ts';
import type { DeploySettings } from '../lib/settings.ts';
import { exchange, type Outcome, untilFailure } from './exchange.ts';
import { type DeployPlan, Ledger, type Target } from './ledger.ts';
import { openBucket, type S3Options, STOPPED } from './s3Client.ts';

type S3Settings = Extract<DeploySettings, { target: 's3' }>;

const CONCURRENCY = 32;
/** How long a digest-named file stays that no page needs any more, ms: seven days. */
const RETENTION = 7 * 24 * 3_600_000;
/** How long the bucket is taken to hold what its records say before it is listed again, ms. */
const LIST_INTERVAL = 10 * 60_000;
/** Characters of a tag that are recorded: enough to tell two versions apart. */
const TAG_LENGTH = 12;
/** Addresses in one call to a CDN, as Cloudflare allows. */
const BATCH = 30;
const CDN_CONCURRENCY = 4;

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
  const { siteUrl, now = Date.now, timeout = 30_000, backOff = 200 } = options;
  const name = `s3 ${[place.endpoint ?? place.region, place.bucket, place.prefix].join(' ')}`;

  /** Tells a CDN by `POST {"files": [...]}` which addresses have changed. */
  async function purgeCdn({ changed, removed }: DeployPlan, signal: AbortSignal): Promise<Outcome<null>> {
    if (!purge) return succeed(null);
    const { url, token } = purge;
    const paths = [...changed.map(({ path }) => path).filter((path) => !isDigestNamed(`/${path}`)), ...removed];
    const addresses = paths.map((path) => `${siteUrl}/${path === 'index.html' ? '' : keyOf(path)}`);
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
        finish: (plan) => purgeCdn(plan, signal),
      };
    },
  };
}
