/** A bucket compared with what its records say that it holds. */
import { type Deployed, listed, withoutDigests } from '../target.ts';
import type { ListedObject } from './client.ts';
import { keyOf, pathOf, type Records } from './records.ts';

/** Characters of a tag that are recorded: enough to tell two versions apart. */
const TAG_LENGTH = 12;

/** A tag as it is recorded: without what lists and answers write differently. */
export const shortTag = (tag: string) =>
  tag
    .replace(/^W\/|"/g, '')
    .toLowerCase()
    .slice(0, TAG_LENGTH);

/** Whether only this site writes such a file: a page, or a file of a picture or document. */
const isOfSite = (path: string) => path.endsWith('.html') || /^(?:media|files)\/[0-9a-f]{12}\//.test(path);

/** Whether an object can be the site's: not a record, nor a page under another name than the site's. */
const isFile = (key: string) => !key.startsWith('.') && keyOf(pathOf(key)) === key;

/** Paths of which a list of the bucket and its manifest differ, and those of which the manifest knows nothing. */
function differences({ files, tags = {} }: Deployed, objects: readonly ListedObject[]) {
  const found = new Map(objects.flatMap(({ key, tag }) => (isFile(key) ? [[pathOf(key), shortTag(tag)]] : [])));
  const lost = Object.keys(files).filter((path) => !path.startsWith('.') && !found.has(path));
  const tagged = [...found].filter(([path, tag]) => tag && tags[path]);
  // By a machine that was overtaken, or whose upload did not end. Where all differ, the storage's lists name other tags.
  const overwritten = tagged.filter(([path, tag]) => tags[path] !== tag).map(([path]) => path);
  return {
    differing: overwritten.length < tagged.length ? [...lost, ...overwritten] : lost,
    unrecorded: [...found.keys()].filter((path) => !Object.hasOwn(files, path)),
  };
}

/**
 * What the bucket holds. What is not as the manifest says has an empty digest, so that the next upload, of whatever release,
 * writes or removes it again: what an upload was about to change that did not end, and what a list of the bucket tells
 * (`objects`; null: it was not asked).
 */
export function bucketContents(name: string, { manifest, journal }: Records, objects: readonly ListedObject[] | null): Deployed {
  const known = manifest.value ?? listed(name, []);
  const begun = journal.value && journal.value.at !== manifest.value?.at ? journal.value.paths : [];
  const { differing, unrecorded: all } = differences(known, objects ?? []);
  // Beside a manifest anything else is somebody's own. What a journal names is the site's.
  const unrecorded = all.filter((path) => !begun.includes(path) && (!manifest.value || isOfSite(path)));
  const unsure = objects ? [...begun, ...differing, ...unrecorded] : begun;
  return { ...known, files: { ...known.files, ...withoutDigests(unsure) }, unrecorded: objects ? unrecorded : [] };
}
