import type { CollectionName } from '../../collections/index.ts';
import type { SplitList } from './split.ts';

/** Bytes of responses that stay for certain, the latest ones first: what is edited once is edited again. */
const MOST_KEPT = 16 * 1024 * 1024;

/**
 * The last response of each collection: the next one is compared with its bytes. Beyond {@link MOST_KEPT} it stays for as
 * long as nothing else needs the memory; what is gone costs the comparison with the stored items.
 */
export class LastResponses {
  readonly #lists = new Map<CollectionName, { readonly response: string; readonly list: WeakRef<SplitList> }>();
  /** The latest last. */
  readonly #kept = new Map<CollectionName, SplitList>();

  /** The response that the stored items are those of; null: not known here. */
  get(name: CollectionName, response: string): SplitList | null {
    const last = this.#lists.get(name);
    return last?.response === response ? (last.list.deref() ?? null) : null;
  }

  set(name: CollectionName, response: string, { body, bounds, open, close }: SplitList): void {
    const list = { body, bounds, open, close };
    this.#lists.set(name, { response, list: new WeakRef(list) });
    this.#kept.delete(name);
    this.#kept.set(name, list);
    let bytes = this.#kept.values().reduce((sum, kept) => sum + kept.body.length, 0);
    for (const [oldest, kept] of this.#kept) {
      if (bytes <= MOST_KEPT) break;
      this.#kept.delete(oldest);
      bytes -= kept.body.length;
    }
  }
}
