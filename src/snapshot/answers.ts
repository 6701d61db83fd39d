import { type Digest, digestOfJson } from '../lib/digest.ts';
import type { CollectionName, Collections } from '../types/entities.ts';
import type { CollectionState, Snapshot } from './types.ts';

/** What a query may read. Whatever it reads becomes an input of its answer. */
export interface Source {
  collection<Name extends CollectionName>(name: Name): CollectionState<Collections[Name]>;
  /** `2026-11-21`, `2026-11` or `2026`, in the school's zone. */
  today(part: 'day' | 'month' | 'year'): string;
}

/** A value whose digest is known already, so that it need not be made from its JSON. */
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
  /** `collection:news`, `day`, `month`, `year`. */
  readonly inputs: readonly string[];
}

/** One spelling of a query with its arguments: `latest("news",6)`. */
export function questionOf(name: string, args: readonly unknown[]): string {
  return `${name}(${JSON.stringify(args).slice(1, -1)})`;
}

/** The parts of the calendar that are inputs, for a day `2026-11-21`. */
export function calendarInput(day: string, part: 'day' | 'month' | 'year'): string {
  return day.slice(0, { day: 10, month: 7, year: 4 }[part]);
}

/**
 * Answers named queries about one snapshot on one day, each at most once.
 * Throws for a question whose name is unknown: such a trace is of another version of the code.
 */
export class Answers {
  readonly #queries: Readonly<Record<string, Query>>;
  readonly #snapshot: Snapshot;
  readonly #day: string;
  readonly #known = new Map<string, Answer>();

  constructor(queries: Readonly<Record<string, Query>>, snapshot: Snapshot, day: string) {
    this.#queries = queries;
    this.#snapshot = snapshot;
    this.#day = day;
  }

  ask(question: string): Answer {
    const known = this.#known.get(question);
    if (known) return known;
    const open = question.indexOf('(');
    const query = Object.hasOwn(this.#queries, question.slice(0, open)) ? this.#queries[question.slice(0, open)] : undefined;
    if (!query) throw new Error(`No query answers "${question}".`);
    const answer = this.#answer(query, JSON.parse(`[${question.slice(open + 1, -1)}]`));
    this.#known.set(question, answer);
    return answer;
  }

  #answer(query: Query, args: readonly unknown[]): Answer {
    const inputs = new Set<string>();
    const source: Source = {
      collection: (name) => {
        inputs.add(`collection:${name}`);
        return this.#snapshot.collection(name);
      },
      today: (part) => {
        inputs.add(part);
        return calendarInput(this.#day, part);
      },
    };
    const result = query(source, ...args);
    if (result instanceof Digested) return { value: result.value, digest: result.digest, inputs: [...inputs] };
    return { value: result, digest: digestOfJson(result), inputs: [...inputs] };
  }
}
