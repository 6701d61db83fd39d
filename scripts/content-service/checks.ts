/** Mistakes in a content folder that are no errors, as the service answers the items as they are. */
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../src/collections/index.ts';
import { nearestName } from '../../src/lib/nearestName.ts';
import { readDate } from '../../src/lib/readDate.ts';
import type { FileWarning } from '../../src/service/fileWarnings.ts';
import { unreadableDate } from '../../src/service/fileWarnings.ts';
import { isContentFile } from './contentFile.ts';

/** The fields of a certificate, which no collection describes. */
const CERTIFICATE_FIELDS = ['admission', 'name', 'image'];
const IDENTITY = ['_id', 'id'];
const DATES = ['date', 'fromDate'];

/** What files and folders at the top of a content folder are named, their endings left out. */
export const GROUPS: readonly string[] = [...COLLECTION_NAMES, 'certificates'];

const isCollection = (name: string): name is CollectionName => COLLECTION_NAMES.some((known) => known === name);

/** `news/2026/fee-notice.yaml` and `news.yaml` belong to `news`. */
export function groupOf(path: string): string {
  return path.split('/', 1)[0]?.replace(/\.[^.]*$/, '') ?? '';
}

/** The fields that the site reads of an item in this group of files, beside `_id` and `id`; none for an unknown group. */
export async function fieldsOf(group: string): Promise<readonly string[]> {
  if (isCollection(group)) return Object.keys((await COLLECTIONS[group].schema()).read.fields);
  return group === 'certificates' ? CERTIFICATE_FIELDS : [];
}

/** Whether a file belongs to no collection and its name is similar to none. */
export function isLikeNone({ collection }: FileWarning): boolean {
  return !GROUPS.includes(collection) && collection !== 'media';
}

/** What is wrong with the place of a file; null when it belongs to a collection. An unknown folder is named once, not each of its files. */
export function checkPlace(path: string): FileWarning | null {
  const group = groupOf(path);
  const [top = '', name] = [path.split('/', 1)[0], path.split('/').at(-1) ?? ''];
  if (/^(?:README\.md|\..*)$/.test(name) || top.startsWith('.')) return null;
  if (GROUPS.includes(group)) {
    if (isContentFile(name)) return null;
    return {
      collection: group,
      item: path,
      why: 'it is left out: content is written in .yaml, .yml or .json, pictures lie in media/.',
    };
  }
  const suggestion = nearestName(group, GROUPS);
  const isFolder = top !== path;
  const what = isFolder
    ? 'this folder is unknown, so what lies in it is left out.'
    : 'this file belongs to no collection and is left out.';
  return {
    collection: suggestion ?? group,
    item: isFolder ? `${top}/` : top,
    why: suggestion ? `${what} Is "${suggestion}" meant?` : what,
  };
}

/** A symbolic link, as a picture's file may be put here by another program; null: programs made it for themselves. */
export function checkLink(path: string): FileWarning | null {
  if (path.split('/').some((name) => name.startsWith('.'))) return null;
  const why = 'it is left out, because it is a symbolic link: put the file itself here.';
  return { collection: groupOf(path), item: path, why };
}

function fieldWarning(field: string, value: unknown, known: readonly string[]): string | null {
  if (IDENTITY.includes(field)) return null;
  if (known.includes(field)) {
    const isUnreadable = DATES.includes(field) && value !== null && value !== '' && readDate(value, 'UTC') === null;
    return isUnreadable ? `${unreadableDate(`the ${field}`, JSON.stringify(value))}. Write it as 2026-11-21.` : null;
  }
  const suggestion =
    nearestName(field, known) ?? (DATES.includes(field) ? known.find((name) => DATES.includes(name)) : undefined);
  return `the field "${field}" is unknown and has no effect. ${suggestion ? `Is "${suggestion}" meant?` : `Known: ${known.join(', ')}.`}`;
}

/** Characters of a title by which an item is told from others. */
const LONGEST_TITLE = 60;

function titleOf(item: object): string {
  return 'title' in item && typeof item.title === 'string' ? ` ("${item.title.slice(0, LONGEST_TITLE)}")` : '';
}

/**
 * What of a file's items has no effect: fields that are none of `known`, and dates that cannot be read. One mistake that
 * many items have, such as a field that another program adds to each, is named once.
 */
export function checkItems(path: string, items: readonly unknown[], known: readonly string[]): FileWarning[] {
  const found = new Map<string, { readonly title: string; items: number }>();
  for (const item of items) {
    if (typeof item !== 'object' || item === null) continue;
    for (const [field, value] of Object.entries(item)) {
      const why = fieldWarning(field, value, known);
      if (why === null) continue;
      const same = found.get(why);
      if (same) same.items += 1;
      else found.set(why, { title: titleOf(item), items: 1 });
    }
  }
  return Array.from(found, ([why, { title, items: count }]) => ({
    collection: groupOf(path),
    item: `${path}${title}`,
    why: count === 1 ? why : `${why} ${count} items of the file have this mistake.`,
  }));
}
