import { albumFields, PHOTO_GALLERY, photoSegment } from '../lib/albumAnswer.ts';
import { decoded } from '../lib/decoded.ts';
import type { Digest } from '../lib/digest.ts';
import { Refusal, succeed } from '../lib/result.ts';
import { readLabel, readReferences } from '../service/schemas/fields.ts';
import { failureResponse, type Handled, json } from './answers.ts';
import { imageDigest, imageResponse } from './images.ts';
import { LARGEST_ALBUM } from './limits.ts';
import { ALBUM_LIFETIME, type Passes } from './passes.ts';
import type { RateLimiter } from './rateLimiter.ts';
import { safeSegment } from './reference.ts';
import { type GatewayFailure, type KnownMedia, NOT_FOUND, type Outcome, refuse, UNDECIDED } from './types.ts';
import { readJson, type Upstream, type UpstreamResponse } from './upstream.ts';

/** What the page of an album reads, beside its photos: texts and numbers. */
const SHOWN = ['_id', 'id', 'title', 'category', 'date', 'description'] as const;

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** The service's answer about one album with nothing in it but what its page shows; null when the site shows no such album. */
function publicAlbum(answer: unknown, passes: Passes): Readonly<Record<string, unknown>> | null {
  const fields = albumFields(answer);
  const category = readLabel(fields?.category);
  if (!fields || (category !== '' && category !== PHOTO_GALLERY)) return null;
  const shown = SHOWN.flatMap((name) => (isPlain(fields[name]) ? [[name, fields[name]] as const] : []));
  const attachments = readReferences(fields.attachments).map((reference) => {
    const own = decoded(photoSegment(reference) ?? '');
    return own ? passes.give(own, ALBUM_LIFETIME) : reference;
  });
  return { ...Object.fromEntries(shown), attachments };
}

const IMAGE_PATH = '/api/image/';

interface Permitted {
  readonly segment: string;
  /** Digests of bytes that nobody gets under this name either. */
  readonly withdrawn: ReadonlySet<Digest>;
}

interface Options {
  readonly limiter: RateLimiter;
  /** Milliseconds. */
  readonly timeout: number;
  readonly passes: Passes;
  readonly media: KnownMedia | undefined;
}

/** What is known of media is refused: nothing passes until it is known. Any other error is a bug. */
function undecided(error: unknown): GatewayFailure {
  if (error instanceof Refusal) return UNDECIDED;
  throw error;
}

/** The two reading calls: a picture or file by reference, an album by identity. Neither carries the token. */
export function createGetHandlers(upstream: Upstream, { limiter, timeout, passes, media }: Options) {
  /** What to ask for; fails for what is malformed, withdrawn, or neither given out nor published. */
  async function permitted(segment: string): Promise<Outcome<Permitted>> {
    const given = decoded(segment) ?? '';
    const reference = passes.take(given) ?? ((await media?.isPublished(given)) ? given : null);
    const safe = reference === null || (await media?.isWithdrawn(reference)) ? null : safeSegment(encodeURIComponent(reference));
    if (reference === null || safe === null) return NOT_FOUND;
    // The bytes of what the site does not show are known to nobody yet.
    const isKnown = (await media?.isPublished(reference)) ?? true;
    return succeed({ segment: safe, withdrawn: isKnown ? new Set() : ((await media?.withdrawnBytes()) ?? new Set()) });
  }

  const failed = (failure: GatewayFailure): Handled => {
    const { serviceStatus } = failure;
    const shown = serviceStatus === 404 ? NOT_FOUND : failure;
    return { response: failureResponse(shown), outcome: shown.reason, serviceStatus };
  };

  async function forward(
    path: Outcome<string>,
    address: string,
    respond: (answer: UpstreamResponse) => Outcome<Response> | Promise<Outcome<Response>>,
  ): Promise<Handled> {
    if (!path.ok) return failed(path);
    const retryAfter = limiter.take(address);
    if (retryAfter > 0) return failed(refuse('too-many', 'Too many requests. Please wait a minute.', { retryAfter }));
    const answer = await upstream.send({ method: 'GET', path: path.value, auth: false });
    if (!answer.ok) return failed(answer);
    const response = await respond(answer.value);
    if (!response.ok) return failed(response);
    return { response: response.value, outcome: 'passed', serviceStatus: answer.value.status };
  }

  return {
    async image(request: Request, address: string): Promise<Handled> {
      const { pathname } = new URL(request.url);
      const segment = pathname.startsWith(IMAGE_PATH) ? safeSegment(pathname.slice(IMAGE_PATH.length)) : null;
      const allowed = segment === null ? NOT_FOUND : await permitted(segment).catch(undecided);
      if (!allowed.ok) return failed(allowed);
      const { segment: wanted, withdrawn } = allowed.value;
      const path = IMAGE_PATH + wanted;
      return forward(succeed(path), address, async (answer) => {
        if (withdrawn.size === 0) return imageResponse(answer, { timeout });
        // Read twice, so that no visitor's slow line keeps a whole picture in memory.
        const digest = await imageDigest(answer, timeout);
        if (!digest.ok) return digest;
        if (withdrawn.has(digest.value)) return NOT_FOUND;
        const again = await upstream.send({ method: 'GET', path, auth: false });
        return again.ok ? imageResponse(again.value, { timeout }) : again;
      });
    },

    album(request: Request, address: string): Promise<Handled> {
      const [identity = '', ...more] = new URL(request.url).searchParams.getAll('id');
      const id = more.length === 0 ? safeSegment(encodeURIComponent(identity.toWellFormed())) : null;
      return forward(id === null ? NOT_FOUND : succeed(`/api/subGallery?id=${id}`), address, async (answer) => {
        const album = await readJson(answer, LARGEST_ALBUM);
        if (!album.ok) return album;
        const shown = publicAlbum(album.value, passes);
        return shown ? succeed(json(200, shown)) : NOT_FOUND;
      });
    },
  };
}
