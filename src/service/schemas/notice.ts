import * as z from 'zod/mini';
import type { Notice } from '../../types/entities.ts';
import { label, references, text } from './fields.ts';
import { firstMedia, type ItemReader, nothingToShow } from './reading.ts';

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

export const readNotice: ItemReader<Notice> = (item, id, context) => {
  const raw = noticeSchema.parse(item);
  if (!raw.title && !raw.desc.trim() && !raw.image.length && !raw.attachments.length)
    return nothingToShow('title, text, picture or attachment');
  const entity: Notice = {
    id,
    title: raw.title,
    description: raw.desc,
    image: firstMedia(raw.image, context),
    attachment: firstMedia(raw.attachments, context),
  };
  return { kind: 'entity', entity };
};
