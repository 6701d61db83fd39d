import { shorten } from '../../../lib/text.ts';
import type { NewsItem, Notice, SchoolEvent } from '../../../types/entities.ts';

/** Characters of a description that a slide has room for. */
const ROOM = 70;
/** Characters of text that the popup's notices may take together; those beyond stand on their own page. */
const NOTICES_ROOM = 1300;

/** A news item as a slide of the home page: the beginning of its description, no attachments; the list has the whole. */
export function newsSlide(item: NewsItem): NewsItem {
  return { ...item, description: shorten(item.description, ROOM), attachments: [] };
}

/** An event as a slide of the home page: what, when and where; the list has the whole. */
export function eventSlide(item: SchoolEvent): SchoolEvent {
  return { ...item, description: '', attachments: [] };
}

/** As many notices from the front as the home page has room for, at least one. */
export function noticesWithRoom(notices: readonly Notice[]): Notice[] {
  let taken = 0;
  return notices.filter(({ title, description }, index) => {
    taken += title.length + description.length;
    return index === 0 || taken <= NOTICES_ROOM;
  });
}
