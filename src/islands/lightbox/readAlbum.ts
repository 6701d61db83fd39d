/** Reads the content service's answer about one album, in the browser, as tolerantly as the build reads lists. */
import { readDate, type SchoolDate } from '../../lib/dates.ts';
import { readIdentity, readLabel, readReferences, readText } from '../../service/schemas/fields.ts';

export interface LiveAlbum {
  readonly title: string;
  readonly description: string;
  readonly date: SchoolDate | null;
  /** Addresses of the photos below the service's base; null for one that cannot be had. */
  readonly photos: readonly (string | null)[];
}

const WRAPPERS = ['data', 'result', 'results', 'subGallery', 'gallery', 'album'] as const;
const CONTENT = ['title', 'attachments', 'description', 'category'] as const;
const SERVED = /^\/api\/image\/(.+)$/;

type Fields = Readonly<Record<string, unknown>>;

/** The album's fields: bare, as the only item of an array, or under a wrapping name. */
function unwrap(answer: unknown, depth = 0): Fields | null {
  if (typeof answer !== 'object' || answer === null || depth > 3) return null;
  if (Array.isArray(answer)) return unwrap(answer[0], depth + 1);
  const fields = answer as Fields;
  if (CONTENT.some((name) => name in fields)) return fields;
  for (const name of WRAPPERS) {
    const inner = unwrap(fields[name], depth + 1);
    if (inner) return inner;
  }
  return null;
}

/** Where a photo is served; an absolute address counts only when it is one of the service's own. */
function photoPath(reference: string): string | null {
  if (!/^https?:/i.test(reference)) return `/api/image/${encodeURIComponent(reference)}`;
  const served = SERVED.exec(URL.parse(reference)?.pathname ?? '')?.[1];
  return served === undefined ? null : `/api/image/${served}`;
}

/** The album in an answer; null when there is none, or one that the gallery does not show. */
export function readLiveAlbum(answer: unknown, id: string, zone: string): LiveAlbum | null {
  const fields = unwrap(answer);
  if (!fields) return null;
  const identity = readIdentity(fields);
  const category = readLabel(fields.category);
  if ((identity !== null && identity !== id) || (category !== '' && category !== 'PhotoGallery')) return null;
  return {
    title: readLabel(fields.title) || 'Untitled album',
    description: readText(fields.description),
    date: readDate(fields.date, zone),
    photos: readReferences(fields.attachments).map(photoPath),
  };
}
