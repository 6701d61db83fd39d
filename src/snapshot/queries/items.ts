import { type ItemListName, LISTS, type ListItems } from '../../collections/index.ts';
import { digestOfJson } from '../../lib/digest.ts';
import { memoize } from '../../lib/memoize.ts';
import { identityToPath, itemPath } from '../../lib/paths.ts';
import type { ItemView, NeighbourItem } from '../../types/views.ts';
import { Digested, type Source } from '../evaluator.ts';
import type { Row } from '../types.ts';
import { type ListIndex, listIndex } from './listIndex.ts';

/** Places in a list's order, by the path segment of the item's address. */
const placesByPath = memoize(
  ({ rows }: ListIndex<ListItems[ItemListName]>) => new Map(rows.map(({ id }, at) => [identityToPath(id), at])),
);

function neighbour(row: Row<ListItems[ItemListName]> | undefined): NeighbourItem | null {
  return row ? { id: row.id, title: row.entity.title } : null;
}

/** An item and its neighbours, by the path segment of its address; null when there is no such item. */
export function item<Name extends ItemListName>(
  source: Source,
  name: Name,
  path: string,
): Digested<ItemView<ListItems[Name]>> | null {
  const index = listIndex(source, name);
  const at = placesByPath(index).get(path) ?? -1;
  const row = index.rows[at];
  if (!row) return null;
  const newer = neighbour(index.rows[at - 1]);
  const older = neighbour(index.rows[at + 1]);
  return new Digested({ item: row.entity, newer, older }, digestOfJson([row.digest, newer, older]));
}

/** Addresses of the pages of a list's items. */
export function itemPaths(source: Source, name: ItemListName): string[] {
  return listIndex(source, name).rows.map(({ id }) => itemPath(LISTS[name].base, id));
}
