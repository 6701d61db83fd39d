/** What lies in the bucket: objects named by their content, and the few that are replaced. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { digestOf } from '../lib/digest.ts';
import { fromChecksummed, toChecksummed } from '../lib/files.ts';
import { Refusal } from '../lib/result.ts';
import { VersionedRecord } from '../targets/ledger.ts';
import type { S3Client } from '../targets/s3/client.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const KEY = /^[a-z]+\/([0-9a-f]{32})$/;

/** Writes an object, compressed, and gives its key. Throws a `Refusal`. */
export async function putObject(bucket: Pick<S3Client, 'put'>, kind: string, content: Uint8Array): Promise<string> {
  const bytes = await compress(content, LEVEL);
  const key = `${kind}/${digestOf(bytes)}`;
  const put = await bucket.put({ key, bytes, contentType: 'application/zstd', cacheControl: 'no-store' });
  if (!put.ok) throw new Refusal(put.message);
  return key;
}

/** The content of an object; null: it is missing or damaged. Throws a `Refusal` when the storage cannot be asked. */
export async function getObject(bucket: Pick<S3Client, 'get'>, key: string): Promise<Buffer | null> {
  const got = await bucket.get(key);
  if (!got.ok) throw new Refusal(got.message);
  if (!got.value || digestOf(got.value.bytes) !== KEY.exec(key)?.[1]) return null;
  return decompress(got.value.bytes);
}

/** Files in one piece: a line that names each with its size, then their bytes. */
export function packFiles(files: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer {
  const index = JSON.stringify(files.map(([name, { length }]) => [name, length]));
  return Buffer.concat([Buffer.from(`${index}\n`), ...files.map(([, bytes]) => bytes)]);
}

export function* unpackFiles(pack: Buffer): Generator<readonly [name: string, bytes: Buffer]> {
  let at = pack.indexOf('\n') + 1;
  for (const [name, size] of JSON.parse(pack.toString('utf8', 0, at)) as [string, number][]) {
    yield [name, pack.subarray(at, at + size)];
    at += size;
  }
}

/** A value with its checksum. */
export function checksummed<Value>(
  key: string,
  decode = (stored: unknown): Value | null => stored as Value | null,
): VersionedRecord<Value> {
  return new VersionedRecord<Value>({ key, encode: toChecksummed, decode: (bytes) => decode(fromChecksummed(bytes)) });
}

/** Reads a record, all of it: damaged bytes may keep their tag. Throws a `Refusal` when the storage cannot be asked. */
export async function readRecord(record: VersionedRecord<unknown>, bucket: Pick<S3Client, 'get'>): Promise<void> {
  const read = await record.read({ get: (key) => bucket.get(key) });
  if (!read.ok) throw new Refusal(read.message);
}

const NO_CONDITIONS =
  'The object storage of STATE_URL has no conditional writes (If-Match), without which two machines could overwrite each other. Use storage that has them, such as S3, R2 or MinIO.';

/** Replaces a record; false: it is another version by now. Throws a `Refusal`. */
export async function replaceRecord<Value>(
  record: VersionedRecord<Value>,
  bucket: Pick<S3Client, 'swap'>,
  value: Value,
): Promise<boolean> {
  const replaced = await record.replace(bucket, value);
  if (!replaced.ok && replaced.reason !== 'conflict')
    throw new Refusal(replaced.reason === 'unsupported' ? NO_CONDITIONS : replaced.message);
  return replaced.ok;
}

/** Throws a `Refusal` for storage without conditional writes. Some ignore the condition. */
export async function proveConditions(bucket: Pick<S3Client, 'swap' | 'remove'>): Promise<void> {
  const key = `probe/${randomUUID()}`;
  const isFirst = await replaceRecord(checksummed(key), bucket, 1);
  const isReplaced = await replaceRecord(checksummed(key), bucket, 2).finally(() => bucket.remove(key));
  if (isFirst && isReplaced) throw new Refusal(NO_CONDITIONS);
}
