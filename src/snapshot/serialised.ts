/** Answers as threads can hand them over. */
import { COLLECTION_NAMES, type CollectionName, type Collections } from '../types/entities.ts';
import { type Answer, QueryEvaluator, type QueryKey } from './evaluator.ts';
import { isPersisted } from './persisted.ts';
import { type DataName, dataNames, rememberDataNames } from './queries/dataFiles.ts';
import { QUERIES } from './queries/index.ts';
import type { CollectionState, Snapshot } from './types.ts';

type States = ReadonlyMap<CollectionName, CollectionState<unknown>>;

/** Plain data. */
export interface SerialisedAnswers {
  readonly day: string;
  readonly collections: States;
  /** Those answers that stand for whole collections and were made already. */
  readonly answers: readonly (readonly [key: QueryKey, answer: Answer])[];
  readonly names: readonly (readonly [slot: string, name: DataName])[];
}

/** Takes what answers are made of, and the small ones that there are. */
export function serialiseAnswers(answers: QueryEvaluator): SerialisedAnswers {
  return {
    day: answers.day,
    collections: new Map(COLLECTION_NAMES.map((name) => [name, answers.snapshot.collection(name)])),
    answers: [...answers.holding()].filter(([key]) => isPersisted(key)),
    names: dataNames(),
  };
}

/** The same answers again: each query is answered as it would have been where they were serialised. */
export function deserialiseAnswers({ day, collections, answers, names }: SerialisedAnswers): QueryEvaluator {
  const state = (name: CollectionName) => {
    const found = collections.get(name);
    if (!found) throw new Error(`The answers were serialised without ${name}.`);
    return found;
  };
  const snapshot: Snapshot = {
    digest: (name) => state(name).digest,
    collection: <Name extends CollectionName>(name: Name) => state(name) as CollectionState<Collections[Name]>,
  };
  rememberDataNames(names);
  return new QueryEvaluator(QUERIES, snapshot, day, new Map(answers));
}
