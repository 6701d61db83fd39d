/** Object storage as a host: each file of a release is an object, pages under their address without `.html`. */
import pLimit from 'p-limit';
import { cacheControl, isDigestNamed } from '../../lib/headers.ts';
import { contentType } from '../../lib/mime.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { DeploySettings } from '../../lib/settings.ts';
import { parseDeployed, readFileOf } from '../plan.ts';
import type { Deployed, DeployFile, DeployPlan, DeployReason, Target } from '../types.ts';
import { purgeCdn } from './cdn.ts';
import { openBucket, type S3Client, type S3Options } from './client.ts';

type S3Settings = Extract<DeploySettings, { target: 's3' }>;
type Outcome = Result<null, DeployReason>;

/** The object that records what the bucket holds. */
const MANIFEST = '.deployed.json';
/** Requests at a time. */
const CONCURRENCY = 32;
/** How long a digest-named file stays that no page needs any more, ms: seven days. */
const RETENTION = 7 * 24 * 3_600_000;

const SUCCESS: Outcome = succeed(null);
const KEPT_NAMES: readonly string[] = ['index.html', '404.html'];

/** Name of a file's object: `Events.html` → `Events`. Home and the 404 page keep their ending, as hosts look for it. */
export function keyOf(path: string): string {
  return KEPT_NAMES.includes(path) ? path : path.replace(/\.html$/, '');
}

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

function writeManifest(bucket: S3Client, manifest: Deployed): Promise<Outcome> {
  const bytes = Buffer.from(JSON.stringify(manifest));
  return bucket.put({ key: MANIFEST, bytes, contentType: contentType(MANIFEST), cacheControl: 'no-store' });
}

/**
 * The manifest before and after an upload. `before` gives every object that is about to change an empty digest, so that
 * after a crash the next upload, of whatever release, writes or removes it again.
 */
function manifestsOf(name: string, plan: DeployPlan, now: number): { before: Deployed; after: Deployed } {
  const { release, files, changed, removed, previous } = plan;
  const old = previous?.files ?? {};
  const gone = new Set(removed);
  const retained = Object.entries(old).filter(([path]) => !files.has(path) && !gone.has(path));
  const unneeded = Object.fromEntries(retained.map(([path]) => [path, previous?.unneeded?.[path] ?? now]));
  const unknown = [...changed.map(({ path }) => path), ...removed].map((path) => [path, ''] as const);
  const current = Array.from(files, ([path, { digest }]) => [path, digest] as const);
  const base = { format: 1, target: name, release, at: now } as const;
  return {
    before: { ...base, files: { ...old, ...Object.fromEntries(unknown) }, unneeded: previous?.unneeded ?? {} },
    after: { ...base, files: Object.fromEntries([...retained, ...current]), unneeded },
  };
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
  const name = `s3 ${[place.endpoint ?? place.region, place.bucket, place.prefix].join(' ')}`;
  return {
    name,
    extra: {},
    retains: (path, deployed) => retains(path, deployed, now()),
    async deployed(signal) {
      const manifest = await openBucket(place, signal, options).get(MANIFEST);
      return manifest.ok ? succeed(manifest.value && parseDeployed(manifest.value.toString('utf8'))) : manifest;
    },
    async upload(plan, signal) {
      const bucket = openBucket(place, signal, options);
      const { before, after } = manifestsOf(name, plan, now());
      const isForever = ({ path }: DeployFile) => isDigestNamed(`/${path}`);
      const addresses = [...plan.changed.filter((file) => !isForever(file)).map(({ path }) => path), ...plan.removed].map(
        (path) => `${siteUrl}/${path === 'index.html' ? '' : keyOf(path)}`,
      );
      const steps: (() => Promise<Outcome>)[] = [
        () => writeManifest(bucket, before),
        () => all(plan.changed.filter(isForever), (file) => put(bucket, file)),
        () =>
          all(
            plan.changed.filter((file) => !isForever(file)),
            (file) => put(bucket, file),
          ),
        () => all(plan.removed, (path) => bucket.remove(keyOf(path))),
        () => (purge ? purgeCdn(purge, addresses, signal, options) : Promise.resolve(SUCCESS)),
        () => writeManifest(bucket, after),
      ];
      for (const step of steps) {
        const done = await step();
        if (!done.ok) return done;
      }
      return SUCCESS;
    },
  };
}
