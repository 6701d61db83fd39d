import * as z from 'zod/mini';
import { date, label, references, text } from './fields.ts';
import { allMedia, dateOf, type EntityOf, firstMedia, itemReader, nothingToShow, unreadable, whyNoAddress } from './reading.ts';

/** A news item as the service gives it. Its identity is part of public addresses. */
const newsSchema = z.object({
  /** Headline; plain text. */
  title: label,
  /** Body; plain text with line breaks. */
  description: text,
  /** The day it is about; orders the list, newest first. */
  fromDate: date,
  /** Its picture: one reference. */
  image: references,
  /** References of files or pictures to link. */
  attachments: references,
});

export const read = itemReader(newsSchema, (raw, context, id) => {
  const reason = whyNoAddress(id);
  if (reason) return unreadable(reason);
  if (!raw.title && !raw.description.trim() && !raw.image.length && !raw.attachments.length)
    return nothingToShow('title, text, picture or attachment');
  return {
    title: raw.title,
    description: raw.description,
    date: dateOf(raw.fromDate, context),
    image: firstMedia(raw.image, context),
    attachments: allMedia(raw.attachments, context),
  };
});

export type NewsItem = EntityOf<typeof read>;
