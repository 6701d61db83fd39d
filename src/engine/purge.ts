/** Removing files from every release, as if they had never been published; others may stand in their place. */
import type { WriteLock } from '../database/siteDatabase.ts';
import { type Digest, digestOf } from '../lib/digest.ts';
import type { FileFacts } from '../lib/files.ts';
import type { Dist } from '../targets/dist.ts';
import type { Store } from './fileStore.ts';
import type { FileRow, Releases } from './releases.ts';

/** What may name other files. */
const TEXT = /\.(?:html|json|xml|txt|ics)$/;

/** What stays of purged files in releases that show them: what stands at a path instead; null: nothing. */
export interface PurgeTraces {
  replacement(path: string): Uint8Array | null;
  /** A page or other text without the links to the purged files; null: it has none. */
  unlinked(path: string, bytes: Uint8Array): Uint8Array | null;
  /** Whether the newest release was made since the withdrawal, so that no page of it names the files. */
  readonly isJustMade: boolean;
}

/**
 * Removes all files with the same bytes as those of the groups, under whatever path, from the live release, the kept ones,
 * the store and `dist/`, and the links to them from what kept releases alone show. What the newest release has instead is made
 * anew by the next rebuild. Gives the paths that were removed from the live release or replaced in it, the number of files
 * removed from store and `dist/`, the digests of what was removed, and whether the newest release has something instead.
 */
export async function purge(
  releases: Releases,
  store: Store,
  dist: Dist,
  lock: WriteLock,
  groups: readonly string[],
  { replacement, unlinked, isJustMade }: PurgeTraces,
) {
  releases.setFact('purged', JSON.stringify([...new Set([...releases.purgedGroups(), ...groups])]));
  // What an earlier purge has put there stays.
  const isReplacement = (path: string, digest: Digest) => {
    const bytes = replacement(path);
    return bytes !== null && digestOf(bytes) === digest;
  };
  const versions = groups.flatMap((group) => releases.versionsBelow(group.slice(1)));
  const digests = new Set(versions.flatMap(({ path, digest }) => (isReplacement(path, digest) ? [] : [digest])));
  const { release: before, held } = releases.live();
  if (digests.size === 0 || before === null) return { paths: [], files: 0, digests: [], isNewestChanged: false };
  const install: FileRow[] = [];
  const remove: string[] = [];
  const replaced: string[] = [];
  const replace = (path: string, digest: Digest, put: FileFacts | null) => {
    const isLive = releases.liveFile(path)?.digest === digest;
    if (isLive && put) install.push({ path, ...put });
    else if (isLive) remove.push(path);
    if (releases.replaceEverywhere(path, digest, put)) replaced.push(path);
  };
  const all = [...digests].flatMap((digest) => releases.pathsWith(digest).map((path) => [path, digest] as const));
  for (const [path, digest] of all) replace(path, digest, putInstead(store, replacement(path)));
  const linking = new Set<Digest>();
  const texts = releases.versions(isJustMade).filter(({ path }) => TEXT.test(path));
  await store.fetch(texts);
  for (const { path, digest } of texts) {
    const bytes = store.read(digest);
    const put = bytes && putInstead(store, unlinked(path, bytes));
    if (!put || put.digest === digest) continue;
    linking.add(digest);
    replace(path, digest, put);
  }
  releases.markReplaced(replaced);
  // Other machines, folders and hosts tell by its name what they have of it: also of a kept one, which may be theirs still.
  const isLiveChanged = install.length + remove.length > 0;
  for (const { release } of releases.list()) if (isLiveChanged || release !== before) releases.rename(release, [...digests]);
  const live = releases.fact('live') ?? before;
  releases.setLive(live, held);
  // In this order a kill leaves everything to be found again by the next attempt.
  dist.beginUpdate();
  await lock.commit();
  await dist.apply({ changed: install, removed: remove });
  const { files } = store.remove(digests);
  store.remove(linking);
  dist.putRecord(live);
  return {
    paths: [...remove, ...install.map(({ path }) => path)],
    files,
    digests: [...digests, ...linking],
    isNewestChanged: replaced.length > 0,
  };
}

function putInstead(store: Store, bytes: Uint8Array | null): FileFacts | null {
  if (!bytes) return null;
  const digest = digestOf(bytes);
  store.put(digest, bytes);
  return { digest, size: bytes.length };
}
