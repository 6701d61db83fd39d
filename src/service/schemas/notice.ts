import * as z from 'zod/mini';
import { label, references, text } from './fields.ts';
import { type EntityOf, firstMedia, itemReader, nothingToShow } from './reading.ts';

/** A popup notification as the service gives it. */
const noticeSchema = z.object({
  /** Plain text. */
  title: label,
  /** References of pictures; the first is shown. */
  image: references,
  /** Plain text with line breaks. */
  desc: text,
  /** References; the first is linked. */
  attachments: references,
});

export const read = itemReader(noticeSchema, (raw, context) => {
  if (!raw.title && !raw.desc.trim() && !raw.image.length && !raw.attachments.length)
    return nothingToShow('title, text, picture or attachment');
  return {
    title: raw.title,
    description: raw.desc,
    image: firstMedia(raw.image, context),
    attachment: firstMedia(raw.attachments, context),
  };
});

export type Notice = EntityOf<typeof read>;
