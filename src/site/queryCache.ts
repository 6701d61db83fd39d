import { join } from 'node:path';
import { COLLECTION_NAMES } from '../collections/index.ts';
import { type Digest, digestOfJson } from '../lib/digest.ts';
import { QueryEvaluator } from '../snapshot/evaluator.ts';
import { openAnswerFile } from '../snapshot/persisted.ts';
import { QUERIES } from '../snapshot/queries/index.ts';
import type { Snapshot } from '../snapshot/types.ts';

export interface CachedAnswers {
  readonly answers: QueryEvaluator;
  /** The snapshot that was asked about before this one; null: none in this process. */
  readonly before: Snapshot | null;
}

/** Answers of queries from one rebuild to the next, in memory and on disk. */
export interface QueryCache {
  /** The answers for a snapshot and day. `clean`: no earlier answer is reused. */
  on(day: string, snapshot: Snapshot, clean: boolean): CachedAnswers;
  /** Writes the answers unless they were written for the same snapshot and day. */
  persist(): Promise<void>;
}

/** `version`: of the code that answers. */
export function createQueryCache(cacheDir: string, version: Digest): QueryCache {
  const file = openAnswerFile(join(cacheDir, 'answers'), version);
  let current: (CachedAnswers & { readonly of: Digest }) | undefined;
  let written: Digest | undefined;

  return {
    on(day, snapshot, clean) {
      const of = digestOfJson([day, COLLECTION_NAMES.map((name) => snapshot.digest(name))]);
      if (!clean && current?.of === of) return current;
      const earlier = clean ? undefined : (current?.answers.holding() ?? file.read());
      const before = current?.answers.snapshot ?? null;
      current = { of, answers: new QueryEvaluator(QUERIES, snapshot, day, earlier), before };
      return current;
    },
    async persist() {
      if (!current || written === current.of) return;
      const { of, answers } = current;
      await file.write(answers.holding());
      written = of;
    },
  };
}
