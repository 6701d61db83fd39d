import { join } from 'node:path';
import { type Digest, digestOfJson } from '../lib/digest.ts';
import { QueryEvaluator } from '../snapshot/evaluator.ts';
import { readPersistedAnswers, writePersistedAnswers } from '../snapshot/persisted.ts';
import { QUERIES } from '../snapshot/queries/index.ts';
import type { Snapshot } from '../snapshot/types.ts';
import { COLLECTION_NAMES } from '../types/entities.ts';

/** Keeps answers from one rebuild to the next, in memory and on disk. */
export interface QueryCache {
  /** The answers about a snapshot on a day. `afresh`: nothing that was answered before is taken over. */
  on(day: string, snapshot: Snapshot, afresh: boolean): Promise<QueryEvaluator>;
  /** Writes the answers down when they are about something else than what was last written. */
  persist(): Promise<void>;
}

export function createQueryCache(cacheDir: string, version: () => Digest): QueryCache {
  const file = join(cacheDir, 'answers');
  let current: { readonly of: Digest; readonly answers: QueryEvaluator } | undefined;
  let written: Digest | undefined;

  return {
    async on(day, snapshot, afresh) {
      const of = digestOfJson([day, COLLECTION_NAMES.map((name) => snapshot.digest(name))]);
      if (!afresh && current?.of === of) return current.answers;
      const earlier = afresh ? undefined : (current?.answers.holding() ?? (await readPersistedAnswers(file, version())));
      const answers = new QueryEvaluator(QUERIES, snapshot, day, earlier);
      current = { of, answers };
      return answers;
    },
    async persist() {
      if (!current || written === current.of) return;
      written = current.of;
      await writePersistedAnswers(file, version(), current.answers.holding());
    },
  };
}
