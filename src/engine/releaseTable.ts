/**
 * The files of a release by path, in memory that threads share: one table serves them all, none copies it, and the garbage
 * collector never looks at it. A hash table with open addressing, built once and never changed.
 */
import type { Digest } from '../lib/digest.ts';
import type { FileRow } from './record.ts';

/** As it is sent to another thread. */
export interface TableData {
  readonly count: number;
  /** Offset of an entry plus one; 0 for an empty slot. The number of slots is a power of two. */
  readonly slots: Uint32Array<SharedArrayBuffer>;
  /** Entries: digest (16 bytes), size (4), length of the path in bytes (2), path in UTF-8. */
  readonly entries: Uint8Array<SharedArrayBuffer>;
}

const DIGEST_BYTES = 16;
const HEAD = DIGEST_BYTES + 6;

/** FNV-1a over the UTF-16 code units. */
function hash(path: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < path.length; at += 1) sum = Math.imul(sum ^ path.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

export function makeTable(files: Iterable<FileRow>): TableData {
  const rows = [...files];
  const bytes = rows.reduce((sum, { path }) => sum + HEAD + Buffer.byteLength(path), 0);
  const slots = new Uint32Array(new SharedArrayBuffer(4 * 2 ** Math.ceil(Math.log2(2 * rows.length + 1))));
  const entries = new Uint8Array(new SharedArrayBuffer(bytes));
  const writer = Buffer.from(entries.buffer);
  let end = 0;
  for (const { path, digest, size } of rows) {
    let slot = hash(path) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = end + 1;
    const length = writer.write(path, end + HEAD);
    writer.write(digest, end, 'hex');
    writer.writeUInt32LE(size, end + DIGEST_BYTES);
    writer.writeUInt16LE(length, end + DIGEST_BYTES + 4);
    end += HEAD + length;
  }
  return { count: rows.length, slots, entries };
}

export class ReleaseTable {
  readonly count: number;
  readonly #slots: Uint32Array;
  readonly #entries: Buffer;

  constructor({ count, slots, entries }: TableData) {
    this.count = count;
    this.#slots = slots;
    this.#entries = Buffer.from(entries.buffer);
  }

  get(path: string): FileRow | undefined {
    const mask = this.#slots.length - 1;
    for (let slot = hash(path) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] ?? 0;
      if (place === 0) return undefined;
      const file = this.#entry(place - 1);
      if (file.path === path) return file;
    }
  }

  *[Symbol.iterator](): Generator<FileRow> {
    for (const place of this.#slots) if (place !== 0) yield this.#entry(place - 1);
  }

  #entry(at: number): FileRow {
    const entries = this.#entries;
    const length = entries.readUInt16LE(at + DIGEST_BYTES + 4);
    return {
      path: entries.toString('utf8', at + HEAD, at + HEAD + length),
      digest: entries.toString('hex', at, at + DIGEST_BYTES) as Digest,
      size: entries.readUInt32LE(at + DIGEST_BYTES),
    };
  }
}
