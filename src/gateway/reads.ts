import { CERTIFICATE_FILE } from '../forms/rules.ts';
import { albumFields, PHOTO_GALLERY, photoSegment } from '../lib/albumAnswer.ts';
import { type Digest, digestOfChunks } from '../lib/digest.ts';
import { Refusal, succeed } from '../lib/result.ts';
import { decoded } from '../lib/url.ts';
import { readLabel, readReferences } from '../service/schemas/fields.ts';
import { failureResponse, type Handled, json, SAFE } from './answers.ts';
import { withoutMetadata } from './metadata.ts';
import { ALBUM_LIFETIME, type Passes, safeSegment } from './passes.ts';
import type { RateLimiter } from './rateLimiter.ts';
import { type GatewayFailure, type KnownMedia, NOT_FOUND, type Outcome, refuse } from './types.ts';
import { discard, readJson, SERVICE_TIMEOUT, type Upstream, type UpstreamResponse, upstreamFailed } from './upstream.ts';

const LARGEST_ALBUM = 2 * 1024 * 1024;
const LARGEST_IMAGE = 32 * 1024 * 1024;

/** Types that a browser shows without running anything in them. */
const INLINE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);
/** Types of error messages and pages, whatever the status says. */
const NO_FILE = /^(?:text\/html|application\/(?:xhtml\+xml|json|problem\+json))$/;

