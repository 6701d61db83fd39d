import { COLLECTION_NAMES, type CollectionName } from '../collections/index.ts';
import { type Digest, digestOf, digestOfJson } from '../lib/digest.ts';
import { isSameList } from '../lib/sameList.ts';
import {
  type Answer,
  type Answered,
  type CalendarPart,
  Digested,
  type EarlierAnswers,
  type Query,
  type QueryKey,
  queryKey,
  type Source,
} from './query.ts';
import type { Snapshot } from './types.ts';

/** The parts of the calendar that are inputs, for a day `2026-11-21`. */
function calendarInput(day: string, part: CalendarPart): string {
  return day.slice(0, { day: 10, month: 7, year: 4 }[part]);
}

/** The collection that an input is; undefined for a part of the calendar. */
export function collectionOf(input: string): CollectionName | undefined {
  return COLLECTION_NAMES.find((collection) => input === `collection:${collection}`);
}

/** What an answer is made from. */
type Basis = Pick<Answer, 'inputs' | 'made'>;

/** What an evaluation reads. */
class Reads {
  readonly direct = new Set<string>();
  readonly answers = new Map<QueryKey, Answer>();
}

/** Whether two values are lists of the same texts and objects. Content is never changed in place. */
function areSameLists(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) && isSameList(one, other);
}

const MEMO = 'content:';

/**
 * Answers queries about one snapshot on one day, each at most once. An earlier answer is reused while its inputs, or the
 * answers it is made from, are the same; the collections it was made from are then not read. Throws for an unknown query:
 * the trace that names it is of other code.
 */
export class QueryEvaluator {
  readonly snapshot: Snapshot;
  /** `2026-11-21`, in the school's zone. */
  readonly day: string;
  readonly #queries: Readonly<Record<string, Query>>;
  readonly #known = new Map<QueryKey, Answer>();
  /** Answers of {@link Digested} values. */
  readonly #passing = new Map<QueryKey, Answer>();
  readonly #earlier: EarlierAnswers;
  readonly #inputs = new Map<string, Digest>();
  /** By the inputs, joined: thousands of answers share the same ones. */
  readonly #bases = new Map<string, Basis>();

  constructor(queries: Readonly<Record<string, Query>>, snapshot: Snapshot, day: string, earlier: EarlierAnswers = new Map()) {
    this.#queries = queries;
    this.snapshot = snapshot;
    this.day = day;
    this.#earlier = earlier;
  }

  ask(key: QueryKey): Answer {
    const known = this.#known.get(key) ?? this.#passing.get(key);
    if (known) return known;
    const earlier = this.#earlier.get(key);
    const confirmed = earlier && this.#confirm(earlier);
    if (!confirmed) return this.#evaluate(key, earlier);
    this.#known.set(key, confirmed);
    return confirmed;
  }

  /** The present digest of an input. Throws for an input that no query reads. */
  inputDigest(input: string): Digest {
    let digest = this.#inputs.get(input);
    if (digest === undefined) {
      digest = this.#readInput(input);
      this.#inputs.set(input, digest);
    }
    return digest;
  }

  #readInput(input: string): Digest {
    if (input === 'day' || input === 'month' || input === 'year') return digestOf(calendarInput(this.day, input));
    const name = collectionOf(input);
    if (!name) throw new Error(`There is no input "${input}".`);
    return this.snapshot.digest(name);
  }

  /** Every answer worth holding that holds now: those asked here, and the earlier ones that were not asked again. */
  holding(): EarlierAnswers {
    const holding = new Map(this.#known);
    for (const [key, answer] of this.#earlier) {
      if (!holding.has(key) && this.#holds(answer)) holding.set(key, answer);
    }
    return holding;
  }

  #holds({ inputs, made }: Answer, count = inputs.length): boolean {
    for (let at = 0; at < count; at += 1) {
      const input = inputs[at] ?? '';
      if (!input.startsWith(MEMO) && this.inputDigest(input) !== made[at]) return false;
    }
    return true;
  }

  /** An earlier answer as it stands now; null: it does not hold any more. */
  #confirm(earlier: Answer): Answer | null {
    if (this.#holds(earlier)) return earlier;
    const { from, inputs, value, digest } = earlier;
    if (!from || !this.#holds(earlier, from.direct)) return null;
    const reads = new Reads();
    for (const input of inputs.slice(0, from.direct)) reads.direct.add(input);
    for (const [key, before] of from.answers) {
      const answer = this.ask(key);
      if (answer.digest !== before) return null;
      reads.answers.set(key, answer);
    }
    return this.#answer(value, digest, reads);
  }

  #memo<Value>(key: QueryKey, of: Digest, make: () => Value): Value {
    const input = MEMO + of;
    const earlier = this.#known.get(key) ?? this.#earlier.get(key);
    if (earlier?.inputs[0] === input) {
      this.#known.set(key, earlier);
      return earlier.value as Value;
    }
    const value = make();
    this.#known.set(key, { value, digest: digestOfJson(value), inputs: [input], made: [of] });
    return value;
  }

  #evaluate(key: QueryKey, earlier: Answer | undefined): Answer {
    const open = key.indexOf('(');
    const name = key.slice(0, open);
    const query = Object.hasOwn(this.#queries, name) ? this.#queries[name] : undefined;
    if (!query) throw new Error(`No query answers "${key}".`);
    const reads = new Reads();
    const result = query(this.#source(reads), ...JSON.parse(`[${key.slice(open + 1, -1)}]`));
    const isPassing = result instanceof Digested;
    // The same object as before, so that what is made from it need not be made again.
    const isSame = !isPassing && earlier !== undefined && areSameLists(earlier.value, result);
    const { value, digest } = isPassing ? result : isSame ? earlier : new Digested(result, digestOfJson(result));
    const answer = this.#answer(value, digest, reads);
    (isPassing ? this.#passing : this.#known).set(key, answer);
    return answer;
  }

  #source({ direct, answers }: Reads): Source {
    return {
      collection: (name) => {
        direct.add(`collection:${name}`);
        return this.snapshot.collection(name);
      },
      today: (part) => {
        direct.add(part);
        return calendarInput(this.day, part);
      },
      ask: <Args extends readonly unknown[], Given>(query: (source: Source, ...args: Args) => Given, ...args: Args) => {
        const key = queryKey(query.name, args);
        const answer = this.ask(key);
        answers.set(key, answer);
        return answer.value as Answered<Given>;
      },
      memo: (key, of, make) => this.#memo(key, of, make),
    };
  }

  #answer(value: unknown, digest: Digest, { direct, answers }: Reads): Answer {
    if (answers.size === 0) return { value, digest, ...this.#basis(direct) };
    const all = new Set(direct);
    for (const { inputs } of answers.values()) for (const input of inputs) all.add(input);
    const { inputs, made } = this.#basis(all);
    const from = { direct: direct.size, answers: Array.from(answers, ([key, answer]) => [key, answer.digest] as const) };
    return { value, digest, inputs, made, from };
  }

  #basis(read: ReadonlySet<string>): Basis {
    const key = Array.from(read).join(' ');
    let basis = this.#bases.get(key);
    if (!basis) {
      const inputs = [...read];
      basis = { inputs, made: inputs.map((input) => this.inputDigest(input)) };
      this.#bases.set(key, basis);
    }
    return basis;
  }
}
