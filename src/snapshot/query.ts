/** What a query is, what it may read, and what its answer tells. */
import type { CollectionName, Collections } from '../collections/index.ts';
import type { Digest } from '../lib/digest.ts';
import type { CollectionState } from './types.ts';

export type CalendarPart = 'day' | 'month' | 'year';

/** What a query may read. Whatever it reads becomes an input of its answer. */
export interface Source {
  collection<Name extends CollectionName>(name: Name): CollectionState<Collections[Name]>;
  /** `2026-11-21`, `2026-11` or `2026`, in the school's zone. */
  today(part: CalendarPart): string;
  /** The answer to another query, which is known by its function's name; its inputs become this answer's as well. */
  ask<Args extends readonly unknown[], Given>(query: (source: Source, ...args: Args) => Given, ...args: Args): Answered<Given>;
  /** A value cached among the answers; computed anew when `of`, the digest of all that it is made from, is another. */
  memo<Value>(key: QueryKey, of: Digest, make: () => Value): Value;
}

/** A value whose digest is known without its JSON: so quickly made again that it is not held for the next snapshot. */
export class Digested<Value> {
  readonly value: Value;
  readonly digest: Digest;
  constructor(value: Value, digest: Digest) {
    this.value = value;
    this.digest = digest;
  }
}

/** What is answered where a query gives `Given`. */
export type Answered<Given> = Given extends Digested<infer Value> ? Value : Given;

// biome-ignore lint/suspicious/noExplicitAny: the arguments of each query differ; `createReader` types them for callers.
export type Query = (source: Source, ...args: any[]) => unknown;

export interface Answer {
  readonly value: unknown;
  readonly digest: Digest;
  /** `collection:news`, `day`, `month`, `year`; of a memo `content:{digest}`, which never changes. Those read directly come first. */
  readonly inputs: readonly string[];
  /** The inputs' digests when the answer was made. It holds while they are the same. */
  readonly made: readonly Digest[];
  /** For an answer made from others, which also holds while they and the inputs read directly are the same. */
  readonly from?: {
    /** Number of inputs read directly. */
    readonly direct: number;
    readonly answers: readonly (readonly [QueryKey, Digest])[];
  };
}

/** A query with its arguments in one spelling: `latest("news",6)`. */
export type QueryKey = string;

/** Answers by their query, from an earlier evaluation. */
export type EarlierAnswers = ReadonlyMap<QueryKey, Answer>;

export function queryKey(name: string, args: readonly unknown[]): QueryKey {
  return `${name}(${JSON.stringify(args).slice(1, -1)})`;
}
