/** Reads the content service's answer about one album, in the browser, as tolerantly as the build reads lists. */
import { albumFields, PHOTO_GALLERY, photoSegment } from '../../lib/albumAnswer.ts';
import type { SchoolDate } from '../../lib/dates.ts';
import { readDate } from '../../lib/readDate.ts';
import { readIdentity, readLabel, readReferences, readText } from '../../service/schemas/fields.ts';

export interface LiveAlbum {
  readonly title: string;
  readonly description: string;
  readonly date: SchoolDate | null;
  /** Addresses of the photos below the service's base; null for one that cannot be had. */
  readonly photos: readonly (string | null)[];
}

/** Where a photo is served; null when that is not at the service. */
function photoPath(reference: string): string | null {
  const segment = photoSegment(reference);
  return segment === null ? null : `/api/image/${segment}`;
}

/** The album in an answer; null when there is none, or one that the gallery does not show. */
export function readLiveAlbum(answer: unknown, id: string, zone: string): LiveAlbum | null {
  const fields = albumFields(answer);
  if (!fields) return null;
  const identity = readIdentity(fields);
  const category = readLabel(fields.category);
  if ((identity !== null && identity !== id) || (category !== '' && category !== PHOTO_GALLERY)) return null;
  return {
    title: readLabel(fields.title) || 'Untitled album',
    description: readText(fields.description),
    date: readDate(fields.date, zone),
    photos: readReferences(fields.attachments).map(photoPath),
  };
}
