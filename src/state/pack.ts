/**
 * Blobs travel in packs: one compressed object for many of them, because a page compresses to a thirtieth beside others
 * of its kind, and because each request takes its time. Beside a pack stands its index.
 */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { type Digest, digestOf } from '../lib/digest.ts';
import { fromChecksummed, toChecksummed } from '../lib/files.ts';

/** Bytes of blobs in one pack, about. */
export const PACK_SIZE = 4_194_304;
/** Bytes that a damaged pack may unfold to at most: a blob larger than a pack has one of its own. */
const MOST = 1_073_741_824;

/** A run of bytes by its digest. */
export interface Blob {
  readonly digest: Digest;
  /** Bytes. */
  readonly size: number;
}

export interface Pack {
  readonly id: Digest;
  readonly blobs: readonly Blob[];
  /** Of the blobs. */
  readonly size: number;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Blobs in groups of about a pack's size, in their order. */
export function* groupsOf<Item extends Blob>(blobs: Iterable<Item>): Generator<Item[]> {
  let group: Item[] = [];
  let size = 0;
  for (const blob of blobs) {
    group.push(blob);
    size += blob.size;
    if (size < PACK_SIZE) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}

/** The object and the index of a pack. */
export async function encodePack(parts: readonly Uint8Array[]): Promise<{ pack: Pack; object: Buffer; index: Buffer }> {
  const bytes = Buffer.concat(parts);
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 22 };
  const object = await compress(bytes, { params });
  const blobs = parts.map((part) => ({ digest: digestOf(part), size: part.length }));
  const index = Buffer.from(toChecksummed(blobs.map(({ digest, size }) => [digest, size])));
  return { pack: { id: digestOf(object), blobs, size: bytes.length }, object, index };
}

/** The pack that an index describes; null when it is damaged. */
export function parseIndex(id: Digest, index: Uint8Array): Pack | null {
  const rows = fromChecksummed(index) as readonly (readonly [Digest, number])[] | null;
  if (!Array.isArray(rows)) return null;
  const blobs = rows.map(([digest, size]) => ({ digest, size }));
  return { id, blobs, size: blobs.reduce((sum, { size }) => sum + size, 0) };
}

/** The blobs of a pack's object that are what their digests say; none of a damaged one. */
export async function decodePack({ blobs }: Pack, object: Uint8Array, wanted: ReadonlySet<Digest>): Promise<Map<Digest, Buffer>> {
  const found = new Map<Digest, Buffer>();
  const bytes = await decompress(object, { maxOutputLength: MOST }).catch(() => Buffer.alloc(0));
  let offset = 0;
  for (const { digest, size } of blobs) {
    const part = bytes.subarray(offset, offset + size);
    offset += size;
    if (wanted.has(digest) && digestOf(part) === digest) found.set(digest, part);
  }
  return found;
}
