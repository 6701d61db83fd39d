/** What in a content folder has no effect as it stands, and is no error: the service answers the items as they are. */
import { COLLECTION_NAMES, COLLECTIONS, isCollection } from '../../src/collections/index.ts';
import { nearestName } from '../../src/lib/nearestName.ts';
import { readDate } from '../../src/lib/readDate.ts';
import { type FileWarning, unreadableDate } from '../../src/service/fileWarnings.ts';
import { quoted } from '../../src/service/schemas/reading.ts';
import { isContentFile } from './contentFile.ts';

/** The fields of a certificate, which no collection describes. */
const CERTIFICATE_FIELDS = ['admission', 'name', 'image'];
const IDENTITY = ['_id', 'id'];
const DATES = ['date', 'fromDate'];

/** What files and folders at the top of a content folder are named, their endings left out. */
export const GROUPS: readonly string[] = [...COLLECTION_NAMES, 'certificates'];

/** `news/2026/fee-notice.yaml` and `news.yaml` belong to `news`. */
export function groupOf(path: string): string {
  const [top = '', ...below] = path.split('/');
  return below.length > 0 ? top : top.replace(/\.[^.]*$/, '');
}

/** The fields that the site reads of an item in this group of files, beside `_id` and `id`; none for an unknown group. */
export async function fieldsOf(group: string): Promise<readonly string[]> {
  if (isCollection(group)) return Object.keys((await COLLECTIONS[group].schema()).read.fields);
  return group === 'certificates' ? CERTIFICATE_FIELDS : [];
}

/** What other programs hide in a content folder, or keep beside the content: it is no part of it. */
export const isHidden = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'));

/** What is wrong with the place of a file; null when it belongs to a collection. An unknown folder is named once, not each of its files. */
export function checkPlace(path: string): FileWarning | null {
  const group = groupOf(path);
  const [top = '', name] = [path.split('/', 1)[0], path.split('/').at(-1) ?? ''];
  if (name === 'README.md' || isHidden(path)) return null;
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
  if (isHidden(path)) return null;
  const why = 'it is left out, because it is a symbolic link: put the file itself here.';
  return { collection: groupOf(path), item: path, why };
}

/** By what mistakes of one kind are told from others; null: the field is in order. */
function mistakeIn(field: string, value: unknown, known: readonly string[]): string | null {
  if (IDENTITY.includes(field)) return null;
  if (!known.includes(field)) return field;
  const isUnreadableDate = DATES.includes(field) && value !== null && value !== '' && readDate(value, 'UTC') === null;
  return isUnreadableDate ? `${field} ${JSON.stringify(value)}` : null;
}

function inWords(field: string, value: unknown, known: readonly string[]): string {
  if (known.includes(field)) return `${unreadableDate(`the ${field}`, quoted(value))}. Write it as 2026-11-21.`;
  const suggestion =
    nearestName(field, known) ?? (DATES.includes(field) ? known.find((name) => DATES.includes(name)) : undefined);
  const what = `the field ${quoted(field)} is unknown and has no effect.`;
  return `${what} ${suggestion ? `Is "${suggestion}" meant?` : `Known: ${known.join(', ')}.`}`;
}

/** Characters of a title by which an item is told from others. */
const LONGEST_TITLE = 60;

function titleOf(item: object): string {
  return 'title' in item && typeof item.title === 'string' ? ` ("${item.title.slice(0, LONGEST_TITLE)}")` : '';
}

/** Kinds of mistakes of one file that are told: another program may add fields without end. */
const MOST_TOLD = 20;

/**
 * What of a file's items has no effect: fields that are none of `known`, and dates that cannot be read. One mistake that
 * many items have, such as a field that another program adds to each, is named once; of many the first are.
 */
