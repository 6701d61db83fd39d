/**
 * Cuts a file into chunks where its content says so (a rolling sum over the last bytes), so that a change in one place
 * leaves the other chunks, and their digests, as they were.
 */
import { type Digest, digestOf } from '../lib/digest.ts';

/** Bytes. */
const SMALLEST = 16_384;
const LARGEST = 262_144;
/** A cut stands where these bits of the sum are zero: every 64 kB on average. */
const MASK = 0xffff0000 | 0;

/** One number for each byte value, the same on every machine. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) => Number.parseInt(digestOf(`gear ${byte}`).slice(0, 8), 16) | 0);

export interface Chunk {
  readonly digest: Digest;
  readonly offset: number;
  readonly size: number;
}

function endOf(bytes: Uint8Array, from: number): number {
  const most = Math.min(bytes.length, from + LARGEST);
  let sum = 0;
  for (let at = Math.min(most, from + SMALLEST); at < most; at += 1) {
    sum = ((sum << 1) + (GEAR[bytes[at] ?? 0] ?? 0)) | 0;
    if ((sum & MASK) === 0) return at + 1;
  }
  return most;
}

/** The chunks of a file, in order; none of an empty one. */
export function chunksOf(bytes: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const end = endOf(bytes, offset);
    chunks.push({ digest: digestOf(bytes.subarray(offset, end)), offset, size: end - offset });
    offset = end;
  }
  return chunks;
}
