/** Object storage as a host: each file of a release is an object, pages under their address without `.html`. */
import { cacheControl, isDigestNamed } from '../../lib/headers.ts';
import { contentType } from '../../lib/mime.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { isTransientStatus, retry } from '../../lib/retry.ts';
import type { DeploySettings } from '../../lib/settings.ts';
import { inOrder } from '../order.ts';
import { type Deployed, type DeployFile, type DeployReason, type Target, untilFailure } from '../target.ts';
import { type ListedObject, openBucket, type S3Client, type S3Options } from './client.ts';
import { bucketContents, shortTag } from './contents.ts';
import {
  isCurrent,
  JOURNAL,
  type Journal,
  keyOf,
  MANIFEST,
  NO_RECORDS,
  OVERTAKEN,
  readRecords,
  recordsOf,
  swapJson,
} from './records.ts';

type S3Settings = Extract<DeploySettings, { target: 's3' }>;
type Outcome = Result<null, DeployReason>;

/** Requests at a time. */
const CONCURRENCY = 32;
/** How long a digest-named file stays that no page needs any more, ms: seven days. */
const RETENTION = 7 * 24 * 3_600_000;
/** How long the bucket is taken to hold what its records say before it is listed again, ms. */
const LIST_INTERVAL = 10 * 60_000;
/** How long an upload trusts that no other machine has begun one, ms: this process may have been stopped for a while. */
const TRUST = 2000;

const SUCCESS: Outcome = succeed(null);

/** Whether a file that the release lacks stays in the bucket for now, for pages that were loaded before. */
function retains(path: string, { unneeded }: Deployed, now: number): boolean {
  return isDigestNamed(`/${path}`) && now - (unneeded?.[path] ?? now) < RETENTION;
}

/** Uploads a file, and gives the tag that the storage gave it. */
async function put(bucket: S3Client, file: DeployFile): Promise<Result<string, DeployReason>> {
  const bytes = await file.read();
  if (!bytes.ok) return bytes;
  const { path } = file;
  return bucket.put({
    key: keyOf(path),
    bytes: bytes.value,
    contentType: contentType(path),
    cacheControl: path === '404.html' ? 'no-cache' : cacheControl(`/${path}`),
  });
}

/** Asks again, every now and then, whether the upload of a journal still counts: another machine's journal replaces it. */
function confirming(bucket: S3Client, journal: Journal): () => Promise<Outcome> {
  let confirmedAt = performance.now();
  let asking: Promise<Outcome> | null = null;
  async function ask(): Promise<Outcome> {
    const current = await isCurrent(bucket, journal);
    if (!current.ok) return current;
    if (!current.value) return fail('refused', OVERTAKEN);
    confirmedAt = performance.now();
    return SUCCESS;
  }
  return async () => {
    if (performance.now() - confirmedAt < TRUST) return SUCCESS;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
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
): Promise<Outcome> {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };

  async function attempt(files: readonly string[]): Promise<Outcome> {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ files }), signal: limit });
      await response.body?.cancel();
      if (response.ok) return succeed(null);
      const { status } = response;
      const reason = isTransientStatus(status) ? 'transient' : 'refused';
      return fail(
        reason,
        `CDN_PURGE_URL answered HTTP ${status}. Check it and CDN_PURGE_TOKEN; the CDN may still show old pages.`,
      );
    } catch {
      if (signal.aborted) return fail('stopped', 'The upload was stopped half way; the next one completes it.');
      return fail('transient', 'CDN_PURGE_URL cannot be reached or does not answer in time; the CDN may still show old pages.');
    }
  }

  const batches = Array.from({ length: Math.ceil(addresses.length / BATCH) }, (_, index) =>
    addresses.slice(index * BATCH, (index + 1) * BATCH),
  );
  return untilFailure(batches, CDN_CONCURRENCY, (files) =>
    retry(
      () => attempt(files),
      ({ reason }) => reason === 'transient',
      { backOff, signal },
    ),
  );
}

interface S3TargetOptions extends S3Options {
  /** Public origin, for the addresses that a CDN is purged of. */
  readonly siteUrl: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** Object storage as a target. */
export function s3Target(settings: S3Settings, options: S3TargetOptions): Target {
  const { bucket: place, purge } = settings;
  const { siteUrl, now = Date.now } = options;
  let seen = NO_RECORDS;
  let listedAt = Number.NEGATIVE_INFINITY;
  /** As the bucket was listed last; null: an upload has put right since what differed. */
  let objects: readonly ListedObject[] | null = null;
  const name = `s3 ${[place.endpoint ?? place.region, place.bucket, place.prefix].join(' ')}`;
  return {
    name,
    retains: (path, deployed) => retains(path, deployed, now()),
    async deployed(signal) {
      const bucket = openBucket(place, signal, options);
      const read = await readRecords(bucket, seen);
      if (!read.ok) return read;
      const { manifest, journal } = read.value;
      const isForeign = manifest !== seen.manifest || journal !== seen.journal;
      seen = read.value;
      if (isForeign || !manifest.value || Math.abs(now() - listedAt) >= LIST_INTERVAL) {
        const list = await bucket.list();
        // Its records tell what it holds as well, where the key may not list or others have filled the bucket.
        const isNeeded = !manifest.value || (!list.ok && list.reason !== 'refused');
        if (!list.ok && isNeeded) return list;
        objects = list.ok ? list.value : null;
        listedAt = now();
      }
      return succeed(bucketContents(name, seen, objects));
    },
    async upload(plan, signal) {
      const bucket = openBucket(place, signal, options);
      const { journal, manifest: planned } = recordsOf(name, plan, now());
      // Until it has ended nobody knows which of two machines wrote a file last.
      listedAt = Number.NEGATIVE_INFINITY;
      const begun = await swapJson(bucket, JOURNAL, journal, seen.journal.tag);
      if (!begun.ok) return begun;
      seen = { ...seen, journal: { value: journal, tag: begun.value } };
      const confirm = confirming(bucket, journal);
      const tags: Record<string, string> = { ...planned.tags };
      const write = async (file: DeployFile): Promise<Outcome> => {
        const confirmed = await confirm();
        const written = confirmed.ok ? await put(bucket, file) : confirmed;
        if (!written.ok) return written;
        tags[file.path] = shortTag(written.value);
        return SUCCESS;
      };
      const remove = async (path: string): Promise<Outcome> => {
        const confirmed = await confirm();
        return confirmed.ok ? bucket.remove(keyOf(path)) : confirmed;
      };
      const uploaded = await inOrder(plan, {
        isNew: (path) => plan.previous?.files[path] === undefined,
        put: (files) => untilFailure(files, CONCURRENCY, write),
        remove: (paths) => untilFailure(paths, CONCURRENCY, remove),
      });
      if (!uploaded.ok) return uploaded;
      const paths = [...plan.changed.map(({ path }) => path).filter((path) => !isDigestNamed(`/${path}`)), ...plan.removed];
      const addresses = paths.map((path) => `${siteUrl}/${path === 'index.html' ? '' : keyOf(path)}`);
      const purged = purge ? await purgeCdn(purge, addresses, signal, options) : SUCCESS;
      if (!purged.ok) return purged;
      const manifest: Deployed = { ...planned, tags };
      const ended = await swapJson(bucket, MANIFEST, manifest, seen.manifest.tag);
      if (!ended.ok) return ended;
      seen = { ...seen, manifest: { value: manifest, tag: ended.value } };
      objects = null;
      listedAt = now();
      return SUCCESS;
    },
  };
}
