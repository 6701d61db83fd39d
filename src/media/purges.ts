/** The references that were purged: neither fetched nor published until they are allowed again. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../lib/dataDir.ts';
import { type Digest, digestOfJson } from '../lib/digest.ts';
import { readChecksummed, toChecksummed, writeAtomic } from '../lib/files.ts';
import { Refusal } from '../lib/result.ts';
import type { Withdrawal } from '../types/media.ts';

interface Purge extends Withdrawal {
  /** Digest of the bytes it had; null when they were never seen. */
  readonly source: Digest | null;
}

export interface Purges {
  /** In the order in which they were purged. */
  readonly list: readonly Withdrawal[];
  /** Changes with the list. */
  readonly digest: Digest;
  has(reference: string): boolean;
  /** The purge of a reference, or of what was published at an address. */
  find(reference: string, group: string | null): Purge | undefined;
  hasSource(source: Digest): boolean;
  with(purge: Purge): readonly Purge[];
  without(reference: string): readonly Purge[];
}

/** As it is stored; older lists have no time and no address. */
type StoredPurge = Omit<Purge, 'at' | 'published'> & Partial<Purge>;

function isPurge(value: unknown): value is StoredPurge {
  if (typeof value !== 'object' || value === null || !('reference' in value) || !('source' in value)) return false;
  return typeof value.reference === 'string' && (value.source === null || typeof value.source === 'string');
}

/** Throws a `Refusal` for a damaged list: no build is better than one that publishes what was purged. */
function readList(path: string): readonly Purge[] {
  const list = readChecksummed(path);
  if (Array.isArray(list) && list.every(isPurge)) return list.map((entry) => ({ at: null, published: null, ...entry }));
  throw new Refusal(
    `The list of purged references, ${path}, is damaged, so nothing is rebuilt. Restore it from a backup, or delete it and purge again.`,
  );
}

function purgesOf(list: readonly Purge[]): Purges {
  const references = new Set(list.map(({ reference }) => reference));
  const sources = new Set(list.map(({ source }) => source));
  return {
    list,
    digest: digestOfJson(list.map(({ reference, source }) => ({ reference, source }))),
    has: (reference) => references.has(reference),
    find: (reference, group) => list.find((entry) => entry.reference === reference || (group && entry.published === group)),
    hasSource: (source) => sources.has(source),
    with: (purge) => [...list.filter(({ reference }) => reference !== purge.reference), purge],
    without: (reference) => list.filter((entry) => entry.reference !== reference),
  };
}

/** Opens the list in `DATA_DIR`. No file: nothing was purged. */
export function openPurges(path: string) {
  let stamp = '';
  let current = purgesOf([]);
  return {
    /** The list, read again when another process has written it. Throws a `Refusal` when it is damaged. */
    read(): Purges {
      const stats = statSync(path, { throwIfNoEntry: false });
      const next = stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : '';
      if (next !== stamp) current = purgesOf(stats ? readList(path) : []);
      stamp = next;
      return current;
    },
    async write(list: readonly Purge[]): Promise<void> {
      makePrivateFolder(dirname(path));
      await writeAtomic(path, toChecksummed(list), true, PRIVATE_FILE);
    },
  };
}