/** The body's chunks. Ends it when the service stalls or sends too much. */
async function* limited({ body, abort }: UpstreamResponse): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]();
  for (let size = 0; ; ) {
    const stalled = setTimeout(abort, SERVICE_TIMEOUT);
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

/** What is made of a file's chunks. Fails when there is no file, or it is too large, breaks off or gives nothing (null). */
async function readFile<Value>(upstream: UpstreamResponse, make: (chunks: AsyncIterable<Uint8Array>) => Promise<Value | null>) {
  const { status, type, length, isPlain } = upstream;
  if (!isPlain || NO_FILE.test(type) || (length ?? 0) > LARGEST_IMAGE) {
    discard(upstream);
    return upstreamFailed(status);
  }
  upstream.clearTimeout();
  const made = await make(limited(upstream)).catch(() => null);
  if (made !== null) return succeed(made);
  upstream.abort();
  return upstreamFailed(status);
}

/** Passes a picture or file on to a visitor; a picture without its metadata. `filename`: it is saved under this name. */
async function imageResponse(upstream: UpstreamResponse, filename?: string): Promise<Outcome<Response>> {
  const cleaned = await readFile(upstream, withoutMetadata);
  if (!cleaned.ok) return cleaned;
  const isInline = INLINE.has(upstream.type);
  const headers = new Headers({ ...SAFE, 'content-type': isInline ? upstream.type : 'application/octet-stream' });
  if (filename) headers.set('content-disposition', `attachment; filename="${filename}"`);
  else if (!isInline) headers.set('content-disposition', 'attachment');
  return succeed(new Response(paced(cleaned.value, upstream), { headers }));
}

const SHOWN = ['_id', 'id', 'title', 'category', 'date', 'description'] as const;

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** The service's answer about one album with nothing in it but what its page shows; null when the site shows no such album. */
function publicAlbum(answer: unknown, passes: Passes): Readonly<Record<string, unknown>> | null {
  const fields = albumFields(answer);
  const category = readLabel(fields?.category);
  if (!fields || (category !== '' && category !== PHOTO_GALLERY)) return null;
  const shown = SHOWN.flatMap((name) => (isScalar(fields[name]) ? [[name, fields[name]] as const] : []));
  const attachments = readReferences(fields.attachments).map((reference) => {
    const own = decoded(photoSegment(reference) ?? '');
    return own ? passes.give(own, ALBUM_LIFETIME) : reference;
  });
  return { ...Object.fromEntries(shown), attachments };
}

const IMAGE_PATH = '/api/image/';

/** `withdrawn`: digests of bytes that nobody gets under this name either. */
type Permitted = { readonly path: string; readonly withdrawn: ReadonlySet<Digest> };

/** Whether a reference was withdrawn cannot be told: the list is damaged, or who reads it is starting again. */
const UNDECIDED = refuse('undecided', 'This cannot be shown at the moment. Please try again later.', { retryAfter: 60 });

/** What is known of media is refused: nothing passes until it is known. Any other error is a bug. */
function undecided(error: unknown): GatewayFailure {
  if (error instanceof Refusal) return UNDECIDED;
  throw error;
}

type Options = { readonly limiter: RateLimiter; readonly passes: Passes; readonly media: KnownMedia | undefined };

/** The two reading calls: a picture or file by reference, an album by identity; and a certificate's picture. None carries the token. */
export function createReadHandlers(upstream: Upstream, { limiter, passes, media }: Options) {
  /** What to ask for; fails for what is neither given out nor published, malformed or withdrawn. */
  async function permitted(given: string): Promise<Outcome<Permitted>> {
    const reference = passes.take(given) ?? ((await media?.isPublished(given)) ? given : null);
    return reference === null ? NOT_FOUND : readable(reference);
  }

  async function readable(reference: string): Promise<Outcome<Permitted>> {
    const segment = (await media?.isWithdrawn(reference)) ? null : safeSegment(reference);
    if (segment === null) return NOT_FOUND;
    // The bytes of what the site does not show are known to nobody yet.
    const isKnown = (await media?.isPublished(reference)) ?? true;
    const withdrawn = isKnown ? undefined : await media?.withdrawnBytes();
    return succeed({ path: IMAGE_PATH + segment, withdrawn: withdrawn ?? new Set() });
  }

  async function unlessWithdrawn(answer: UpstreamResponse, { path, withdrawn }: Permitted, filename?: string) {
    if (withdrawn.size === 0) return imageResponse(answer, filename);
    // Read twice, so that no visitor's slow line keeps a whole picture in memory.
    const digest = await readFile(answer, digestOfChunks);
    if (!digest.ok) return digest;
    if (withdrawn.has(digest.value)) return NOT_FOUND;
    const again = await upstream(path);
    return again.ok ? imageResponse(again.value, filename) : again;
  }

  const failed = (failure: GatewayFailure): Handled => {
    const { serviceStatus } = failure;
    const shown = serviceStatus === 404 ? NOT_FOUND : failure;
    return { response: failureResponse(shown), outcome: shown.reason, serviceStatus };
  };

  async function forward(
    path: string,
    address: string,
    respond: (answer: UpstreamResponse) => Promise<Outcome<Response>>,
  ): Promise<Handled> {
    const retryAfter = limiter.take(address);
    if (retryAfter > 0) return failed(refuse('too-many', 'Too many requests. Please wait a minute.', { retryAfter }));
    const answer = await upstream(path);
    if (!answer.ok) return failed(answer);
    const response = await respond(answer.value);
    if (!response.ok) return failed(response);
    return { response: response.value, outcome: 'passed', serviceStatus: answer.value.status };
  }

  return {
    async image(request: Request, address: string): Promise<Handled> {
      const { pathname } = new URL(request.url);
      const given = pathname.startsWith(IMAGE_PATH) ? decoded(pathname.slice(IMAGE_PATH.length)) : null;
      const allowed = given === null ? NOT_FOUND : await permitted(given).catch(undecided);
      if (!allowed.ok) return failed(allowed);
      return forward(allowed.value.path, address, (answer) => unlessWithdrawn(answer, allowed.value));
    },

    /** A certificate's picture, for whoever has posted the form without script. */
    async certificate(reference: string): Promise<Outcome<Response>> {
      const allowed = await readable(reference).catch(undecided);
      if (!allowed.ok) return allowed;
      const answer = await upstream(allowed.value.path);
      return answer.ok ? unlessWithdrawn(answer.value, allowed.value, CERTIFICATE_FILE) : answer;
    },

    async subGallery(request: Request, address: string): Promise<Handled> {
      const [identity = '', ...more] = new URL(request.url).searchParams.getAll('id');
      const id = more.length === 0 ? safeSegment(identity) : null;
      if (id === null) return failed(NOT_FOUND);
      return forward(`/api/subGallery?id=${id}`, address, async (answer) => {
        const album = await readJson(answer, LARGEST_ALBUM);
        if (!album.ok) return album;
        const shown = publicAlbum(album.value, passes);
        return shown ? succeed(json(200, shown)) : NOT_FOUND;
      });
    },
  };
}
