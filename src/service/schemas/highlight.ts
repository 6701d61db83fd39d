import * as z from 'zod/mini';
import { label, references } from './fields.ts';
import { type EntityOf, firstMedia, itemReader, nothingToShow } from './reading.ts';

/** A highlight of the marquee as the service gives it. */
const highlightSchema = z.object({
  /** Plain text; behind the closure mark, what stands at the top of every page. */
  title: label,
  /** References; the first is linked. */
  attachments: references,
});

export const read = itemReader(highlightSchema, (raw, context) => {
  const closure = raw.title.startsWith(context.closureMark);
  const title = closure ? raw.title.slice(context.closureMark.length).trim() : raw.title;
  if (!title) return nothingToShow('title');
  return { title, closure, attachment: firstMedia(raw.attachments, context) };
});

export type Highlight = EntityOf<typeof read>;
