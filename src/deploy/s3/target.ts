/** Object storage as a host: each file of a release is an object, pages under their address without `.html`. */
import pLimit from 'p-limit';
import { cacheControl, isDigestNamed } from '../../lib/headers.ts';
import { contentType } from '../../lib/mime.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import type { DeploySettings } from '../../lib/settings.ts';
import { parseDeployed, readFileOf } from '../plan.ts';
import type { Deployed, DeployFile, DeployPlan, DeployReason, Target } from '../types.ts';
import { purgeCdn } from './cdn.ts';
import { openBucket, type S3Client, type S3Options } from './client.ts';
import { keyOf, pathOf } from './names.ts';

type S3Settings = Extract<DeploySettings, { target: 's3' }>;
type Outcome = Result<null, DeployReason>;

/** The object that records what the bucket holds after the last whole upload. */
const MANIFEST = '.deployed.json';
/** The object that names what an upload is about to change. It counts until a manifest of the same moment is there. */
const JOURNAL = '.deploying.json';
/** Requests at a time. */
const CONCURRENCY = 32;
/** How long a digest-named file stays that no page needs any more, ms: seven days. */
const RETENTION = 7 * 24 * 3_600_000;

const SUCCESS: Outcome = succeed(null);

/** Whether a file that the release lacks stays in the bucket for now, for pages that were loaded before. */
function retains(path: string, { unneeded }: Deployed, now: number): boolean {
  return isDigestNamed(`/${path}`) && now - (unneeded?.[path] ?? now) < RETENTION;
}

/** Runs tasks in parallel until one fails. */
async function all<Item>(items: readonly Item[], task: (item: Item) => Promise<Outcome>): Promise<Outcome> {
  let failure: Outcome = SUCCESS;
  await pLimit(CONCURRENCY).map(items, async (item) => {
    if (!failure.ok) return;
    const result = await task(item);
    if (!result.ok && failure.ok) failure = result;
  });
  return failure;
}

async function put(bucket: S3Client, file: DeployFile): Promise<Outcome> {
  const bytes = await readFileOf(file);
  if (!bytes.ok) return bytes;
  const { path } = file;
  return bucket.put({
    key: keyOf(path),
    bytes: bytes.value,
    contentType: contentType(path),
    cacheControl: path === '404.html' ? 'no-cache' : cacheControl(`/${path}`),
  });
}

interface Journal {
  /** As in the manifest of the same upload. */
  readonly at: number;
  readonly paths: readonly string[];
}

/** Writes a record over the version that was read, and gives the tag of the new one. */
async function swapJson(
  bucket: S3Client,
  key: string,
  value: Deployed | Journal,
  tag: string | null,
): Promise<Result<string, DeployReason>> {
  const bytes = Buffer.from(JSON.stringify(value));
  const object = { key, bytes, contentType: contentType(key), cacheControl: 'no-store' };
  const swapped = await bucket.swap(object, tag);
  if (swapped.ok) return swapped;
  if (swapped.reason === 'unsupported') {
    const put = await bucket.put(object);
    return put.ok ? succeed('') : put;
  }
  if (swapped.reason !== 'conflict') return fail(swapped.reason, swapped.message);
  return fail('refused', 'Another machine deploys to the same bucket now. Its upload counts; try again when it has ended.');
}

function parseJournal(text: string): Journal | null {
  try {
    const journal = JSON.parse(text) as Journal | null;
    return typeof journal?.at === 'number' && Array.isArray(journal.paths) ? journal : null;
  } catch {
    return null;
  }
}

/** What the bucket holds, and which versions of its records say so. */
interface Holding {
  readonly deployed: Deployed | null;
  readonly manifestTag: string | null;
  readonly journalTag: string | null;
}

/**
 * Reads what the bucket holds. After an upload that was cut off, every file that it was about to change has an empty digest,
 * so that the next one, of whatever release, writes or removes it again. Without a manifest the bucket is listed.
 */
