/**
 * What lies in the bucket: objects named by their content, the few that are replaced, and the bytes of the store that kept
 * releases need, in packs: one or a few for each release that was handed over. What the same bucket publishes is not packed a
 * second time.
 */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import pLimit from 'p-limit';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { type Digest, digestOf } from '../lib/digest.ts';
import { type FileFacts, fromChecksummed, toChecksummed } from '../lib/files.ts';
import { isDigestNamed } from '../lib/headers.ts';
import { Refusal } from '../lib/result.ts';
import { openManifest, VersionedRecord } from '../targets/ledger.ts';
import { keyOf } from '../targets/s3.ts';
import type { S3Client } from '../targets/s3Client.ts';

/** Key of the one object that changes with every publish. */
export const HEAD = 'head.json';

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

export const STATE_SCHEMA: readonly string[] = [
  // Which pack holds the bytes of a digest.
  'CREATE TABLE packed(digest TEXT PRIMARY KEY, pack TEXT NOT NULL) WITHOUT ROWID',
  'CREATE INDEX packed_in ON packed(pack)',
  // The head that this machine's database stands for, as JSON. Its own: the others have theirs.
  'CREATE TABLE taken(only INTEGER PRIMARY KEY CHECK (only = 1), head TEXT NOT NULL)',
];

/** Bytes of a pack, before it is compressed. */
const PACK_SIZE = 8 * 1024 * 1024;
const CONCURRENCY = 4;

/** Acts on a few at once. When it throws, nothing is under way any more. */
async function fewAtOnce<Item>(items: Iterable<Item>, act: (item: Item) => Promise<void>): Promise<void> {
  const limit = pLimit({ concurrency: CONCURRENCY, rejectOnClear: true });
  const stopRest = (error: unknown) => {
    limit.clearQueue();
    throw error;
  };
  const ended = await Promise.allSettled(Array.from(items, (item) => limit(() => act(item).catch(stopRest))));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

export type StoredFiles = ReturnType<typeof openStoredFiles>;

/** `publishing`: the bucket that publishes the site beside its state; null: it is published elsewhere. */
export function openStoredFiles(
  database: SiteDatabase,
  bucket: Pick<S3Client, 'get' | 'put'>,
  publishing: Pick<S3Client, 'get'> | null,
) {
  const manifest = openManifest();
  /** Keys in that bucket, by digest. */
  let published: ReadonlyMap<string, string> = new Map();

  const packOf = (digest: Digest) => database.value('SELECT pack FROM packed WHERE digest = ?', digest);

  const holds = (digest: Digest) => packOf(digest) !== null || published.has(digest);

  const packs = () => database.column('SELECT DISTINCT pack FROM packed');

  const drop = (pack: string) => database.run('DELETE FROM packed WHERE pack = ?', pack);

  return {
    holds,
    packs,
    /** Looks at what is published: files named by their digest alone, as others are overwritten. */
    async look(): Promise<void> {
      const read = publishing && (await manifest.read(publishing));
      if (!read?.ok || !read.value) return;
      const { files = {}, unneeded = {} } = manifest.value ?? {};
      const lasting = Object.entries(files).filter(([path]) => isDigestNamed(`/${path}`) && unneeded[path] === undefined);
      published = new Map(lasting.map(([path, digest]) => [digest, keyOf(path)]));
    },
    async fetch(digests: Iterable<Digest>, take: (digest: Digest, bytes: Uint8Array) => void): Promise<void> {
      const wanted = new Set(digests);
      const byPack = Map.groupBy(wanted, packOf);
      const needed = [...byPack.keys()].filter((pack) => pack !== null);
      await fewAtOnce(needed, async (pack) => {
        const bytes = await getObject(bucket, pack);
        // What is lost is packed anew by whoever has it.
        if (!bytes) drop(pack);
        for (const [name, file] of bytes ? unpackFiles(bytes) : []) {
          const digest = name as Digest;
          if (wanted.has(digest) && digestOf(file) === digest) take(digest, file);
        }
      });
      await fewAtOnce(byPack.get(null) ?? [], async (digest) => {
        const got = await publishing?.get(published.get(digest) ?? '');
        if (got?.ok && got.value && digestOf(got.value.bytes) === digest) take(digest, got.value.bytes);
      });
    },
    /** Packs those of the needed files that are nowhere in the bucket. `read`: their bytes; null: they are lost. */
    async add(needed: Iterable<FileFacts>, read: (digest: Digest) => Uint8Array | null): Promise<void> {
      // Asked at once: there are tens of thousands.
      const packed = new Set(database.column<Digest>('SELECT digest FROM packed'));
      const parts: FileFacts[][] = [];
      let room = 0;
      for (const file of needed) {
        if (packed.has(file.digest) || published.has(file.digest)) continue;
        if (file.size > room || parts.length === 0) {
          parts.push([]);
          room = PACK_SIZE;
        }
        parts.at(-1)?.push(file);
        room -= file.size;
      }
      await fewAtOnce(parts, async (part) => {
        const files = part.flatMap(({ digest }) => {
          const bytes = read(digest);
          return bytes ? [[digest, bytes] as const] : [];
        });
        if (files.length === 0) return;
        // A key of its own: another machine may be removing what this one uploaded before it was superseded.
        const pack = await putObject(bucket, 'files', packFiles([...files, [randomUUID(), new Uint8Array()]]));
        for (const [digest] of files) database.run('INSERT OR REPLACE INTO packed VALUES (?, ?)', digest, pack);
      });
    },
    /** Forgets the packs of which less than half is needed, or something is published by now; `add` packs that anew. */
    sweep(isNeeded: (digest: Digest) => boolean): void {
      for (const pack of packs()) {
        const packed = database.column<Digest>('SELECT digest FROM packed WHERE pack = ?', pack);
        const needed = packed.filter(isNeeded);
        if (needed.length * 2 < packed.length || needed.some((digest) => published.has(digest))) drop(pack);
      }
    },
    /** Forgets the packs that hold any of these digests, which must disappear; `add` packs the rest anew. */
    forget(digests: Iterable<Digest>): void {
      for (const digest of digests) drop(packOf(digest) ?? '');
    },
  };
}
