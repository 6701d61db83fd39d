import type { CollectionName } from '../../collections/index.ts';
import type { SplitList } from './json.ts';

/**
 * The last response of each collection, for as long as nothing else needs the memory: the next one is compared with its
 * bytes. What is gone costs the comparison with the stored items.
 */
export class LastResponses {
  readonly #lists = new Map<CollectionName, { readonly response: string; readonly list: WeakRef<SplitList> }>();

  /** The response that the stored items are those of; null: not known here. */
  get(name: CollectionName, response: string): SplitList | null {
    const last = this.#lists.get(name);
    return last?.response === response ? (last.list.deref() ?? null) : null;
  }

  set(name: CollectionName, response: string, { body, bounds, open, close }: SplitList): void {
    this.#lists.set(name, { response, list: new WeakRef({ body, bounds, open, close }) });
  }
}
