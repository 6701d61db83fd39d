/** The one object that changes: whose state it is, and the objects of which it is made. */
import { randomUUID } from 'node:crypto';
import { fromChecksummed, toChecksummed } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { S3Client } from '../targets/s3/client.ts';

/** Raised whenever the shape of the objects changes: an older state is then not read but made anew. */
export const FORMAT = 3;
export const KEY = 'head.json';
export const JSON_OBJECT = { contentType: 'application/json', cacheControl: 'no-store' };

/** Whose state it is. */
export interface Owner {
  readonly schoolCode: string;
  readonly siteUrl: string;
}

export interface Head extends Owner {
  readonly format: number;
  /** Of the database's tables: rows of one version of the code are none of another's. */
  readonly schema: number;
  /** The live release. */
  readonly release: string | null;
  /** Number of withdrawn references that are listed beside it; absent: none. */
  readonly withdrawn?: number;
  /** What was alerted: JSON by part. */
  readonly alerts: Readonly<Record<string, string>>;
  /** Key of the image of a database. */
  readonly image: string;
  /** Keys of the changes since, in their order. */
  readonly changes: readonly string[];
  /** The compiled site: the version of the code, and its key; null: none was handed over. */
  readonly compiled: { readonly name: string; readonly key: string } | null;
}

/** `absent`: there is none yet. `damaged`: one that cannot be read, or of another format or schema. `foreign`: another site's. */
export type Found =
  | { readonly state: 'absent' | 'damaged' | 'foreign'; readonly head: null; readonly tag: string | null }
  | { readonly state: 'sound'; readonly head: Head; readonly tag: string };

export async function readHead(bucket: Pick<S3Client, 'get'>, owner: Owner): Promise<Result<Found>> {
  const got = await bucket.get(KEY);
  if (!got.ok) return got;
  if (!got.value) return succeed({ state: 'absent', head: null, tag: null });
  const { bytes, tag } = got.value;
  const head = fromChecksummed(bytes) as Head | null;
  if (head?.format !== FORMAT) return succeed({ state: 'damaged', head: null, tag });
  const isOwn = head.schoolCode === owner.schoolCode && head.siteUrl === owner.siteUrl;
  return succeed(isOwn ? { state: 'sound', head, tag } : { state: 'foreign', head: null, tag });
}

/** The live release of all machines; null: none is known. */
export async function readNewest(bucket: Pick<S3Client, 'get'>, owner: Owner): Promise<Result<string | null>> {
  const found = await readHead(bucket, owner);
  if (!found.ok) return found;
  if (found.value.state === 'foreign') return fail('foreign', "STATE_URL holds another site's state, so nothing is deployed.");
  return succeed(found.value.head?.release ?? null);
}

const NO_CONDITIONS =
  'The object storage of STATE_URL has no conditional writes (If-Match), without which two machines could overwrite each other. Use storage that has them, such as S3, R2 or MinIO.';

/** Finds out whether the storage has conditional writes; `refused`: it has none. Some ignore the condition. */
export async function proveConditions(bucket: Pick<S3Client, 'swap' | 'remove'>): Promise<Result<null, string>> {
  const key = `probe/${randomUUID()}`;
  const probe = (text: string) => bucket.swap({ ...JSON_OBJECT, key, bytes: Buffer.from(text) }, null);
  const first = await probe('1');
  const second = first.ok ? await probe('2') : first;
  await bucket.remove(key);
  if (second.ok || second.reason === 'unsupported') return fail('refused', NO_CONDITIONS);
  return second.reason === 'conflict' ? succeed(null) : second;
}

/** Replaces the head that was read, or writes the first one. Fails with `conflict` when another machine has replaced it. */
export async function replaceHead(
  bucket: Pick<S3Client, 'swap'>,
  head: Head,
  tag: string | null,
): Promise<Result<string, string>> {
  const written = await bucket.swap({ ...JSON_OBJECT, key: KEY, bytes: Buffer.from(toChecksummed(head)) }, tag);
  return !written.ok && written.reason === 'unsupported' ? fail('refused', NO_CONDITIONS) : written;
}
