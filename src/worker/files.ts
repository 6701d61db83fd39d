/** Answers addresses from the live release, by RFC 9110: content negotiation, entity tags and byte ranges. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parseAccept } from 'hono/utils/accept';
import { PAGES } from '../collections/addresses.ts';
import type { Encoding } from '../engine/encode.ts';
import type { ReleaseFile } from '../engine/releases.ts';
import type { LiveRelease, ReleaseSource } from '../engine/servedReleases.ts';
import { cacheControl, isDigestNamed, SECURITY_HEADERS, securityHeaders } from '../lib/headers.ts';
import { contentType, isCompressible } from '../lib/mime.ts';
import { albumOfQuery } from '../lib/paths.ts';
import { correctedPath } from '../lib/routes.ts';
import { decoded } from '../lib/url.ts';
import { RESTORE_INTERVAL } from './rebuilds.ts';

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

interface ByteRange {
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

type Found = NonNullable<ReturnType<typeof find>>;

/** The file that answers an address: the page, an album by its `?id=`, an asset of an earlier release, or the 404 page. */
function find(release: LiveRelease, path: string, url: URL) {
  const album = albumOfQuery(url);
  const file =
    (album && release.lookup(album)) ?? release.lookup(path) ?? (isDigestNamed(path) ? release.recent(path) : undefined);
  if (file) return { file, status: 200 as const };
  const missing = release.lookup('/404');
  return missing ? { file: missing, status: 404 as const } : null;
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  });
}

/** Bytes up to which a file is read whole, which is quicker than a stream. */
const LARGEST_BUFFERED = 256 * 1024;

/** Throws when the file was cut meanwhile: the connection then breaks off, where the reader would wait for the rest. */
async function* chunksOf(handle: FileHandle, range: ByteRange): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let missing = range.end - range.start + 1;
  for await (const chunk of handle.createReadStream(range) as AsyncIterable<Buffer<ArrayBuffer>>) {
    missing -= chunk.length;
    yield chunk;
  }
  if (missing > 0) throw new Error(`A file of the store ended ${missing} bytes early while it was sent.`);
}

/** Of what was lost and is made anew. */
export const restoring = () =>
  plain(503, 'This is being restored. Please try again soon.', { 'Retry-After': String(RESTORE_INTERVAL / 1000) });

/** A file's bytes, or the asked part of them; null when they are lost. */
async function bodyOf(releases: ReleaseSource, file: ReleaseFile, range: ByteRange | null): Promise<BodyInit | null> {
  if (file.size <= LARGEST_BUFFERED) {
    const bytes = await releases.read(file);
    return bytes && range ? bytes.subarray(range.start, range.end + 1) : bytes;
  }
  const handle = await releases.open(file);
  if (!handle) return null;
  return Readable.toWeb(Readable.from(chunksOf(handle, range ?? { start: 0, end: file.size - 1 }))) as ReadableStream;
}

async function represent(releases: ReleaseSource, { headers }: Request, { file, status }: Found) {
  const tag = `"${file.digest}"`;
  const mayRange = status === 200 && (headers.get('if-range') ?? tag) === tag;
  const range = mayRange ? requestedRange(headers.get('range') ?? '', file.size) : null;
  const isEncodable = !range && isCompressible(file.path);
  const encoding = isEncodable ? preferredEncoding(headers.get('accept-encoding') ?? '') : null;
  const bytes = encoding && (await releases.encoded(file, encoding, 'quick'));
  if (bytes) return { tag: `"${file.digest}-${encoding}"`, encoded: { bytes, encoding }, range: null };
  return { tag, encoded: null, range };
}

async function send(releases: ReleaseSource, request: Request, path: string, found: Found): Promise<Response> {
  const { file, status } = found;
  const { size } = file;
  const { tag, encoded, range } = await represent(releases, request, found);
  const headers = new Headers({ ...securityHeaders(`/${file.path}`), 'Content-Type': contentType(file.path), ETag: tag });
  headers.set('Cache-Control', status === 200 ? cacheControl(path) : 'no-cache');
  if (isCompressible(file.path)) headers.set('Vary', 'Accept-Encoding');
  else headers.set('Accept-Ranges', 'bytes');
  if (encoded) headers.set('Content-Encoding', encoded.encoding);
  if (status === 200 && matchesTag(request.headers.get('if-none-match') ?? '', tag)) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  if (range === 'unsatisfiable') return plain(416, 'The range lies outside the file.', { 'Content-Range': `bytes */${size}` });
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : (encoded?.bytes.length ?? size)));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  if (request.method === 'HEAD') return new Response(null, { status: range ? 206 : status, headers });
  const body = encoded ? encoded.bytes : await bodyOf(releases, file, range);
  if (body === null) return restoring();
  return new Response(body, { status: range ? 206 : status, headers });
}

/** Redirects another spelling of a page's address to the right one, keeping the query; null when there is none. */
function redirect(release: LiveRelease, path: string, url: URL): Response | null {
  const corrected = correctedPath(path, PAGES);
  if (corrected === null || !release.lookup(corrected)) return null;
  const location = corrected.split('/').map(encodeURIComponent).join('/') + url.search;
  return plain(301, `See ${location}`, { Location: location, 'Cache-Control': 'public, max-age=3600' });
}

/** One request is answered from one release whole, whatever is published meanwhile. */
export function createFileHandler(releases: ReleaseSource): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Only GET and HEAD are answered here.', { Allow: 'GET, HEAD' });
    const url = new URL(request.url);
    // What cannot be decoded names no file.
    const path = decoded(url.pathname) ?? url.pathname;
    const release = releases.live();
    if (!release) return plain(503, 'The site is being built for the first time.', { 'Retry-After': '5' });
    const elsewhere = redirect(release, path, url);
    if (elsewhere) return elsewhere;
    const found = find(release, path, url);
    if (!found) return plain(404, 'There is no such page.');
    return send(releases, request, path, found);
  };
}
