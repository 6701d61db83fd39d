import { join } from 'node:path';
import { COLLECTION_NAMES } from '../collections/index.ts';
import { type Digest, digestOfJson } from '../lib/digest.ts';
import { QueryEvaluator } from '../snapshot/evaluator.ts';
import { openAnswerFile } from '../snapshot/persisted.ts';
import { QUERIES } from '../snapshot/queries/index.ts';
import type { Snapshot } from '../snapshot/types.ts';

/** Answers of queries from one rebuild to the next, in memory and on disk. */
export interface QueryCache {
  /** The evaluator for a snapshot and day. `clean`: no earlier answer is reused. */
  on(day: string, snapshot: Snapshot, clean: boolean): QueryEvaluator;
  /** Writes the answers unless they were written for the same snapshot and day. */
  persist(): Promise<void>;
}

/** `version`: of the code that answers. */
export function createQueryCache(cacheDir: string, version: Digest): QueryCache {
  const file = openAnswerFile(join(cacheDir, 'answers'), version);
  let current: { readonly of: Digest; readonly answers: QueryEvaluator } | undefined;
  let written: Digest | undefined;

  return {
    on(day, snapshot, clean) {
      const of = digestOfJson([day, COLLECTION_NAMES.map((name) => snapshot.digest(name))]);
      if (!clean && current?.of === of) return current.answers;
      const earlier = clean ? undefined : (current?.answers.holding() ?? file.read());
      current = { of, answers: new QueryEvaluator(QUERIES, snapshot, day, earlier) };
      return current.answers;
    },
    async persist() {
      if (!current || written === current.of) return;
      const { of, answers } = current;
      await file.write(answers.holding());
      written = of;
    },
  };
}
