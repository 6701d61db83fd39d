/**
 * Answers to queries, each made at most once and again only when something that it was made from may have changed: as in
 * preactjs/signals, what is suspected is confirmed bottom up, and the search stops where a digest is as it was.
 */
import { type Digest, digestOf } from '../lib/digest.ts';
import { LruMap } from '../lib/lruMap.ts';
import { askedInput, queryOfInput, type Traces } from './traces.ts';
import type { InputKey, QueryKey, RenderingWorld } from './types.ts';

interface Held {
  readonly value: unknown;
  readonly digest: Digest;
  /** Its JSON is recorded. */
  readonly isKept: boolean;
}

/**
 * Answers held in memory, for one rebuild and those after it: those that pages share, such as the header's highlights, whose
 * markup is cached by the object. An item's own answer is asked once; it would only take room.
 */
const MOST_HELD = 1000;

export class Answers {
  #held = new LruMap<QueryKey, Held>(MOST_HELD);
  #world: Pick<RenderingWorld, 'evaluate'> | null = null;
  /** Answers of earlier rebuilds; `record` takes one that is new, or was made again. */
  readonly #recorded: Pick<Traces, 'find' | 'inputsOf' | 'record'>;
  /** Queries that may answer otherwise than recorded. */
  #suspects: Set<QueryKey> = new Set();
  #touched: ReadonlySet<InputKey> = new Set();
  /** Queries that do answer otherwise than before this rebuild. */
  #changed = new Set<QueryKey>();
  evaluated = 0;

  constructor(recorded: Pick<Traces, 'find' | 'inputsOf' | 'record'>) {
    this.#recorded = recorded;
  }

  /** Begins a rebuild on another world; `suspects`: the queries that depend on what was touched, at whatever distance. */
  begin(world: Pick<RenderingWorld, 'evaluate'>, touched: ReadonlySet<InputKey>, suspects: Set<QueryKey>): void {
    this.#world = world;
    this.#touched = touched;
    this.#suspects = suspects;
    this.#changed = new Set();
    this.evaluated = 0;
  }

  /** Nothing that was answered before holds. */
  forget(): void {
    this.#held = new LruMap(MOST_HELD);
  }

  /** A query is no longer recorded. */
  drop(query: QueryKey): void {
    this.#held.delete(query);
  }

  /** `keep`: another query asks, so that its JSON is recorded. */
  ask(query: QueryKey, keep = false): unknown {
    if (!this.#suspects.has(query) || this.#isConfirmed(query)) {
      const held = this.#held.get(query);
      if (held && (!keep || held.isKept)) return held.value;
      const json = this.#recorded.find(query)?.json ?? null;
      if (json !== null) {
        const value: unknown = JSON.parse(json);
        this.#held.set(query, { value, digest: digestOf(json), isKept: true });
        return value;
      }
    }
    return this.#evaluate(query, keep);
  }

  /** Whether a query answers otherwise than it did before this rebuild; one that fails now does. */
  isChanged(query: QueryKey): boolean {
    if (this.#changed.has(query)) return true;
    if (!this.#suspects.has(query)) return false;
    if (!this.#isConfirmed(query)) {
      try {
        this.#evaluate(query, false);
      } catch {
        // Pages that ask it now are rendered, and fail with the reason; the others do not ask it any more.
        this.#changed.add(query);
      }
    }
    return this.#changed.has(query);
  }

  /** Whether a suspected query answers as recorded, as far as what it was made from tells. */
  #isConfirmed(query: QueryKey): boolean {
    if (!this.#recorded.find(query)) return false;
    for (const input of this.#recorded.inputsOf(query)) {
      const asked = queryOfInput(input);
      if (asked === null ? this.#touched.has(input) : this.isChanged(asked)) return false;
    }
    this.#suspects.delete(query);
    return true;
  }

  #evaluate(query: QueryKey, keep: boolean): unknown {
    const inputs = new Set<InputKey>();
    if (!this.#world) throw new Error('Nothing can be asked before a rebuild has begun.');
    const answer = this.#world.evaluate(query, {
      read: (input) => inputs.add(input),
      ask: (other) => {
        inputs.add(askedInput(other));
        return this.ask(other, true);
      },
    });
    this.evaluated += 1;
    const json = JSON.stringify(answer) ?? 'null';
    const digest = digestOf(json);
    const before = this.#recorded.find(query);
    if (before && before.digest !== digest) this.#changed.add(query);
    const held = this.#held.get(query);
    // The same object as before, so that what is made from it need not be made again.
    const value = held?.digest === digest ? held.value : answer;
    const isKept = keep || (before?.json ?? null) !== null;
    this.#suspects.delete(query);
    this.#held.set(query, { value, digest, isKept });
    this.#recorded.record(query, { digest, inputs: [...inputs], json: isKept ? json : null });
    return value;
  }
}
