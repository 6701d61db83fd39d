import { json, refusal } from './answers.ts';
import type { Forwarded } from './forward.ts';
import { imageResponse } from './images.ts';
import type { Limiter } from './limiter.ts';
import { safeSegment } from './reference.ts';
import { readJson, type Service } from './service.ts';
import { type Refusal, refuse } from './types.ts';

const LARGEST_ALBUM = 2 * 1024 * 1024;
const IMAGE_PATH = '/api/image/';

const notFound = refuse('not-found', 'There is nothing at this address.');

/** The two reading calls: a picture or file by reference, an album by identity. Neither carries the token. */
export function createReads(service: Service, limiter: Limiter, timeout: number) {
  const told = (refused: Refusal): Forwarded => {
    const { serviceStatus } = refused;
    const shown = serviceStatus === 404 ? notFound : refused;
    return { response: refusal(shown), outcome: shown.reason, serviceStatus };
  };
  const limited = (address: string): Refusal | null => {
    const retryAfter = limiter.take(address);
    return retryAfter > 0 ? refuse('too-many', 'Too many requests. Please wait a minute.', { retryAfter }) : null;
  };

  return {
    async image(request: Request, address: string): Promise<Forwarded> {
      const { pathname } = new URL(request.url);
      const segment = pathname.startsWith(IMAGE_PATH) ? safeSegment(pathname.slice(IMAGE_PATH.length)) : null;
      if (segment === null) return told(notFound);
      const tooMany = limited(address);
      if (tooMany) return told(tooMany);
      const answer = await service.ask({ method: 'GET', path: IMAGE_PATH + segment, auth: false });
      if ('ok' in answer) return told(answer);
      const response = imageResponse(answer, timeout);
      return response instanceof Response ? { response, outcome: 'passed', serviceStatus: answer.status } : told(response);
    },

    async album(request: Request, address: string): Promise<Forwarded> {
      const ids = new URL(request.url).searchParams.getAll('id');
      const id = ids.length === 1 ? safeSegment(encodeURIComponent(ids[0]?.toWellFormed() ?? '')) : null;
      if (id === null) return told(notFound);
      const tooMany = limited(address);
      if (tooMany) return told(tooMany);
      const answer = await service.ask({ method: 'GET', path: `/api/subGallery?id=${id}`, auth: false });
      if ('ok' in answer) return told(answer);
      const album = await readJson(answer, LARGEST_ALBUM);
      return album.ok ? { response: json(200, album.value), outcome: 'passed', serviceStatus: answer.status } : told(album);
    },
  };
}
