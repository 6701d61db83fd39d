/** The content service's answer about one album, as tolerantly as lists are read; for the browser and the gateway. */
import { parseUrl } from './url.ts';

/** The only category of albums that the site shows. */
export const PHOTO_GALLERY = 'PhotoGallery';

const WRAPPERS = ['data', 'result', 'results', 'subGallery', 'gallery', 'album'] as const;
const CONTENT = ['title', 'attachments', 'description', 'category'] as const;
const SERVED = /^\/api\/image\/(.+)$/;

export type AlbumFields = Readonly<Record<string, unknown>>;

/** The album's fields: bare, as the only item of an array, or under a wrapping name. Null: there is none. */
export function albumFields(answer: unknown, depth = 0): AlbumFields | null {
  if (typeof answer !== 'object' || answer === null || depth > 3) return null;
  if (Array.isArray(answer)) return albumFields(answer[0], depth + 1);
  const fields = answer as AlbumFields;
  if (CONTENT.some((name) => name in fields)) return fields;
  for (const name of WRAPPERS) {
    const inner = albumFields(fields[name], depth + 1);
    if (inner) return inner;
  }
  return null;
}

/** A photo's reference as one percent-encoded segment; an absolute address counts only when it is one of the service's own. */
export function photoSegment(reference: string): string | null {
  if (!/^https?:/i.test(reference)) return encodeURIComponent(reference);
  return SERVED.exec(parseUrl(reference)?.pathname ?? '')?.[1] ?? null;
}
