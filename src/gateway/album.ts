import { albumFields, PHOTO_GALLERY, photoSegment } from '../lib/albumAnswer.ts';
import { readLabel, readReferences } from '../service/schemas/fields.ts';
import { ALBUM_LIFETIME, type Passes } from './passes.ts';
import { decoded } from './reference.ts';

/** What the page of an album reads, beside its photos: texts and numbers. */
const SHOWN = ['_id', 'id', 'title', 'category', 'date', 'description'] as const;

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** The service's answer about one album with nothing in it but what its page shows; null when the site shows no such album. */
export function publicAlbum(answer: unknown, passes: Passes): Readonly<Record<string, unknown>> | null {
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
