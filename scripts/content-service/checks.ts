/** Mistakes in content files that are no errors, as the service answers the items as they are. */
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../src/collections/index.ts';
import { readDate } from '../../src/lib/dates.ts';
import { editDistance } from '../../src/lib/editDistance.ts';

/** The fields of a certificate, which no collection describes. */
const CERTIFICATE_FIELDS = ['admission', 'name', 'image'];
const NAMES = [...COLLECTION_NAMES, 'certificates'];
const DATES = ['date', 'fromDate'];

const isCollection = (name: string): name is CollectionName => COLLECTION_NAMES.some((known) => known === name);

/** The fields that the site reads of an item in this group of files, beside `_id` and `id`; none for an unknown group. */
export async function fieldsOf(group: string): Promise<readonly string[]> {
  if (isCollection(group)) return (await COLLECTIONS[group].schema()).read.fieldNames;
  return group === 'certificates' ? CERTIFICATE_FIELDS : [];
}

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
  if (NAMES.includes(group) || /^(?:README\.md|\..*)$/.test(top)) return null;
  const meant = meantBy(group, NAMES);
  return `${path} belongs to no collection and is left out.${meant ? ` Is "${meant}" meant?` : ''} Collections: ${NAMES.join(', ')}.`;
}

/** What of an item has no effect: fields that resemble one of `known`, and dates that cannot be read, one line each. */
export function checkItem(path: string, item: unknown, known: readonly string[]): string[] {
  if (typeof item !== 'object' || item === null) return [];
  const title = 'title' in item && typeof item.title === 'string' ? ` ("${item.title.slice(0, 60)}")` : '';
  return Object.entries(item).flatMap(([field, value]) => {
    if (DATES.includes(field) && known.includes(field) && value !== null && value !== '' && readDate(value, 'UTC') === null)
      return [`${path}${title}: the ${field} ${JSON.stringify(value)} cannot be read. Write it as 2026-11-21.`];
    const meant = field === '_id' || field === 'id' ? undefined : meantBy(field, known);
    return meant ? [`${path}${title}: the field "${field}" is unknown. Is "${meant}" meant?`] : [];
  });
}
