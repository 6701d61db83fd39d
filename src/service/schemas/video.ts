import * as z from 'zod/mini';
import { date, given, label, readWebLink } from './fields.ts';
import { dateOf, type EntityOf, isGiven, itemReader, nothingToShow, quoted } from './reading.ts';

/** A video as the service gives it. */
const videoSchema = z.object({
  /** Plain text. */
  title: label,
  /** Orders the list, newest first. */
  date,
  /** Where it plays; http or https, otherwise the title stays without a link, which is warned of. */
  videoUrl: given,
});

export const read = itemReader(videoSchema, (raw, context) => {
  const url = readWebLink(raw.videoUrl);
  if (!raw.title && url === null) return nothingToShow('title or address');
  if (url === null && isGiven(raw.videoUrl))
    context.warn(`its videoUrl ${quoted(raw.videoUrl)} is no address of the web, so that it has no link`);
  return { title: raw.title, date: dateOf(raw.date, context), url };
});

export type Video = EntityOf<typeof read>;
