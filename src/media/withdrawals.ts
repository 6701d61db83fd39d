/** The references that were withdrawn: neither fetched nor published until they are allowed again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../lib/dataDir.ts';
import { digestOfJson } from '../lib/digest.ts';
import { errorCode, fromChecksummed, readChecksummed, stampOf, toChecksummed, writeAtomic } from '../lib/files.ts';
import { Refusal } from '../lib/result.ts';
import type { RecordedWithdrawal } from '../types/media.ts';

/** The name of the list, and of its copy. */
export const WITHDRAWALS = 'purged.json';

/** As it is stored; older lists have these two alone. */
type StoredWithdrawal = Pick<RecordedWithdrawal, 'reference' | 'source'> & Partial<RecordedWithdrawal>;

function isStoredWithdrawal(value: unknown): value is StoredWithdrawal {
  if (typeof value !== 'object' || value === null || !('reference' in value) || !('source' in value)) return false;
  return typeof value.reference === 'string' && (value.source === null || typeof value.source === 'string');
}

function parse(stored: unknown): readonly RecordedWithdrawal[] | null {
  if (!Array.isArray(stored) || !stored.every(isStoredWithdrawal)) return null;
  return stored.map((entry) => ({ at: null, published: null, groups: [], earlierSources: [], ...entry }));
}

/** Throws a `Refusal` for a list that is damaged or cannot be read: no build is better than one that publishes what was withdrawn. */
function readList(path: string): readonly RecordedWithdrawal[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Refusal(
      `The list of withdrawn references, ${path}, cannot be read (${errorCode(error)}), so nothing is rebuilt. Check its permissions, or restore it from a backup.`,
    );
  }
  const list = parse(fromChecksummed(bytes));
  if (list) return list;
  throw new Refusal(
    `The list of withdrawn references, ${path}, is damaged, so nothing is rebuilt. Restore it from a backup, or delete it: what CACHE_DIR or STATE_URL knows of it is put back.`,
  );
}

export type Withdrawals = ReturnType<typeof withdrawalsOf>;

function withdrawalsOf(list: readonly RecordedWithdrawal[]) {
  const sources = new Set(list.flatMap(({ source, earlierSources }) => [source ?? [], earlierSources].flat()));
  return {
    list,
    digest: digestOfJson(list.map(({ reference, source, earlierSources }) => ({ reference, source, earlierSources }))),
    /** Digests of all bytes that are withdrawn. */
    sources,
  };
}

const byAge = (one: RecordedWithdrawal, other: RecordedWithdrawal) => (one.at ?? 0) - (other.at ?? 0);

/**
 * Opens the list in `DATA_DIR`. No file: nothing was withdrawn. `CACHE_DIR` has a copy: what a list lacks that was lost, or put
 * back from a backup of before a withdrawal, stays withdrawn. Null: machines share the list, and theirs says what was allowed.
 */
export function openWithdrawals(dataDir: string, cacheDir: string | null) {
  const path = join(dataDir, WITHDRAWALS);
  const copy = cacheDir && join(cacheDir, WITHDRAWALS);
  let stamp = '';
  let current = withdrawalsOf([]);
  /** `all`, oldest first: what is listed, and what only the copy has. */
  function load() {
    const listed = stampOf(path) ? readList(path) : [];
    const names = new Set(listed.map(({ reference }) => reference));
    const copied = copy === null ? listed : (parse(readChecksummed(copy)) ?? []);
    const lost = copied.filter(({ reference }) => !names.has(reference));
    return { all: lost.length > 0 ? [...listed, ...lost].sort(byAge) : listed, copied, lost };
  }
  /** The copy first: what is allowed again is not taken for lost by whoever reads in between. */
  async function write(list: readonly RecordedWithdrawal[]): Promise<void> {
    makePrivateFolder(dataDir);
    for (const file of copy === null ? [path] : [copy, path]) await writeAtomic(file, toChecksummed(list), true, PRIVATE_FILE);
  }
  return {
    parse,
    write,
    /** The list, read again when another process has written it. Throws a `Refusal` when it is damaged. */
    read(): Withdrawals {
      const next = `${stampOf(path)} ${copy && stampOf(copy)}`;
      if (next !== stamp) current = withdrawalsOf(load().all);
      stamp = next;
      return current;
    },
    /** Brings list and copy together. Null, or in one line that the list lacked something. */
    async settle(): Promise<string | null> {
      const { all, copied, lost } = load();
      if (lost.length > 0 || digestOfJson(copied) !== digestOfJson(all)) await write(all);
      const what = lost.map(({ reference }) => reference).join(', ');
      return what === ''
        ? null
        : `The list of withdrawn references, ${path}, is an earlier one: ${what} is put back, and stays withdrawn.`;
    },
  };
}
