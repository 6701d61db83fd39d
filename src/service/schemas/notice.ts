import { label, references, text } from './fields.ts';
import { type EntityOf, firstMedia, itemReader, nothingToShow } from './reading.ts';

const noticeSchema = {
  title: label('Its title.', 'Parent-teacher meeting'),
  image: references('Pictures; the first is shown.', ['meeting.jpg']),
  desc: text('The text.', 'Saturday, 28 November, from 9 AM.'),
  attachments: references('The first is linked.', ['meeting-slots.pdf']),
};

export const read = itemReader(noticeSchema, (raw, context) => {
  if (!raw.title && !raw.desc.trim() && !raw.image.length && !raw.attachments.length)
    return nothingToShow('title, text, picture or attachment');
  return {
    title: raw.title,
    description: raw.desc,
    image: firstMedia(raw.image, context),
    attachment: firstMedia(raw.attachments, context),
  };
});

export type Notice = EntityOf<typeof read>;
