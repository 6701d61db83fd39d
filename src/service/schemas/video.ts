import * as z from 'zod/mini';
import { readDate } from '../../lib/dates.ts';
import type { Video } from '../../types/entities.ts';
import { date, label, webLink } from './fields.ts';
import { type ItemReader, nothingToShow } from './reading.ts';

/** A video as the service gives it. */
const videoSchema = z.object({
  /** Plain text. */
  title: label,
  /** Orders the list, newest first. */
  date,
  /** Where it plays; http or https, otherwise the title stays without a link. */
  videoUrl: webLink,
});

export const readVideo: ItemReader<Video> = (item, id, context) => {
  const raw = videoSchema.parse(item);
  if (!raw.title && raw.videoUrl === null) return nothingToShow('title or address');
  return { kind: 'entity', entity: { id, title: raw.title, date: readDate(raw.date, context.zone), url: raw.videoUrl } };
};
