import { join } from 'node:path';
import { type Digest, digestOfJson } from '../lib/digest.ts';
import { Answers } from '../snapshot/answers.ts';
import { readKeptAnswers, writeKeptAnswers } from '../snapshot/kept.ts';
import { QUERIES } from '../snapshot/queries/index.ts';
import type { Snapshot } from '../snapshot/types.ts';
import { COLLECTION_NAMES } from '../types/entities.ts';

/** Keeps answers from one rebuild to the next, in memory and on disk. */
export interface Answering {
  /** The answers about a snapshot on a day. `afresh`: nothing that was answered before is taken over. */
  on(day: string, snapshot: Snapshot, afresh: boolean): Promise<Answers>;
  /** Writes the answers down when they are about something else than what was last written. */
  persist(): Promise<void>;
}

export function createAnswering(cacheDir: string, version: () => Digest): Answering {
  const file = join(cacheDir, 'answers');
  let current: { readonly of: Digest; readonly answers: Answers } | undefined;
  let written: Digest | undefined;

  return {
    async on(day, snapshot, afresh) {
      const of = digestOfJson([day, COLLECTION_NAMES.map((name) => snapshot.digest(name))]);
      if (!afresh && current?.of === of) return current.answers;
      const earlier = afresh ? undefined : (current?.answers.holding() ?? (await readKeptAnswers(file, version())));
      const answers = new Answers(QUERIES, snapshot, day, earlier);
      current = { of, answers };
      return answers;
    },
    async persist() {
      if (!current || written === current.of) return;
      written = current.of;
      await writeKeptAnswers(file, version(), current.answers.holding());
    },
  };
}
