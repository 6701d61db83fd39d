import * as z from 'zod/mini';
import { label, references, text } from './fields.ts';
import { type EntityOf, firstMedia, itemReader, nothingToShow } from './reading.ts';

/** A leader's message as the service gives it. */
const leaderSchema = z.object({
  /** The designation, such as `Principal`. */
  category: label,
  /** The leader's name. */
  name: label,
  /** The message: HTML, of which only the harmless part is kept. */
  message: text,
  /** References of photos; the first is shown. */
  attachments: references,
});

export const read = itemReader(leaderSchema, (raw, context) => {
  const message = context.sanitise(raw.message);
  if (!raw.name && !raw.category && !message && !raw.attachments.length) return nothingToShow('name, message or photo');
  return { name: raw.name, category: raw.category, message, photo: firstMedia(raw.attachments, context) };
});

export type Leader = EntityOf<typeof read>;
