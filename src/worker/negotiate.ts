/** Content negotiation, entity tags and byte ranges (RFC 9110). */
import { parseAccept } from 'hono/utils/accept';

export type Encoding = 'br' | 'gzip';

/** The encoding that a client prefers, brotli before gzip where both are welcome. Null: send the bytes as they are. */
export function preferredEncoding(header: string): Encoding | null {
  const weights = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const weight = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  if (weight('br') === 0 && weight('gzip') === 0) return null;
  return weight('br') >= weight('gzip') ? 'br' : 'gzip';
}

/** Whether an `If-None-Match` names the entity tag (weak comparison). */
export function matchesTag(header: string, tag: string): boolean {
  const opaque = (value: string) => value.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * The single range that is asked for. Null: answer the whole file (none asked, several, or malformed); `unsatisfiable`:
 * it lies outside. Not range-parser: it refuses a suffix longer than the file, which means the whole file.
 */
export function requestedRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [range, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (!range || first + last === '' || (first !== '' && last !== '' && Number(last) < Number(first))) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size ? 'unsatisfiable' : { start, end };
}
