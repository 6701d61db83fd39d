import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { type Digest, digestOf } from '../lib/digest.ts';
import { succeed } from '../lib/result.ts';
import { stream } from './answers.ts';
import { LARGEST_IMAGE } from './limits.ts';
import { withoutMetadata } from './metadata.ts';
import { NOT_FOUND, type Outcome } from './types.ts';
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
  /** Digests of bytes that nobody gets: a picture is read whole before any of it is passed on. */
  readonly withdrawn?: ReadonlySet<Digest>;
}

/** Pictures that are read whole at once. */
const readWhole = pLimit(4);

/**
 * Passes a picture or file on to a visitor; a picture without its metadata. Fails when it is no file, too large, withdrawn,
 * or a picture whose metadata cannot be taken out.
 */
export async function imageResponse(
  upstream: UpstreamResponse,
  { timeout, filename, withdrawn }: ImageOptions,
): Promise<Outcome<Response>> {
  const { status, type, length } = upstream;
  if (NO_FILE.test(type) || (length ?? 0) > LARGEST_IMAGE) {
    discard(upstream);
    return upstreamFailed(status);
  }
  const isInline = INLINE.has(type);
  const headers: Record<string, string> = { 'content-type': isInline ? type : 'application/octet-stream' };
  if (filename) headers['content-disposition'] = `attachment; filename="${filename}"`;
  else if (!isInline) headers['content-disposition'] = 'attachment';
  upstream.clearTimeout();
  try {
    const chunks = limited(upstream, timeout);
    const source = withdrawn?.size ? await readWhole(() => unlessWithdrawn(chunks, withdrawn)) : chunks;
    if (!source) return NOT_FOUND;
    const cleaned = await withoutMetadata(source);
    if (cleaned) return succeed(stream(paced(cleaned, upstream), headers));
  } catch {
    // It breaks off, stalls, is too large, or its metadata cannot be told apart.
  }
  upstream.abort();
  return upstreamFailed(status);
}

/** The same bytes, once all have come; null when they were withdrawn. */
async function unlessWithdrawn(chunks: AsyncIterable<Uint8Array>, withdrawn: ReadonlySet<Digest>) {
  const bytes = Buffer.concat(await Array.fromAsync(chunks));
  return withdrawn.has(digestOf(bytes)) ? null : Readable.from([bytes]);
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
