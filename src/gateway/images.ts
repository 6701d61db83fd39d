import type { IncomingMessage } from 'node:http';
import { stream } from './answers.ts';
import { discard, type ServiceAnswer, serviceFailed } from './service.ts';
import type { Refusal } from './types.ts';

/** Largest picture or file that passes, in bytes. */
const LARGEST_IMAGE = 32 * 1024 * 1024;
/** Types that a browser shows without running anything in them. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);
/** What a service answers when it means an error or a page, whatever its status says. */
const NO_FILE = /^(?:text\/html|application\/(?:xhtml\+xml|json|problem\+json))$/;

/** The picture or file in an answer for a visitor; `name`: to be saved under it. Not a file, or too large: refused. */
export function imageResponse(answer: ServiceAnswer, timeout: number, name?: string): Response | Refusal {
  if (NO_FILE.test(answer.type) || (answer.length ?? 0) > LARGEST_IMAGE) {
    discard(answer);
    return serviceFailed(answer.status);
  }
  const shown = SHOWN.has(answer.type);
  const headers: Record<string, string> = { 'content-type': shown ? answer.type : 'application/octet-stream' };
  if (name) headers['content-disposition'] = `attachment; filename="${name}"`;
  else if (!shown) headers['content-disposition'] = 'attachment';
  if (answer.length !== null) headers['content-length'] = String(answer.length);
  answer.release();
  return stream(atVisitorsPace(answer.body, timeout), headers);
}

/** The body as the visitor takes it; a service that stalls while the visitor waits, or sends too much, is cut off. */
function atVisitorsPace(body: IncomingMessage, timeout: number): ReadableStream<Uint8Array> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
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
