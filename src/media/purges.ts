/** The references that were purged: neither fetched nor published until they are allowed again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../lib/dataDir.ts';
import { type Digest, digestOfJson } from '../lib/digest.ts';
import { errorCode, fromChecksummed, stampOf, toChecksummed, writeAtomic } from '../lib/files.ts';
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

function isStoredPurge(value: unknown): value is StoredPurge {
  if (typeof value !== 'object' || value === null || !('reference' in value) || !('source' in value)) return false;
  return typeof value.reference === 'string' && (value.source === null || typeof value.source === 'string');
}

function parse(stored: unknown): readonly Purge[] | null {
  if (!Array.isArray(stored) || !stored.every(isStoredPurge)) return null;
  return stored.map((entry) => ({ at: null, published: null, ...entry }));
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Refusal(
      `The list of purged references, ${path}, cannot be read (${errorCode(error)}), so nothing is rebuilt. Check its permissions, or restore it from a backup.`,
    );
  }
}

/** Throws a `Refusal` for a list that is damaged or cannot be read: no build is better than one that publishes what was purged. */
function readList(path: string): readonly Purge[] {
  const list = parse(fromChecksummed(readBytes(path)));
  if (list) return list;
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
export function openPurges(dataDir: string) {
  const path = join(dataDir, 'purged.json');
  let stamp = '';
  let current = purgesOf([]);
  return {
    parse,
    /** The list, read again when another process has written it. Throws a `Refusal` when it is damaged. */
    read(): Purges {
      const next = stampOf(path);
      if (next !== stamp) current = purgesOf(next ? readList(path) : []);
      stamp = next;
      return current;
    },
    async write(list: readonly Purge[]): Promise<void> {
      makePrivateFolder(dataDir);
      await writeAtomic(path, toChecksummed(list), true, PRIVATE_FILE);
    },
  };
}
