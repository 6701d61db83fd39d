import * as z from 'zod/mini';
import { date, label, webLink } from './fields.ts';
import { dateOf, type EntityOf, itemReader, nothingToShow } from './reading.ts';

/** A video as the service gives it. */
const videoSchema = z.object({
  /** Plain text. */
  title: label,
  /** Orders the list, newest first. */
  date,
  /** Where it plays; http or https, otherwise the title stays without a link. */
  videoUrl: webLink,
});

export const read = itemReader(videoSchema, (raw, context) => {
  if (!raw.title && raw.videoUrl === null) return nothingToShow('title or address');
  return { title: raw.title, date: dateOf(raw.date, context), url: raw.videoUrl };
});

export type Video = EntityOf<typeof read>;
