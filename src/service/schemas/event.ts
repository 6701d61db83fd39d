import { date, label, references, text } from './fields.ts';
import { allMedia, dateOf, type EntityOf, itemReader, nothingToShow, timeOf, unreadable, whyNoAddress } from './reading.ts';

/** An event as the service gives it. Its identity is part of public addresses. */
const eventSchema = {
  title: label('Its title.', 'Annual concert'),
  description: text('What happens.', 'Classes I to XII sing, dance and act.'),
  venue: label('Where it takes place.', 'School hall'),
  date: date('The day it takes place; orders the list, newest first.', '2026-12-19'),
  time: label(
    "Time of day in the service's own words; shown as it is. Without it that of the date, if it has one.",
    '10:30 AM to 1 PM',
  ),
  images: references("Pictures; the first is the card's.", ['concert.jpg']),
  attachments: references('Files or pictures to link.', ['concert-programme.pdf']),
};

export const read = itemReader(eventSchema, (raw, context, id) => {
  const reason = whyNoAddress(id);
  if (reason) return unreadable(reason);
  if (!raw.title && !raw.description.trim() && !raw.images.length && !raw.attachments.length)
    return nothingToShow('title, text, picture or attachment');
  const day = dateOf(raw.date, context);
  return {
    title: raw.title,
    description: raw.description,
    venue: raw.venue,
    date: day,
    time: raw.time || timeOf(day, context),
    images: allMedia(raw.images, context),
    attachments: allMedia(raw.attachments, context),
  };
});

export type SchoolEvent = EntityOf<typeof read>;
