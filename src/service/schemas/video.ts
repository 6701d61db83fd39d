import { address, date, label, readWebLink } from './fields.ts';
import { dateOf, type EntityOf, isGiven, itemReader, nothingToShow, quoted } from './reading.ts';

const videoSchema = {
  title: label('Its title.', 'Annual concert, the choir'),
  date: date('Orders the list, newest first.', '2026-11-20'),
  videoUrl: address('Where it plays: http or https; else the title stands without a link.', 'https://video.example.org/choir'),
};

export const read = itemReader(videoSchema, (raw, context) => {
  const url = readWebLink(raw.videoUrl);
  if (!raw.title && url === null) return nothingToShow('title or address');
  if (url === null && isGiven(raw.videoUrl))
    context.warn(`its videoUrl ${quoted(raw.videoUrl)} is no address of the web, so that it has no link`);
  return { title: raw.title, date: dateOf(raw.date, context), url };
});

export type Video = EntityOf<typeof read>;
