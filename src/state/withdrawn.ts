/**
 * The withdrawn references. The bucket's list is the one that counts: a machine's own adds what could not be handed over yet,
 * and a reference is allowed again by taking it out of the bucket's.
 */
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../lib/dataDir.ts';
import { readChecksummed, toChecksummed, writeAtomic } from '../lib/files.ts';
import { Refusal } from '../lib/result.ts';
import { openWithdrawals } from '../media/withdrawals.ts';
import type { S3Client } from '../targets/s3Client.ts';
import type { RecordedWithdrawal } from '../types/media.ts';
import { checksummed, HEAD, readRecord, replaceRecord } from './objects.ts';

const KEY = 'withdrawn.json';

const RESTORE = `Restore the last version of it. Without one, delete it: the next rebuild on a machine that has the list in its DATA_DIR puts it back; where none has, delete ${HEAD} too and purge again.`;

/** How often a list that other machines replace meanwhile is merged anew. */
const MOST_ATTEMPTS = 5;

/**
 * The bucket's list with what this machine's adds to it. `base`: the references that both had when they last met; what the
 * bucket's lacks since was allowed by another machine. Without it nothing counts as allowed.
 */
export function mergeWithdrawn<Kept extends Pick<RecordedWithdrawal, 'reference'>>(
  there: readonly Kept[],
  here: readonly Kept[],
  base: ReadonlySet<string>,
): readonly Kept[] {
  const thereNow = new Set(there.map(({ reference }) => reference));
  return [...there, ...here.filter(({ reference }) => !thereNow.has(reference) && !base.has(reference))];
}

/** Parts of a stored value; a list alone is one of before there were numbers. */
function numbered(stored: unknown): { readonly number: number; readonly list: unknown } {
  const { number, list } = Object(stored) as { number?: unknown; list?: unknown };
  return typeof number === 'number' ? { number, list } : { number: 0, list: stored };
}

export type SharedWithdrawals = ReturnType<typeof shareWithdrawals>;

export function shareWithdrawals(bucket: Pick<S3Client, 'get' | 'swap'>, dataDir: string) {
  const list = openWithdrawals(dataDir, null);
  /** The bucket's list. `number` grows with each replacement: a lower one than a machine has seen is that of an earlier list. */
  const record = checksummed(KEY, (stored) => {
    const { number, list: kept } = numbered(stored);
    const parsed = list.parse(kept);
    return parsed && { number, list: parsed };
  });
  const file = join(dataDir, 'purged-shared.json');

  const without = (allowed: string | undefined) => list.read().list.filter(({ reference }) => reference !== allowed);

  /**
   * Brings what the bucket's list has into this machine's; `listed`: how many references the head says it has. A list of
   * fewer, or of a lower number than was seen, was deleted or restored: nothing counts as allowed by it, and one line says so.
   * Throws a `Refusal` for a damaged one, and where nobody here knows what is missing: no build is better than one that shows
   * what was withdrawn.
   */
  async function pull(listed = 0): Promise<string | null> {
    await readRecord(record, bucket);
    const isAbsent = record.tag === null;
    const found = isAbsent ? { number: 0, list: [] } : record.value;
    if (!found) {
      throw new Refusal(`The list of withdrawn references in STATE_URL, ${KEY}, is damaged, so nothing is rebuilt. ${RESTORE}`);
    }
    const { number, list: there } = found;
    const base = readBase();
    const isEarlier = there.length < listed || (!isAbsent && number < base.number);
    const here = list.read().list;
    const merged = mergeWithdrawn(there, here, new Set(isEarlier || isAbsent ? [] : base.references));
    const what = `The list of withdrawn references in STATE_URL, ${KEY}, ${isAbsent ? 'was deleted' : 'is an earlier one'}`;
    if (merged.length < listed) throw new Refusal(`${what}, so nothing is rebuilt. ${RESTORE}`);
    if (!isSame(merged, here)) await list.write(merged);
    await remember(there, number);
    return isEarlier ? `${what}; what this machine knows is put back.` : null;
  }

  /**
   * Writes the list of this machine to the bucket when it differs, with what other machines have withdrawn meanwhile.
   * `allowed`: a reference that the bucket's lacks from then on; until this machine's does too, it counts as one of both.
   */
  async function push(allowed?: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const left = without(allowed);
      const { number = 0, list: there = [] } = record.value ?? {};
      const known = readBase().number;
      if (isSame(left, there) && number >= known) break;
      if (await replaceRecord(record, bucket, { number: Math.max(number, known) + 1, list: left })) break;
      if (attempt === MOST_ATTEMPTS)
        throw new Refusal(
          `The list of withdrawn references in STATE_URL, ${KEY}, was replaced by other machines again and again.`,
        );
      await pull();
    }
    await remember(list.read().list, record.value?.number ?? 0);
  }

  /** What this machine and the bucket's list both had when they last met. */
  function readBase() {
    const { number, list: kept } = numbered(readChecksummed(file));
    return { number, references: Array.isArray(kept) ? kept.map(String) : [] };
  }

  async function remember(known: readonly RecordedWithdrawal[], number: number): Promise<void> {
    const before = readBase();
    const base = { number: Math.max(number, before.number), list: namesOf(known) };
    if (isSame(base, { number: before.number, list: before.references })) return;
    makePrivateFolder(join(file, '..'));
    await writeAtomic(file, toChecksummed(base), true, PRIVATE_FILE);
  }

  return {
    /** Number of references in this machine's list, once a reference is allowed again. */
    count: (allowed?: string) => without(allowed).length,
    pull,
    push,
  };
}

const namesOf = (list: readonly RecordedWithdrawal[]) => list.map(({ reference }) => reference);

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
