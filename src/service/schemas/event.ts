import * as z from 'zod/mini';
import { date, label, references, text } from './fields.ts';
import { allMedia, dateOf, type EntityOf, itemReader, nothingToShow, unreadable, whyNoAddress } from './reading.ts';

/** An event as the service gives it. Its identity is part of public addresses. */
const eventSchema = z.object({
  /** Plain text. */
  title: label,
  /** Plain text with line breaks. */
  description: text,
  /** Where it takes place; plain text. */
  venue: label,
  /** The day it takes place; orders the list, newest first. */
  date,
  /** Time of day in the service's own words, such as `10:30 AM`; shown as it is. */
  time: label,
  /** References of pictures; the first is the card's. */
  images: references,
  /** References of files or pictures to link. */
  attachments: references,
});

export const read = itemReader(eventSchema, (raw, context, id) => {
  const reason = whyNoAddress(id);
  if (reason) return unreadable(reason);
  if (!raw.title && !raw.description.trim() && !raw.images.length && !raw.attachments.length)
    return nothingToShow('title, text, picture or attachment');
  return {
    title: raw.title,
    description: raw.description,
    venue: raw.venue,
    date: dateOf(raw.date, context),
    time: raw.time,
    images: allMedia(raw.images, context),
    attachments: allMedia(raw.attachments, context),
  };
});

export type SchoolEvent = EntityOf<typeof read>;