async function readBucket(bucket: S3Client, name: string): Promise<Result<Holding, DeployReason>> {
  const [manifest, journal] = await Promise.all([bucket.get(MANIFEST), bucket.get(JOURNAL)]);
  if (!manifest.ok) return manifest;
  if (!journal.ok) return journal;
  const tags = { manifestTag: manifest.value?.tag ?? null, journalTag: journal.value?.tag ?? null };
  const recorded = manifest.value && parseDeployed(manifest.value.bytes.toString('utf8'));
  const known = recorded ? succeed(recorded) : await listBucket(bucket, name);
  if (!known.ok) return known;
  const begun = journal.value && parseJournal(journal.value.bytes.toString('utf8'));
  if (!begun || begun.at === recorded?.at) return succeed({ ...tags, deployed: known.value });
  const files = { ...known.value.files, ...unknown(begun.paths) };
  return succeed({ ...tags, deployed: { ...known.value, files } });
}

const unknown = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, '']));

/** Of what is only listed nothing but the name is known. */
async function listBucket(bucket: S3Client, name: string): Promise<Result<Deployed, DeployReason>> {
  const listed = await bucket.list();
  if (!listed.ok) return listed;
  const paths = listed.value.filter((key) => !key.startsWith('.')).map(pathOf);
  return succeed({ format: 1, target: name, release: '', at: 0, files: unknown(paths), isListed: true });
}

/** The journal and the manifest of an upload. */
function recordsOf(name: string, plan: DeployPlan, at: number): { journal: Journal; manifest: Deployed } {
  const { release, files, changed, removed, previous } = plan;
  const old = Object.entries(previous?.files ?? {});
  const gone = new Set(removed);
  const retained = old.filter(([path]) => !files.has(path) && !gone.has(path));
  const unneeded = Object.fromEntries(retained.map(([path]) => [path, previous?.unneeded?.[path] ?? at]));
  const current = Array.from(files, ([path, { digest }]) => [path, digest] as const);
  const unfinished = old.filter(([, digest]) => digest === '').map(([path]) => path);
  const paths = [...new Set([...changed.map(({ path }) => path), ...removed, ...unfinished])];
  const all = Object.fromEntries([...retained, ...current]);
  return { journal: { at, paths }, manifest: { format: 1, target: name, release, at, files: all, unneeded } };
}

interface S3TargetOptions extends S3Options {
  /** Public origin, for the addresses that a CDN is told of. */
  readonly siteUrl: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** Object storage as a target. */
export function s3Target(settings: S3Settings, options: S3TargetOptions): Target {
  const { bucket: place, purge } = settings;
  const { siteUrl, now = Date.now } = options;
  let seen: Holding = { deployed: null, manifestTag: null, journalTag: null };
  const name = `s3 ${[place.endpoint ?? place.region, place.bucket, place.prefix].join(' ')}`;
  return {
    name,
    extra: {},
    retains: (path, deployed) => retains(path, deployed, now()),
    async deployed(signal) {
      const read = await readBucket(openBucket(place, signal, options), name);
      if (!read.ok) return read;
      seen = read.value;
      return succeed(seen.deployed);
    },
    async upload(plan, signal) {
      const bucket = openBucket(place, signal, options);
      const { journal, manifest } = recordsOf(name, plan, now());
      const isForever = ({ path }: DeployFile) => isDigestNamed(`/${path}`);
      const addresses = [...plan.changed.filter((file) => !isForever(file)).map(({ path }) => path), ...plan.removed].map(
        (path) => `${siteUrl}/${path === 'index.html' ? '' : keyOf(path)}`,
      );
      const steps: (() => Promise<Result<unknown, DeployReason>>)[] = [
        async () => {
          const begun = await swapJson(bucket, JOURNAL, journal, seen.journalTag);
          if (begun.ok) seen = { ...seen, journalTag: begun.value };
          return begun;
        },
        () => all(plan.changed.filter(isForever), (file) => put(bucket, file)),
        () =>
          all(
            plan.changed.filter((file) => !isForever(file)),
            (file) => put(bucket, file),
          ),
        () => all(plan.removed, (path) => bucket.remove(keyOf(path))),
        () => (purge ? purgeCdn(purge, addresses, signal, options) : Promise.resolve(SUCCESS)),
        () => swapJson(bucket, MANIFEST, manifest, seen.manifestTag),
      ];
      for (const step of steps) {
        const done = await step();
        if (!done.ok) return done;
      }
      return SUCCESS;
    },
  };
}
