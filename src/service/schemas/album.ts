import { PHOTO_GALLERY } from '../../lib/albumAnswer.ts';
import { nearestName } from '../../lib/nearestName.ts';
import { date, label, references, text } from './fields.ts';
import {
  allMedia,
  dateOf,
  type EntityOf,
  HIDDEN,
  itemReader,
  nothingToShow,
  quoted,
  unreadable,
  whyNoAddress,
} from './reading.ts';

/** A gallery album as the service gives it. Its identity is part of public addresses. */
const albumSchema = {
  title: label('Its title.', 'Sports day 2026'),
  category: label('`PhotoGallery`; albums of other categories are not shown.', 'PhotoGallery'),
  date: date("The event's day; orders the list, newest first.", '2026-11-14'),
  attachments: references('Its photos; the first is the cover.', ['sports-day-1.jpg', 'sports-day-2.jpg']),
  description: text('What the photos show.', 'The four houses met on the lower field.'),
};

export const read = itemReader(albumSchema, (raw, context, id) => {
  if (!raw.category) return unreadable(`it has no category; the gallery shows those of ${PHOTO_GALLERY}`);
  if (raw.category !== PHOTO_GALLERY) {
    const isMeant = nearestName(raw.category, [PHOTO_GALLERY]) !== undefined;
    return isMeant ? unreadable(`its category is ${quoted(raw.category)}, not ${PHOTO_GALLERY}`) : HIDDEN;
  }
  const reason = whyNoAddress(id);
  if (reason) return unreadable(reason);
  if (!raw.title && !raw.description.trim() && !raw.attachments.length) return nothingToShow('title, text or photo');
  return {
    title: raw.title,
    description: raw.description,
    date: dateOf(raw.date, context),
    photos: allMedia(raw.attachments, context),
  };
});

export type Album = EntityOf<typeof read>;
