import * as z from 'zod/mini';
import { label, references } from './fields.ts';
import { type EntityOf, firstMedia, itemReader, nothingToShow } from './reading.ts';

/** A highlight of the marquee as the service gives it. */
const highlightSchema = z.object({
  /** Plain text. */
  title: label,
  /** References; the first is linked. */
  attachments: references,
});

export const read = itemReader(highlightSchema, (raw, context) => {
  if (!raw.title) return nothingToShow('title');
  return { title: raw.title, attachment: firstMedia(raw.attachments, context) };
});

export type Highlight = EntityOf<typeof read>;
