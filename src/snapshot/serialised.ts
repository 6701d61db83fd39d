/** A query evaluator as plain data, for another thread. */
import { COLLECTION_NAMES, type CollectionName, type Collections } from '../collections/index.ts';
import { QueryEvaluator } from './evaluator.ts';
import { type AnswerEntry, persistedAnswers } from './persisted.ts';
import { QUERIES } from './queries/index.ts';
import type { CollectionState, Snapshot } from './types.ts';

export interface SerialisedAnswers {
  readonly day: string;
  readonly collections: ReadonlyMap<CollectionName, CollectionState<unknown>>;
  readonly answers: readonly AnswerEntry[];
}

export function serialiseAnswers(answers: QueryEvaluator): SerialisedAnswers {
  return {
    day: answers.day,
    collections: new Map(COLLECTION_NAMES.map((name) => [name, answers.snapshot.collection(name)])),
    answers: persistedAnswers(answers.holding()),
  };
}

/** An evaluator that answers as the serialised one. */
export function deserialiseAnswers({ day, collections, answers }: SerialisedAnswers): QueryEvaluator {
  const state = (name: CollectionName) => {
    const found = collections.get(name);
    if (!found) throw new Error(`The answers were serialised without ${name}.`);
    return found;
  };
  const snapshot: Snapshot = {
    digest: (name) => state(name).digest,
    collection: <Name extends CollectionName>(name: Name) => state(name) as CollectionState<Collections[Name]>,
  };
  return new QueryEvaluator(QUERIES, snapshot, day, new Map(answers));
}
