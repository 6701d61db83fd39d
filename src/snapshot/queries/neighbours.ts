/** Where an item stands in its list, and the items beside it, which its page names. */
import type { ItemListName, ListItem, ListItems } from '../../collections/index.ts';
import { memoize } from '../../lib/memoize.ts';
import { identityToPath } from '../../lib/paths.ts';
import type { NeighbourItem, Neighbours } from '../../types/views.ts';
import type { Row } from '../types.ts';
import type { ListIndex } from './listIndex.ts';

/** Items and albums have pages of their own. */
type PagedItem = ListItems[ItemListName | 'gallery'];

/** Places in a list's order, by the path segment of the item's address. */
export const placesByPath = memoize(
  ({ rows }: ListIndex<ListItem>) => new Map(rows.map(({ id }, at) => [identityToPath(id), at])),
);

function pictureOf(item: PagedItem) {
  if ('cover' in item) return item.cover;
  return 'images' in item ? (item.images[0] ?? null) : item.image;
}

function neighbour(row: Row<PagedItem> | undefined): NeighbourItem | null {
  if (!row) return null;
  const { title, date } = row.entity;
  return { id: row.id, title, date, picture: pictureOf(row.entity) };
}

/** The items beside the one at a place. */
export function neighboursAt({ rows }: ListIndex<PagedItem>, at: number): Neighbours {
  return { newer: neighbour(rows[at - 1]), older: neighbour(rows[at + 1]) };
}
