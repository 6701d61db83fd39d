/** The references that were purged: neither fetched nor published until they are allowed again. */
import { readFileSync, statSync } from 'node:fs';
import { type Digest, digestOf } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import { Refusal } from '../lib/result.ts';

interface Withdrawal {
  readonly reference: string;
  /** Digest of the bytes it had; null when they were never seen. */
  readonly source: Digest | null;
}

export interface Withdrawn {
  /** Changes with the list. */
  readonly digest: Digest;
  has(reference: string): boolean;
  hasSource(source: Digest): boolean;
  with(withdrawal: Withdrawal): readonly Withdrawal[];
  without(reference: string): readonly Withdrawal[];
}

/** A damaged list must not publish again what was withdrawn: better no build than that. */
function listOf(text: string, path: string): Withdrawal[] {
  if (!text) return [];
  try {
    return JSON.parse(text) as Withdrawal[];
  } catch {
    throw new Refusal(`The list of purged references, ${path}, is damaged. Restore it, or delete it and purge again.`);
  }
}

function withdrawnOf(text: string, path: string): Withdrawn {
  const list = listOf(text, path);
  const references = new Set(list.map(({ reference }) => reference));
  const sources = new Set(list.map(({ source }) => source));
  return {
    digest: digestOf(text),
    has: (reference) => references.has(reference),
    hasSource: (source) => sources.has(source),
    with: (withdrawal) => [...list.filter(({ reference }) => reference !== withdrawal.reference), withdrawal],
    without: (reference) => list.filter((entry) => entry.reference !== reference),
  };
}

/** Reads the list; again whenever another process has written it. */
export function openWithdrawn(path: string) {
  let stamp = '';
  let current = withdrawnOf('', path);
  return {
    read(): Withdrawn {
      const found = statSync(path, { throwIfNoEntry: false });
      const next = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
      if (next !== stamp) {
        current = withdrawnOf(found ? readFileSync(path, 'utf8') : '', path);
        stamp = next;
      }
      return current;
    },
    write: (list: readonly Withdrawal[]) => writeAtomic(path, JSON.stringify(list), true),
  };
}
