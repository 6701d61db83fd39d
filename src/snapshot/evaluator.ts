import { COLLECTION_NAMES, type CollectionName, type Collections } from '../collections/index.ts';
import { type Digest, digestOf, digestOfJson } from '../lib/digest.ts';
import type { CollectionState, Snapshot } from './types.ts';

type CalendarPart = 'day' | 'month' | 'year';

/** What a query may read. Whatever it reads becomes an input of its answer. */
export interface Source {
  collection<Name extends CollectionName>(name: Name): CollectionState<Collections[Name]>;
  /** `2026-11-21`, `2026-11` or `2026`, in the school's zone. */
  today(part: CalendarPart): string;
  /** The answer to another query; its inputs become this answer's as well. */
  ask(name: string, ...args: readonly unknown[]): unknown;
  /** A value cached among the answers; computed anew when `of`, the digest of all that it is made from, is another. */
  memo<Value>(key: QueryKey, of: Digest, make: () => Value): Value;
}

/** A value whose digest is known without its JSON. */
export class Digested<Value> {
  readonly value: Value;
  readonly digest: Digest;
  constructor(value: Value, digest: Digest) {
    this.value = value;
    this.digest = digest;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the arguments of each query differ; `createReader` types them for callers.
export type Query = (source: Source, ...args: any[]) => unknown;

export interface Answer {
  readonly value: unknown;
  readonly digest: Digest;
  /** `collection:news`, `day`, `month`, `year`; of a memo `content:{digest}`, which never changes. */
  readonly inputs: readonly string[];
  /** The inputs' digests when the answer was made. It holds while they are the same. */
  readonly made: readonly Digest[];
}

/** A query with its arguments in one spelling: `latest("news",6)`. */
export type QueryKey = string;

/** Answers by their query, from an earlier evaluation. */
export type EarlierAnswers = ReadonlyMap<QueryKey, Answer>;

export function queryKey(name: string, args: readonly unknown[]): QueryKey {
  return `${name}(${JSON.stringify(args).slice(1, -1)})`;
}

/** The parts of the calendar that are inputs, for a day `2026-11-21`. */
function calendarInput(day: string, part: CalendarPart): string {
  return day.slice(0, { day: 10, month: 7, year: 4 }[part]);
}

/**
 * Answers queries about one snapshot on one day, each at most once. An earlier answer is reused while its inputs are
 * the same; the collections it was made from are then not read. Throws for an unknown query: the trace that names it is
 * of other code.
 */
export class QueryEvaluator {
  readonly snapshot: Snapshot;
  /** `2026-11-21`, in the school's zone. */
  readonly day: string;
  readonly #queries: Readonly<Record<string, Query>>;
  readonly #known = new Map<QueryKey, Answer>();
  readonly #earlier: EarlierAnswers;

  constructor(queries: Readonly<Record<string, Query>>, snapshot: Snapshot, day: string, earlier: EarlierAnswers = new Map()) {
    this.#queries = queries;
    this.snapshot = snapshot;
    this.day = day;
    this.#earlier = earlier;
  }

  ask(key: QueryKey): Answer {
    const known = this.#known.get(key);
    if (known) return known;
    const earlier = this.#earlier.get(key);
    const answer = earlier && this.#holds(earlier) ? earlier : this.#evaluate(key);
    this.#known.set(key, answer);
    return answer;
  }

  /** The present digest of an input. Throws for an input that no query reads. */
  inputDigest(input: string): Digest {
    if (input === 'day' || input === 'month' || input === 'year') return digestOf(calendarInput(this.day, input));
    const name = COLLECTION_NAMES.find((collection) => input === `collection:${collection}`);
    if (!name) throw new Error(`There is no input "${input}".`);
    return this.snapshot.digest(name);
  }

  /** Every answer that holds now: those asked here, and the earlier ones that were not asked again. */
  holding(): EarlierAnswers {
    const holding = new Map(this.#known);
    for (const [key, answer] of this.#earlier) {
      if (!holding.has(key) && this.#holds(answer)) holding.set(key, answer);
    }
    return holding;
  }

  #holds({ inputs, made }: Answer): boolean {
    return inputs.every((input, at) => input === contentInput(made[at]) || this.inputDigest(input) === made[at]);
  }

  #memo<Value>(key: QueryKey, of: Digest, make: () => Value): Value {
    const input = contentInput(of);
    const earlier = this.#known.get(key) ?? this.#earlier.get(key);
    if (earlier?.inputs[0] === input) {
      this.#known.set(key, earlier);
      return earlier.value as Value;
    }
    const value = make();
    this.#known.set(key, { value, digest: digestOfJson(value), inputs: [input], made: [of] });
    return value;
  }

  #evaluate(key: QueryKey): Answer {
    const open = key.indexOf('(');
    const name = key.slice(0, open);
    const query = Object.hasOwn(this.#queries, name) ? this.#queries[name] : undefined;
    if (!query) throw new Error(`No query answers "${key}".`);
    const inputs = new Set<string>();
    const source: Source = {
      collection: (collection) => {
        inputs.add(`collection:${collection}`);
        return this.snapshot.collection(collection);
      },
      today: (part) => {
        inputs.add(part);
        return calendarInput(this.day, part);
      },
      ask: (other, ...args) => {
        const answer = this.ask(queryKey(other, args));
        for (const input of answer.inputs) inputs.add(input);
        return answer.value;
      },
      memo: (memoKey, of, make) => this.#memo(memoKey, of, make),
    };
    const result = query(source, ...JSON.parse(`[${key.slice(open + 1, -1)}]`));
    const { value, digest } = result instanceof Digested ? result : new Digested(result, digestOfJson(result));
    const made = [...inputs].map((input) => this.inputDigest(input));
    return { value, digest, inputs: [...inputs], made };
  }
}

const contentInput = (of: Digest | undefined) => `content:${of}`;
