/** Slips in content files that nothing else would name: the service answers the items as they are. */
import type { CollectionName } from '../../src/collections/index.ts';
import { readDate } from '../../src/lib/dates.ts';
import { editDistance } from '../../src/lib/editDistance.ts';

type Name = CollectionName | 'certificates';

/** The fields that the site reads, beside `_id` and `id`. */
const FIELDS: Readonly<Record<Name, readonly string[]>> = {
  news: ['title', 'description', 'fromDate', 'image', 'attachments'],
  events: ['title', 'description', 'venue', 'date', 'time', 'images', 'attachments'],
  gallery: ['title', 'category', 'date', 'description', 'attachments'],
  video: ['title', 'date', 'videoUrl'],
  topper: ['name', 'stream', 'division', 'sessionYear', 'class', 'attachments'],
  principalMessage: ['name', 'category', 'message', 'attachments'],
  highlight: ['title', 'attachments'],
  notification: ['title', 'desc', 'image', 'attachments'],
  academicCalender: ['title', 'date', 'attachments'],
  onlineRegistration: ['title', 'url', 'attachments'],
  certificates: ['admission', 'name', 'image'],
};
const DATES = ['date', 'fromDate'];
const NAMES = Object.keys(FIELDS);

const isName = (name: string): name is Name => name in FIELDS;

/** The known name that a text was probably meant to be; undefined when it is known or like none. */
function meantBy(text: string, known: readonly string[]): string | undefined {
  if (known.includes(text)) return undefined;
  const slips = (name: string) => (name.length < 5 ? 1 : 2);
  return known.find((name) => editDistance(text.toLowerCase(), name.toLowerCase()) <= slips(name));
}

/** What is wrong with the place of a content file, in one line; null when it belongs to a collection. */
export function checkFileName(path: string): string | null {
  const top = path.split('/', 1)[0] ?? '';
  const group = top.replace(/\.[^.]*$/, '');
  if (isName(group) || /^(?:README\.md|\..*)$/.test(top)) return null;
  const meant = meantBy(group, NAMES);
  return `${path} belongs to no collection and is left out.${meant ? ` Is "${meant}" meant?` : ''} Collections: ${NAMES.join(', ')}.`;
}

/** What of an item has no effect: misspelt fields and dates that cannot be read, one line each. */
export function checkItem(path: string, name: string, item: unknown): string[] {
  if (!isName(name) || typeof item !== 'object' || item === null) return [];
  const known = FIELDS[name];
  const title = 'title' in item && typeof item.title === 'string' ? ` ("${item.title.slice(0, 60)}")` : '';
  return Object.entries(item).flatMap(([field, value]) => {
    if (DATES.includes(field) && known.includes(field) && value !== null && value !== '' && readDate(value, 'UTC') === null)
      return [`${path}${title}: the ${field} ${JSON.stringify(value)} cannot be read. Write it as 2026-11-21.`];
    const meant = field === '_id' || field === 'id' ? undefined : meantBy(field, known);
    return meant ? [`${path}${title}: the field "${field}" is unknown. Is "${meant}" meant?`] : [];
  });
}
