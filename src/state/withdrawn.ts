/** The withdrawn references travel both ways: what one machine withdraws is withdrawn everywhere, and so is what it allows again. */
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../lib/dataDir.ts';
import { fromChecksummed, readChecksummed, toChecksummed, writeAtomic } from '../lib/files.ts';
import { Refusal } from '../lib/result.ts';
import type { S3Client } from '../targets/s3/client.ts';
import { KEY as HEAD } from './head.ts';

const KEY = 'withdrawn.json';

const RESTORE = `Restore an earlier version of it, or delete it and ${HEAD} and purge again.`;

type Bucket = Pick<S3Client, 'get' | 'put'>;

interface Entry {
  readonly reference: string;
}

/** The list on this machine. */
export interface WithdrawnList<Kept extends Entry> {
  /** A stored list; null: it is none. */
  parse(stored: unknown): readonly Kept[] | null;
  read(): { readonly list: readonly Kept[] };
  write(list: readonly Kept[]): Promise<void>;
}

/**
 * The lists of this machine and of the bucket as one. `base`: the references that both had when they last met; what one of
 * them lacks since was allowed there. Without it nothing counts as allowed.
 */
export function mergeWithdrawn<Kept extends Entry>(
  there: readonly Kept[],
  here: readonly Kept[],
  base: ReadonlySet<string>,
): readonly Kept[] {
  const hereNow = new Set(here.map(({ reference }) => reference));
  const thereNow = new Set(there.map(({ reference }) => reference));
  const kept = there.filter(({ reference }) => hereNow.has(reference) || !base.has(reference));
  return [...kept, ...here.filter(({ reference }) => !thereNow.has(reference) && !base.has(reference))];
}

export class SharedWithdrawals<Kept extends Entry> {
  readonly #bucket: Bucket;
  readonly #list: WithdrawnList<Kept>;
  /** Remembers the base. */
  readonly #file: string;
  #there: readonly Kept[] = [];

  constructor(bucket: Bucket, list: WithdrawnList<Kept>, dataDir: string) {
    this.#bucket = bucket;
    this.#list = list;
    this.#file = join(dataDir, 'purged-shared.json');
  }

  /** Number of references in the bucket's list. */
  count(): number {
    return this.#there.length;
  }

  /**
   * Brings both lists to the same; `listed`: how many references the head says were there. One line, when a list that was
   * deleted was put back. Throws a `Refusal` for a damaged one, or a deleted one that this machine does not know: no build is
   * better than one that shows what was withdrawn.
   */
  async pull(listed = 0): Promise<string | null> {
    const got = await this.#bucket.get(KEY);
    if (!got.ok) throw new Refusal(got.message);
    const there = got.value ? this.#list.parse(fromChecksummed(got.value.bytes)) : [];
    if (!there) {
      throw new Refusal(`The list of withdrawn references in STATE_URL, ${KEY}, is damaged, so nothing is rebuilt. ${RESTORE}`);
    }
    this.#there = there;
    const base = readChecksummed(this.#file);
    const here = this.#list.read().list;
    const merged = got.value ? mergeWithdrawn(this.#there, here, new Set(Array.isArray(base) ? base : [])) : here;
    if (!got.value && here.length < listed)
      throw new Refusal(`The list of withdrawn references in STATE_URL, ${KEY}, was deleted, so nothing is rebuilt. ${RESTORE}`);
    if (!isSame(merged, here)) await this.#list.write(merged);
    await this.push();
    if (got.value || listed === 0) return null;
    return `The list of withdrawn references in STATE_URL, ${KEY}, was deleted; it was put back from this machine's.`;
  }

  /** Writes the list of this machine to the bucket when it differs. */
  async push(): Promise<void> {
    const { list } = this.#list.read();
    if (!isSame(list, this.#there)) {
      const bytes = Buffer.from(toChecksummed(list));
      const put = await this.#bucket.put({ key: KEY, bytes, contentType: 'application/json', cacheControl: 'no-store' });
      if (!put.ok) throw new Refusal(put.message);
      this.#there = list;
    }
    const references = list.map(({ reference }) => reference);
    const base = readChecksummed(this.#file);
    if (Array.isArray(base) ? isSame(base, references) : references.length === 0) return;
    makePrivateFolder(join(this.#file, '..'));
    await writeAtomic(this.#file, toChecksummed(references), true, PRIVATE_FILE);
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
