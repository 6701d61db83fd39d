/** What lies in the bucket: objects named by their content, and the few that are replaced. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { digestOf } from '../lib/digest.ts';
import { fromChecksummed, toChecksummed } from '../lib/files.ts';
import { Refusal } from '../lib/result.ts';
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

type Replaceable = Pick<S3Client, 'get' | 'swap'>;

/** A JSON value with its checksum, which is replaced only by whoever knows its last version. Throws `Refusal`s. */
export class SharedJson {
  readonly #bucket: Replaceable;
  readonly #key: string;
  /** Names the version that was read or written last; null: there was none. */
  tag: string | null = null;

  constructor(bucket: Replaceable, key: string) {
    this.#bucket = bucket;
    this.#key = key;
  }

  /** Undefined: there is none; null: it is damaged. */
  async read(): Promise<unknown> {
    const got = await this.#bucket.get(this.#key);
    if (!got.ok) throw new Refusal(got.message);
    this.tag = got.value?.tag ?? null;
    return got.value ? fromChecksummed(got.value.bytes) : undefined;
  }

  /** False: it is not the version any more that was read. */
  async replace(value: unknown): Promise<boolean> {
    const bytes = Buffer.from(toChecksummed(value));
    const object = { key: this.#key, bytes, contentType: 'application/json', cacheControl: 'no-store' };
    const written = await this.#bucket.swap(object, this.tag);
    if (written.ok) this.tag = written.value;
    else if (written.reason === 'unsupported') throw new Refusal(NO_CONDITIONS);
    else if (written.reason !== 'conflict') throw new Refusal(written.message);
    return written.ok;
  }
}

const NO_CONDITIONS =
  'The object storage of STATE_URL has no conditional writes (If-Match), without which two machines could overwrite each other. Use storage that has them, such as S3, R2 or MinIO.';

/** Throws a `Refusal` for storage without conditional writes. Some ignore the condition. */
export async function proveConditions(bucket: Replaceable & Pick<S3Client, 'remove'>): Promise<void> {
  const key = `probe/${randomUUID()}`;
  const isFirst = await new SharedJson(bucket, key).replace(1);
  const isReplaced = await new SharedJson(bucket, key).replace(2).finally(() => bucket.remove(key));
  if (isFirst && isReplaced) throw new Refusal(NO_CONDITIONS);
}
