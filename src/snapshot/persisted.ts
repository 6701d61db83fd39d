import type { Digest } from '../lib/digest.ts';
import { readChecksummed, writeChecksummed } from '../lib/files.ts';
import type { Answer, EarlierAnswers, QueryKey } from './evaluator.ts';
import { PERSISTED_QUERIES } from './queries/index.ts';

export type AnswerEntry = readonly [key: QueryKey, answer: Answer];

interface PersistedAnswers {
  /** Version of the code that answered; another one may answer differently. */
  readonly version: Digest;
  readonly answers: readonly AnswerEntry[];
}

/** Those answers that are small and stand for whole collections. */
export function persistedAnswers(answers: EarlierAnswers): AnswerEntry[] {
  return [...answers].filter(([key]) => PERSISTED_QUERIES.has(key.slice(0, key.indexOf('('))));
}

/** The answers that {@link writeAnswers} wrote; none when the file is missing, damaged or of another version. */
export function readAnswers(file: string, version: Digest): EarlierAnswers {
  const persisted = readChecksummed(file) as PersistedAnswers | null;
  return new Map(persisted?.version === version ? persisted.answers : []);
}

/** Writes the answers that are worth a file. */
export function writeAnswers(file: string, version: Digest, answers: EarlierAnswers): Promise<void> {
  return writeChecksummed(file, { version, answers: persistedAnswers(answers) } satisfies PersistedAnswers);
}
