import * as z from 'zod/mini';
import { PHOTO_GALLERY } from '../../lib/albumAnswer.ts';
import { date, label, references, text } from './fields.ts';
import { allMedia, dateOf, type EntityOf, HIDDEN, itemReader, nothingToShow, unreadable, whyNoAddress } from './reading.ts';

/** A gallery album as the service gives it. Its identity is part of public addresses. */
const albumSchema = z.object({
  /** Plain text. */
  title: label,
  /** `PhotoGallery`; albums of other categories are not shown. */
  category: label,
  /** The event's day; orders the list, newest first. */
  date,
  /** References of the photos; the first is the cover. */
  attachments: references,
  /** Plain text with line breaks. */
  description: text,
});

export const read = itemReader(albumSchema, (raw, context, id) => {
  if (raw.category !== PHOTO_GALLERY) return HIDDEN;
  const reason = whyNoAddress(id);
  if (reason) return unreadable(reason);
  if (!raw.title && !raw.description.trim() && !raw.attachments.length) return nothingToShow('title, text or photo');
  return {
    title: raw.title,
    description: raw.description,
    date: dateOf(raw.date, context),
    photos: allMedia(raw.attachments, context),
  };
});

export type Album = EntityOf<typeof read>;
