import { createHash, hash, timingSafeEqual } from 'node:crypto';

declare const digestBrand: unique symbol;

/** 32 lower-case hex characters: the first 128 bits of a SHA-256. */
export type Digest = string & { readonly [digestBrand]: true };

/** Digest of bytes, or of a text's UTF-8 bytes. The only place where digests are made. */
export const digestOf = (content: string | Uint8Array): Digest => hash('sha256', content, 'hex').slice(0, 32) as Digest;

/** The same of bytes that come in chunks. */
export async function digestOfChunks(chunks: AsyncIterable<Uint8Array>): Promise<Digest> {
  const sum = createHash('sha256');
  for await (const chunk of chunks) sum.update(chunk);
  return sum.digest('hex').slice(0, 32) as Digest;
}

/** Digest of a JSON value. Key order counts: canonical forms are built with a fixed key order. */
export const digestOfJson = (value: unknown): Digest => digestOf(JSON.stringify(value) ?? 'undefined');

/** The 12 characters by which a digest stands in a public address. */
export const shortDigest = (digest: Digest): string => digest.slice(0, 12);

/** The 40 hex characters by which Netlify's API knows a file. */
export const sha1Of = (bytes: Uint8Array): string => hash('sha1', bytes, 'hex');

/** Compares in a time that does not depend on where the texts differ, nor on their lengths. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
