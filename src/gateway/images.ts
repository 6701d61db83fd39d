import type { IncomingMessage } from 'node:http';
import { succeed } from '../lib/result.ts';
import { stream } from './answers.ts';
import { LARGEST_IMAGE } from './limits.ts';
import type { Outcome } from './types.ts';
import { discard, type UpstreamResponse, upstreamFailed } from './upstream.ts';

/** Types that a browser shows without running anything in them. */
const INLINE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);
/** Types of error messages and pages, whatever the status says. */
const NO_FILE = /^(?:text\/html|application\/(?:xhtml\+xml|json|problem\+json))$/;

/** Passes a picture or file on to a visitor, to be saved as `filename` when given. Fails when it is no file or too large. */
export function imageResponse(upstream: UpstreamResponse, timeout: number, filename?: string): Outcome<Response> {
  const { status, type, length, body } = upstream;
  if (NO_FILE.test(type) || (length ?? 0) > LARGEST_IMAGE) {
    discard(upstream);
    return upstreamFailed(status);
  }
  const isInline = INLINE.has(type);
  const headers: Record<string, string> = { 'content-type': isInline ? type : 'application/octet-stream' };
  if (filename) headers['content-disposition'] = `attachment; filename="${filename}"`;
  else if (!isInline) headers['content-disposition'] = 'attachment';
  if (length !== null) headers['content-length'] = String(length);
  upstream.clearTimeout();
  return succeed(stream(paced(body, timeout), headers));
}

/** The body at the visitor's pace. Ends it when the service stalls for `timeout` ms or sends too much. */
function paced(body: IncomingMessage, timeout: number): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const stalled = setTimeout(() => body.destroy(new Error('The content service stalled.')), timeout);
        const { done, value } = await chunks.next().finally(() => clearTimeout(stalled));
        if (done) return controller.close();
        size += value.length;
        if (size <= LARGEST_IMAGE) return controller.enqueue(value);
        body.destroy();
        controller.error(new Error('The content service sent more than a picture may have.'));
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
