import { type Digest, digestOfChunks } from '../lib/digest.ts';
import { succeed } from '../lib/result.ts';
import { stream } from './answers.ts';
import { LARGEST_IMAGE } from './limits.ts';
import { withoutMetadata } from './metadata.ts';
import type { Outcome } from './types.ts';
import { discard, type UpstreamResponse, upstreamFailed } from './upstream.ts';

/** Types that a browser shows without running anything in them. */
const INLINE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);
/** Types of error messages and pages, whatever the status says. */
const NO_FILE = /^(?:text\/html|application\/(?:xhtml\+xml|json|problem\+json))$/;

interface ImageOptions {
  /** For the service to go on, ms. */
  readonly timeout: number;
  /** The name under which it is saved. */
  readonly filename?: string;
}

const isNoFile = ({ type, length }: UpstreamResponse) => NO_FILE.test(type) || (length ?? 0) > LARGEST_IMAGE;

/** The digest of a picture or file, of which nothing is kept. Fails when it is no file, too large, or breaks off. */
export async function imageDigest(upstream: UpstreamResponse, timeout: number): Promise<Outcome<Digest>> {
  upstream.clearTimeout();
  const digest = isNoFile(upstream) ? null : await digestOfChunks(limited(upstream, timeout)).catch(() => null);
  if (digest !== null) return succeed(digest);
  upstream.abort();
  return upstreamFailed(upstream.status);
}

/**
 * Passes a picture or file on to a visitor; a picture without its metadata. Fails when it is no file, too large, or a
 * picture whose metadata cannot be taken out.
 */
export async function imageResponse(upstream: UpstreamResponse, { timeout, filename }: ImageOptions): Promise<Outcome<Response>> {
  const { status, type } = upstream;
  if (isNoFile(upstream)) {
    discard(upstream);
    return upstreamFailed(status);
  }
  const isInline = INLINE.has(type);
  const headers: Record<string, string> = { 'content-type': isInline ? type : 'application/octet-stream' };
  if (filename) headers['content-disposition'] = `attachment; filename="${filename}"`;
  else if (!isInline) headers['content-disposition'] = 'attachment';
  upstream.clearTimeout();
  const cleaned = await withoutMetadata(limited(upstream, timeout)).catch(() => null);
  if (cleaned) return succeed(stream(paced(cleaned, upstream), headers));
  upstream.abort();
  return upstreamFailed(status);
}

/** The body's chunks. Ends it when the service stalls for `timeout` ms or sends too much. */
async function* limited({ body, abort }: UpstreamResponse, timeout: number): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]();
  for (let size = 0; ; ) {
    const stalled = setTimeout(abort, timeout);
    const { done, value } = await chunks.next().finally(() => clearTimeout(stalled));
    if (done) return;
    size += value.length;
    if (size > LARGEST_IMAGE) {
      abort();
      throw new Error('The content service sent more than a picture may have.');
    }
    yield value;
  }
}

/** Chunks at the visitor's pace; when the visitor leaves, the body ends. */
function paced(source: AsyncIterable<Uint8Array>, { abort }: UpstreamResponse): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(value);
        controller.close();
        // What follows the picture's end is not read.
        abort();
      },
      cancel: abort,
    },
    { highWaterMark: 0 },
  );
}
