/** What the data files of the search have of each item, made once when it is stored. */
import type { CollectionName, Collections, Entity } from '../collections/index.ts';
import { writtenDay } from '../lib/dates.ts';
import { identityToPath } from '../lib/paths.ts';
import { indexWords } from '../lib/searchWords.ts';
import { paragraphsOf } from '../lib/text.ts';
import { filterPlaces } from '../lib/wordFilter.ts';
import type { Media } from '../types/media.ts';
import type { SearchRow } from '../types/search.ts';

/** The files among media, with their names. */
const filesOf = (media: readonly (Media | null)[]) =>
  media.flatMap((one) => (one?.kind === 'file' ? [[one.href, one.name] as const] : []));

/** A row without what is empty at its end. */
function rowOf(path: string | 0, title: string, text: string, day?: string, files: SearchRow[4] = []): SearchRow {
  if (files.length > 0) return [path, title, text, day ?? '', files];
  if (day) return [path, title, text, day];
  return text ? [path, title, text] : [path, title];
}

const lines = (...texts: readonly string[]) => texts.filter(Boolean).join('\n');

const ROWS: { readonly [Name in CollectionName]?: (entity: Collections[Name]) => SearchRow } = {
  news: ({ id, title, description, date, attachments }) =>
    rowOf(identityToPath(id), title || 'News', description, date?.day, filesOf(attachments)),
  events: ({ id, title, venue, description, date, attachments }) =>
    rowOf(identityToPath(id), title || 'Event', lines(venue, description), date?.day, filesOf(attachments)),
  gallery: ({ id, title, description, date }) => rowOf(identityToPath(id), title || 'Untitled album', description, date?.day),
  video: ({ title, url, date }) => rowOf(url ?? '/VideoGallery', title || 'Video', '', date?.day),
  academicCalender: ({ title, date, attachments }) => rowOf('', title || 'Calendar', '', date?.day, filesOf(attachments)),
  topper: ({ name, stream, division, session }) =>
    rowOf(0, name || 'Topper', [stream, division, session].filter(Boolean).join(', ')),
  notification: ({ title, description, attachment }) => rowOf('', title || 'Notice', description, '', filesOf([attachment])),
  highlight: ({ title, attachment }) =>
    rowOf(attachment?.kind === 'file' ? attachment.href : '/Highlights', title, '', '', filesOf([attachment])),
  onlineRegistration: ({ title, url, attachments }) =>
    rowOf(url ?? '/Registrations', title || 'Registration', '', '', filesOf(attachments)),
  principalMessage: ({ name, category, message }) =>
    rowOf('', name || category || 'Message', lines(category, ...paragraphsOf(message))),
};

/** The places of a text's index words in a filter. */
export const placesOf = (text: string): string => filterPlaces(indexWords(text));

/** An item's row as JSON, and the places of its words in the filter of whatever file holds it; null: the search has none of its collection. */
export function searchRow(collection: CollectionName, entity: Entity): { readonly row: string; readonly places: string } | null {
  const rowOfItem = ROWS[collection] as ((entity: Entity) => SearchRow) | undefined;
  if (!rowOfItem) return null;
  const row = rowOfItem(entity);
  const [, title, text = '', day = '', files = []] = row;
  const words = lines(title, text, day && writtenDay(day), ...files.map(([, name]) => name));
  return { row: JSON.stringify(row), places: placesOf(words) };
}
