import { date, label, references, text } from './fields.ts';
import { allMedia, dateOf, type EntityOf, itemReader, nothingToShow, unreadable, whyNoAddress } from './reading.ts';

/** A news item as the service gives it. Its identity is part of public addresses. */
const newsSchema = {
  title: label('Headline.', 'Our team wins the district quiz'),
  description: text('The text.', 'Three pupils of class IX answered 38 of 40 questions.'),
  fromDate: date('The day it is about; orders the list, newest first.', '2026-11-21'),
  image: references("Pictures; the first is the card's.", 'quiz.jpg'),
  attachments: references('Files or pictures to link.', ['quiz-rules.pdf']),
};

export const read = itemReader(newsSchema, (raw, context, id) => {
  const reason = whyNoAddress(id);
  if (reason) return unreadable(reason);
  if (!raw.title && !raw.description.trim() && !raw.image.length && !raw.attachments.length)
    return nothingToShow('title, text, picture or attachment');
  return {
    title: raw.title,
    description: raw.description,
    date: dateOf(raw.fromDate, context),
    images: allMedia(raw.image, context),
    attachments: allMedia(raw.attachments, context),
  };
});

export type NewsItem = EntityOf<typeof read>;
