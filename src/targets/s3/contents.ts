/** A bucket compared with what its records say that it holds. */
import { type Deployed, listed, withoutDigests } from '../target.ts';
import type { ListedObject } from './client.ts';
import { pathOf, type Records } from './records.ts';

/** Characters of a tag that are recorded: enough to tell two versions apart. */
const TAG_LENGTH = 12;

/** A tag as it is recorded: without the quotes that some lists leave out. */
export const shortTag = (tag: string) => tag.replace(/^W\/|"/g, '').slice(0, TAG_LENGTH);

/** Paths of which a list of the bucket and its manifest differ, and those of which the manifest knows nothing. */
function differences({ files, tags = {} }: Deployed, objects: readonly ListedObject[]) {
  const found = new Map(objects.flatMap(({ key, tag }) => (key.startsWith('.') ? [] : [[pathOf(key), shortTag(tag)]])));
  const lost = Object.keys(files).filter((path) => !path.startsWith('.') && !found.has(path));
  // By a machine that was overtaken, or whose upload did not end.
  const overwritten = [...found].flatMap(([path, tag]) => (tag && tags[path] && tags[path] !== tag ? [path] : []));
  return { differing: [...lost, ...overwritten], unrecorded: [...found.keys()].filter((path) => !Object.hasOwn(files, path)) };
}

/**
 * What the bucket holds. What is not as the manifest says has an empty digest, so that the next upload, of whatever release,
 * writes or removes it again: what an upload was about to change that did not end, and what a list of the bucket tells
 * (`objects`; null: it was not asked).
 */
export function bucketContents(name: string, { manifest, journal }: Records, objects: readonly ListedObject[] | null): Deployed {
  const known = manifest.value ?? listed(name, []);
  const begun = journal.value && journal.value.at !== manifest.value?.at ? journal.value.paths : [];
  const { differing, unrecorded } = differences(known, objects ?? []);
  const unsure = objects ? [...begun, ...differing, ...unrecorded] : begun;
  return { ...known, files: { ...known.files, ...withoutDigests(unsure) }, unrecorded: objects ? unrecorded : [] };
}
