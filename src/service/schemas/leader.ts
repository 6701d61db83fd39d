import { html, label, references } from './fields.ts';
import { type EntityOf, firstMedia, itemReader, nothingToShow, warnOfLinks } from './reading.ts';

const leaderSchema = {
  category: label('The designation.', 'Principal'),
  name: label("The leader's name.", 'Dr. Meera Rao'),
  message: html('The message, of which only harmless HTML is kept.', '<p>Dear parents,</p><p>welcome to a new session.</p>'),
  attachments: references('Photos; the first is shown.', ['principal.jpg']),
};

export const read = itemReader(leaderSchema, (raw, context) => {
  const message = context.sanitise(raw.message);
  if (!raw.name && !raw.category && !message && !raw.attachments.length) return nothingToShow('name, message or photo');
  warnOfLinks(raw.message, context);
  return { name: raw.name, category: raw.category, message, photo: firstMedia(raw.attachments, context) };
});

export type Leader = EntityOf<typeof read>;