export function checkItems(path: string, items: readonly unknown[], known: readonly string[]): FileWarning[] {
  const told = new Map<string, { readonly item: string; readonly why: string; items: number }>();
  let more = 0;
  for (const item of items) {
    if (typeof item !== 'object' || item === null) continue;
    for (const [field, value] of Object.entries(item)) {
      const mistake = mistakeIn(field, value, known);
      if (mistake === null) continue;
      const same = told.get(mistake);
      if (same) same.items += 1;
      else if (told.size === MOST_TOLD) more += 1;
      else told.set(mistake, { item: `${path}${titleOf(item)}`, why: inWords(field, value, known), items: 1 });
    }
  }
  const collection = groupOf(path);
  const warnings = Array.from(told.values(), ({ item, why, items: count }) => ({
    collection,
    item,
    why: count === 1 ? why : `${why} ${count} items of the file have this mistake.`,
  }));
  return more === 0 ? warnings : [...warnings, { collection, item: path, why: `and ${more} more mistakes of this kind.` }];
}

/** Certificates that nobody can fetch, of the entries in a file of the register. `hasFile`: whether there is a file of this name. */
export function checkCertificates(path: string, entries: readonly unknown[], hasFile: (name: string) => boolean): FileWarning[] {
  const warnings: FileWarning[] = [];
  for (const entry of entries) {
    const { admission, name, image } = Object(entry) as Record<string, unknown>;
    const mistake =
      (typeof image !== 'string' && 'it names no image') ||
      (!hasFile(String(image)) && `its image ${quoted(image)} is not in certificates/`) ||
      (!name && 'it names no holder');
    if (!mistake) continue;
    const why = `the certificate ${quoted(String(admission))} cannot be fetched: ${mistake}.`;
    warnings.push({ collection: groupOf(path), item: path, why });
  }
  if (warnings.length <= MOST_TOLD) return warnings;
  const why = `and ${warnings.length - MOST_TOLD} more certificates cannot be fetched.`;
  return [...warnings.slice(0, MOST_TOLD), { collection: groupOf(path), item: path, why }];
}

/** What a warning of all content is about. */
export const WHOLE_FOLDER = 'the content folder';

/** Whether a file belongs to no collection and its name is similar to none. */
function isLikeNone({ collection, item }: FileWarning): boolean {
  return !GROUPS.includes(collection) && collection !== 'media' && item !== WHOLE_FOLDER;
}

const lineOf = ({ item, why }: FileWarning) => `${item}: ${why}`;

/** Without what is named twice, as each file of an unknown folder names the folder. */
export function distinct(warnings: readonly FileWarning[]): readonly FileWarning[] {
  return [...new Map(warnings.map((warning) => [lineOf(warning), warning])).values()];
}

/** Of each kind: who has made so many mistakes at once has made one. */
const MOST_LINES = 20;

interface Difference {
  readonly came: readonly FileWarning[];
  readonly went: readonly FileWarning[];
  /** For a person at a terminal. */
  readonly lines: readonly string[];
}

/** What has become wrong, and what is mended or gone. */
export function difference(before: readonly FileWarning[], now: readonly FileWarning[]): Difference {
  const [known, left] = [new Set(before.map(lineOf)), new Set(now.map(lineOf))];
  const came = now.filter((warning) => !known.has(lineOf(warning)));
  const went = before.filter((warning) => !left.has(lineOf(warning)));
  const lines = came.slice(0, MOST_LINES).map(lineOf);
  if (came.length > MOST_LINES) lines.push(`... and ${came.length - MOST_LINES} more; see "npm run status".`);
  if (came.some(isLikeNone)) lines.push(`Files and folders of content are named ${GROUPS.join(', ')}.`);
  // A file whose mistake has become another one is not mended.
  const open = new Set(now.map(({ item }) => item));
  const mended = [...new Set(went.map(({ item }) => item))].filter((item) => !open.has(item));
  if (mended.length > 0 && now.length === 0) lines.push('All of the content folder is in order again.');
  else if (mended.length > MOST_LINES) lines.push(`${mended.length} files are in order again or gone.`);
  else lines.push(...mended.map((item) => `${item} is in order again or gone.`));
  return { came, went, lines };
}
