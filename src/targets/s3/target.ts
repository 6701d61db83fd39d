/** Object storage as a host: each file of a release is an object, pages under their address without `.html`. */
import pLimit from 'p-limit';
import { cacheControl, isDigestNamed } from '../../lib/headers.ts';
import { contentType } from '../../lib/mime.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { isTransientStatus, retry } from '../../lib/retry.ts';
import type { DeploySettings } from '../../lib/settings.ts';
import { inOrder } from '../order.ts';
import { type Deployed, type DeployFile, type DeployReason, type Target, untilFailure } from '../target.ts';
import { openBucket, type S3Client, type S3Options } from './client.ts';
import {
  bucketContents,
  JOURNAL,
  type Journal,
  keyOf,
  MANIFEST,
  NO_RECORDS,
  pathOf,
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
/** How long a folder of withdrawn files that was empty is not looked at while no other machine writes a record, ms. */
const EMPTY_FOR = 3_600_000;

/** How long the journal of an upload that failed may take to be written, ms. */
const PATIENCE = 10_000;

const SUCCESS: Outcome = succeed(null);

/** Whether a file that the release lacks stays in the bucket for now, for pages that were loaded before. */
function retains(path: string, { unneeded }: Deployed, now: number): boolean {
  return isDigestNamed(`/${path}`) && now - (unneeded?.[path] ?? now) < RETENTION;
}

async function put(bucket: S3Client, file: DeployFile): Promise<Outcome> {
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

/** A journal as this process has written it. */
interface Written {
  readonly value: Journal;
  readonly tag: string;
}

/**
 * Puts what an upload has left undone into the journal where another machine has replaced that one. No manifest is of half a
 * millisecond: this journal counts until another upload has ended.
 */
async function rewriteJournal(bucket: S3Client, { value: { at, paths }, tag }: Written): Promise<void> {
  const read = await readRecords(bucket, NO_RECORDS);
  if (!read.ok) return;
  const { manifest, journal } = read.value;
  if (journal.tag === tag) return;
  const open = journal.value && journal.value.at !== manifest.value?.at ? journal.value.paths : [];
  await swapJson(bucket, JOURNAL, { at: at + 0.5, paths: [...new Set([...open, ...paths])] }, journal.tag);
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
  /** The journal of an upload that did not end. */
  let unfinished: Written | null = null;
  /** When this process found a folder of withdrawn files empty. */
  const emptied = new Map<string, number>();
  const name = `s3 ${[place.endpoint ?? place.region, place.bucket, place.prefix].join(' ')}`;
  return {
    name,
    retains: (path, deployed) => retains(path, deployed, now()),
    async deployed(signal) {
      const bucket = openBucket(place, signal, options);
      const read = await readRecords(bucket, seen);
      if (!read.ok) return read;
      // Another machine has written since, perhaps where nothing was.
      if (read.value.journal !== seen.journal || read.value.manifest !== seen.manifest) emptied.clear();
      seen = read.value;
      return bucketContents(bucket, name, seen);
    },
    async below(folders, signal) {
      const bucket = openBucket(place, signal, options);
      const lists = await pLimit(CONCURRENCY).map(
        folders.filter((folder) => Math.abs(now() - (emptied.get(folder) ?? 0)) >= EMPTY_FOR),
        async (folder) => ({ folder, keys: await bucket.list(folder.slice(1)) }),
      );
      const paths: string[] = [];
      for (const { folder, keys } of lists) {
        if (!keys.ok) return keys;
        if (keys.value.length === 0) emptied.set(folder, now());
        paths.push(...keys.value.map(pathOf));
      }
      return succeed(paths);
    },
    async upload(plan, signal) {
      const bucket = openBucket(place, signal, options);
      const { journal, manifest } = recordsOf(name, plan, now());
      // Another machine may come between: which of the two wrote a file last nobody knows, so the next deploy writes them anew.
      const endUnfinished = async <Failed>(failure: Failed) => {
        const after = openBucket(place, AbortSignal.timeout(PATIENCE), options);
        if (unfinished) await rewriteJournal(after, unfinished);
        return failure;
      };
      const open = seen.journal.value?.at === seen.manifest.value?.at ? null : seen.journal.value;
      // One that does not end may be slow, and write after this upload.
      const slow = open && Number.isInteger(open.at) && seen.journal.tag !== unfinished?.tag ? open : null;
      const begun = await swapJson(bucket, JOURNAL, journal, seen.journal.tag);
      if (!begun.ok) return endUnfinished(begun);
      unfinished = { value: journal, tag: begun.value };
      seen = { ...seen, journal: unfinished };
      const uploaded = await inOrder(plan, {
        isNew: (path) => plan.previous?.files[path] === undefined,
        put: (files) => untilFailure(files, CONCURRENCY, (file) => put(bucket, file)),
        remove: (paths) => untilFailure(paths, CONCURRENCY, (path) => bucket.remove(keyOf(path))),
      });
      if (!uploaded.ok) return endUnfinished(uploaded);
      const paths = [...plan.changed.map(({ path }) => path).filter((path) => !isDigestNamed(`/${path}`)), ...plan.removed];
      const addresses = paths.map((path) => `${siteUrl}/${path === 'index.html' ? '' : keyOf(path)}`);
      const purged = purge ? await purgeCdn(purge, addresses, signal, options) : SUCCESS;
      if (!purged.ok) return endUnfinished(purged);
      const ended = await swapJson(bucket, MANIFEST, manifest, seen.manifest.tag);
      if (!ended.ok) return endUnfinished(ended);
      unfinished = null;
      seen = { ...seen, manifest: { value: manifest, tag: ended.value } };
      if (slow) await rewriteJournal(bucket, { value: slow, tag: '' });
      return SUCCESS;
    },
  };
}
