/** The one object that changes with every publish: whose state it is, and the objects of which it is made. */
import { fail, type Result, succeed, thrownFailure } from '../lib/result.ts';
import type { VersionedRecord } from '../targets/ledger.ts';
import type { S3Client } from '../targets/s3/client.ts';
import { checksummed, readRecord } from './objects.ts';

/** Raised whenever the shape of the objects changes: an older state is then not read but made anew. */
export const FORMAT = 3;
export const HEAD = 'head.json';

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

/** A head, or why there is none: none was written, it cannot be read or is of another format, or it is another site's. */
export type Found = Head | 'absent' | 'damaged' | 'foreign';

export const openHead = () => checksummed<Head>(HEAD);

/** Throws a `Refusal` when the storage cannot be asked. */
export async function readHead(record: VersionedRecord<Head>, bucket: Pick<S3Client, 'get'>, owner: Owner): Promise<Found> {
  await readRecord(record, bucket);
  const { value: head, tag } = record;
  if (tag === null) return 'absent';
  if (head?.format !== FORMAT) return 'damaged';
  return head.schoolCode === owner.schoolCode && head.siteUrl === owner.siteUrl ? head : 'foreign';
}

/** The live release of all machines; null: none is known. */
export async function readNewest(bucket: S3Client, owner: Owner): Promise<Result<string | null>> {
  try {
    const found = await readHead(openHead(), bucket, owner);
    if (found === 'foreign') return fail('foreign', "STATE_URL holds another site's state, so nothing is deployed.");
    return succeed(typeof found === 'string' ? null : found.release);
  } catch (error) {
    return thrownFailure(error);
  }
}
