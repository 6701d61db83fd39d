import type { CollectionName, Collections } from '../../src/collections/index.ts';
import { digestOfJson } from '../../src/lib/digest.ts';
import type { Snapshot } from '../../src/snapshot/types.ts';

export type Content = { readonly [Name in CollectionName]?: readonly Collections[Name][] };

/** A snapshot made of entities given as they are; a collection not named has never been fetched. */
export function snapshotOf(content: Content): Snapshot {
  const states = new Map<CollectionName, ReturnType<Snapshot['collection']>>();
  const collection = (name: CollectionName) => {
    let state = states.get(name);
    if (!state) {
      const rows = (content[name] ?? []).map((entity) => ({ id: entity.id, digest: digestOfJson(entity), entity }));
      state = { digest: digestOfJson([name, name in content, rows.map((row) => row.digest)]), loaded: name in content, rows };
      states.set(name, state);
    }
    return state;
  };
  return { collection: collection as Snapshot['collection'], digest: (name) => collection(name).digest };
}
