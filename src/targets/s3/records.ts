/** The two records in a bucket: what it holds, and what an upload is about to change. */
import { randomUUID } from 'node:crypto';
import { isDigestNamed } from '../../lib/headers.ts';
import { contentType } from '../../lib/mime.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { type Deployed, type DeployPlan, type DeployReason, digestsOf, parseDeployed } from '../target.ts';
import type { S3Client } from './client.ts';

const KEPT_NAMES: readonly string[] = ['index.html', '404.html'];

/** Name of a file's object: `Events.html` → `Events`. Home and the 404 page keep their ending, as hosts look for it. */
export function keyOf(path: string): string {
  return KEPT_NAMES.includes(path) ? path : path.replace(/\.html$/, '');
}

/** The file of an object: `News/2025-03` → `News/2025-03.html`. */
export function pathOf(key: string): string {
  return /\.[^/]*$/.test(key) ? key : `${key}.html`;
}

/** The object that records what the bucket holds after the last whole upload. */
export const MANIFEST = '.deployed.json';
/** The object that names what an upload is about to change. It counts until a manifest of the same moment is there. */
export const JOURNAL = '.deploying.json';
export interface Journal {
  /** As in the manifest of the same upload. */
  readonly at: number;
  /** Of the upload: storage may give one version several tags. */
  readonly id?: string;
  readonly paths: readonly string[];
}

export const OVERTAKEN = 'Another machine deploys to the same bucket now. Its upload counts; try again when it has ended.';

/** Writes a record over the version that was read, and gives the tag of the new one. */
export async function swapJson(
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
  return fail('refused', OVERTAKEN);
}

function parseJournal(text: string): Journal | null {
  try {
    const journal = JSON.parse(text) as Journal | null;
    return typeof journal?.at === 'number' && Array.isArray(journal.paths) ? journal : null;
  } catch {
    return null;
  }
}

/** A record of the bucket, as this process read or wrote it last; null: there was none, or none that can be read. */
interface Known<Value> {
  readonly value: Value | null;
  readonly tag: string | null;
}

/** What the records of the bucket say. */
export interface Records {
  readonly manifest: Known<Deployed>;
  readonly journal: Known<Journal>;
}

export const NO_RECORDS: Records = { manifest: { value: null, tag: null }, journal: { value: null, tag: null } };

async function readRecord<Value>(
  bucket: S3Client,
  key: string,
  known: Known<Value>,
  parse: (text: string) => Value | null,
): Promise<Result<Known<Value>, DeployReason>> {
  const found = await bucket.getUnless(known.tag, key);
  if (!found.ok) return found;
  if (found.value === 'same') return succeed(known);
  return succeed({ value: found.value && parse(found.value.bytes.toString('utf8')), tag: found.value?.tag ?? null });
}

/** Whether the journal of an upload is the bucket's still. */
export async function isCurrent(bucket: S3Client, { id }: Journal): Promise<Result<boolean, DeployReason>> {
  const read = await readRecord(bucket, JOURNAL, NO_RECORDS.journal, parseJournal);
  return read.ok ? succeed(read.value.value?.id === id) : read;
}

export async function readRecords(bucket: S3Client, { manifest, journal }: Records): Promise<Result<Records, DeployReason>> {
  const [deployed, begun] = await Promise.all([
    readRecord(bucket, MANIFEST, manifest, parseDeployed),
    readRecord(bucket, JOURNAL, journal, parseJournal),
  ]);
  if (!deployed.ok) return deployed;
  return begun.ok ? succeed({ manifest: deployed.value, journal: begun.value }) : begun;
}

/** The journal and the manifest of an upload, whose `tags` are those of the files that stay. */
export function recordsOf(name: string, plan: DeployPlan, at: number): { journal: Journal; manifest: Deployed } {
  const { release, files, changed, removed, previous } = plan;
  const old = Object.entries(previous?.files ?? {});
  // What was never the site's is none of its record.
  const left = new Set([...removed, ...(previous?.unrecorded ?? []).filter((path) => !isDigestNamed(`/${path}`))]);
  const retained = old.filter(([path]) => !files.has(path) && !left.has(path));
  // Since a time that is to come: the clock was wrong then.
  const since = (path: string) => Math.min(previous?.unneeded?.[path] ?? at, at);
  const unneeded = Object.fromEntries(retained.map(([path]) => [path, since(path)]));
  const unfinished = old.filter(([path, digest]) => digest === '' && !left.has(path)).map(([path]) => path);
  const paths = [...new Set([...changed.map(({ path }) => path), ...removed, ...unfinished])];
  const all = { ...Object.fromEntries(retained), ...digestsOf(files.values()) };
  const written = new Set(changed.map(({ path }) => path));
  const tags = Object.entries(previous?.tags ?? {}).filter(([path]) => Object.hasOwn(all, path) && !written.has(path));
  return {
    journal: { at, id: randomUUID(), paths },
    manifest: { format: 1, target: name, release, at, files: all, unneeded, tags: Object.fromEntries(tags) },
  };
}
