import { readFile, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { digestOf } from '../../src/lib/digest.ts';
import { errorCode } from '../../src/lib/files.ts';
import { hasBearer } from '../../src/lib/webhookAuth.ts';
import { LARGEST_MEDIA } from '../../src/media/fetch.ts';
import type { Body } from './library.ts';

/** Whether the client's copy, named in `If-None-Match`, is this one. */
export function isCurrent(c: Context, etag: string): boolean {
  const known = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

function conditional(c: Context, body: Body, headers: Record<string, string>): Response {
  const etag = `"${body.digest}"`;
  if (isCurrent(c, etag)) return c.body(null, 304, { ETag: etag, 'Cache-Control': 'no-cache' });
  return c.body(body.bytes, 200, { ...headers, ETag: etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' });
}

/** JSON, or 304 when the client's copy is current. */
export function sendJson(c: Context, body: Body): Response {
  return conditional(c, body, { 'Content-Type': 'application/json; charset=utf-8' });
}

/** Null for a file that is gone. Rejects for one that cannot be read: who asks keeps what it has. */
function unlessGone<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error))) return null;
    throw error;
  });
}

/** Milliseconds for which a file has been as it is before it counts as whole: it may be under way into the folder. */
const WHOLE_AFTER = 2000;
/** Milliseconds for which somebody who asks waits for that. */
const LONGEST_WAIT = 9000;

/** Bytes of a file on which nobody writes any more; undefined: somebody still does. */
async function sizeOfWhole(path: string): Promise<number | undefined> {
  const until = performance.now() + LONGEST_WAIT;
  let seen = '';
  while (performance.now() < until) {
    const { size, mtimeMs } = await stat(path);
    // By the clock, or by looking twice: that of another machine may be ahead.
    if (Date.now() - mtimeMs >= WHOLE_AFTER || seen === `${size} ${mtimeMs}`) return size;
    seen = `${size} ${mtimeMs}`;
    await pause(WHOLE_AFTER);
  }
  return undefined;
}

/**
 * A picture or other file with its type; 404 when it is gone, 503 while it is being written, and 413 when it is larger than the
 * site takes, as it is read as a whole. `isPrivate`: no copy of it is to be kept.
 */
export async function sendFile(c: Context, path: string | null, isPrivate = false): Promise<Response> {
  const size = path === null ? null : await unlessGone(sizeOfWhole(path));
  if (size === undefined) return c.json({ message: 'It is still being written.' }, 503);
  if (size !== null && size > LARGEST_MEDIA)
    return c.json({ message: `It is larger than ${LARGEST_MEDIA / 1024 / 1024} MB, which no site takes.` }, 413);
  const file = path === null ? null : await unlessGone(readFile(path));
  if (path === null || !file) return c.json({ message: 'There is no such picture or file.' }, 404);
  const bytes = new Uint8Array(file);
  const headers = { 'Content-Type': getMimeType(path.toLowerCase()) ?? 'application/octet-stream' };
  if (!isPrivate) return conditional(c, { bytes, digest: digestOf(bytes) }, headers);
  return c.body(bytes, 200, { ...headers, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
}

/** Lets a call through that carries the token; without a configured token, any call. */
export function bearer(token: string | null): MiddlewareHandler {
  return async (c, next) => {
    if (token === null || hasBearer(c.req.raw.headers, token)) return next();
    return c.json({ message: 'This call needs a valid bearer token.' }, 401, { 'WWW-Authenticate': 'Bearer' });
  };
}
