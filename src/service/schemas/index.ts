/** Reads the items of every collection. */
import { digestOfJson } from '../../lib/digest.ts';
import type { CollectionName, Collections } from '../../types/entities.ts';
import { readAlbum } from './album.ts';
import { readCalendarEntry } from './calendarEntry.ts';
import { readEvent } from './event.ts';
import { readIdentity } from './fields.ts';
import { readHighlight } from './highlight.ts';
import { readLeader } from './leader.ts';
import { readNews } from './news.ts';
import { readNotice } from './notice.ts';
import type { ItemReader, Reading, ReadingContext } from './reading.ts';
import { readRegistrationLink } from './registrationLink.ts';
import { readTopper } from './topper.ts';
import { readVideo } from './video.ts';

const READERS: { readonly [Name in CollectionName]: ItemReader<Collections[Name]> } = {
  news: readNews,
  topper: readTopper,
  principalMessage: readLeader,
  highlight: readHighlight,
  events: readEvent,
  gallery: readAlbum,
  video: readVideo,
  notification: readNotice,
  academicCalender: readCalendarEntry,
  onlineRegistration: readRegistrationLink,
};

export interface ItemRead<Entity> {
  /** The identity the service gave; null when there is none and a digest stands for it. */
  readonly named: string | null;
  readonly reading: Reading<Entity>;
}

/** Reads one item of a collection, whatever it is: a JSON value. */
export function readItem<Name extends CollectionName>(
  name: Name,
  item: unknown,
  context: ReadingContext,
): ItemRead<Collections[Name]> {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return { named: null, reading: { kind: 'unreadable', why: 'it is not an object' } };
  const named = readIdentity(item as Record<string, unknown>);
  return { named, reading: READERS[name](item, named ?? digestOfJson(item), context) };
}
