/** Objects named by their content: compressed when they are written, verified when they are read. */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { digestOf } from '../lib/digest.ts';
import { Refusal } from '../lib/result.ts';
import type { S3Client } from '../targets/s3/client.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const KEY = /^[a-z]+\/([0-9a-f]{32})$/;

/** Writes an object and gives its key. Throws a `Refusal`. */
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
