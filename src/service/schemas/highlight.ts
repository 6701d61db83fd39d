import * as z from 'zod/mini';
import type { Highlight } from '../../types/entities.ts';
import { label, references } from './fields.ts';
import { firstMedia, type ItemReader, nothingToShow } from './reading.ts';

/** A highlight of the marquee as the service gives it. */
const highlightSchema = z.object({
  /** Plain text. */
  title: label,
  /** References; the first is linked. */
  attachments: references,
});

export const readHighlight: ItemReader<Highlight> = (item, id, context) => {
  const raw = highlightSchema.parse(item);
  if (!raw.title) return nothingToShow('title');
  return { kind: 'entity', entity: { id, title: raw.title, attachment: firstMedia(raw.attachments, context) } };
};
