/** Which queries about one item, part or album answer as before, told without asking each of thousands. */
import {
  type CollectionName,
  ITEM_LIST_NAMES,
  type ItemListName,
  LIST_NAMES,
  LISTS,
  type ListName,
} from '../../collections/index.ts';
import { middle } from '../../lib/middle.ts';
import { identityToPath } from '../../lib/paths.ts';
import { isSameList } from '../../lib/sameList.ts';
import { type QueryKey, queryKey } from '../query.ts';
import type { Row, Snapshot } from '../types.ts';
import { pagesOf } from './albums.ts';
import { listIndex } from './listIndex.ts';

/** The queries whose keys begin alike. */
interface Family {
  readonly beginning: string;
  /** Those of them that may answer otherwise. */
  readonly touched: ReadonlySet<QueryKey>;
}

type Rows<Entity> = readonly Row<Entity>[];

function family(name: string, common: readonly unknown[], arguments_: Iterable<readonly unknown[]>): Family {
  const beginning = queryKey(name, common).slice(0, -1) + (common.length > 0 ? ',' : '');
  return { beginning, touched: new Set(Array.from(arguments_, (own) => queryKey(name, [...common, ...own]))) };
}

/** The rows that changed, came or went, with `margin` neighbours on each side. */
function changedRows<Entity>(before: Rows<Entity>, now: Rows<Entity>, margin = 0): Rows<Entity> {
  const { at, remove, end } = middle(before, now);
  if (remove === 0 && end === at) return [];
  const from = Math.max(0, at - margin);
  return [...before.slice(from, at + remove + margin), ...now.slice(from, end + margin)];
}

/** An item's page names the items beside it. */
function itemFamilies(name: ItemListName, before: Snapshot, now: Snapshot): Family[] {
  const rows = changedRows<unknown>(listIndex(before, name).rows, listIndex(now, name).rows, 1);
  const paths = rows.map(({ id }) => [identityToPath(id)]);
  return [family('item', [name], paths), ...(name === 'events' ? [family('event', [], paths)] : [])];
}

/** A part's page links to the parts beside it. */
function archiveFamily(name: ListName, before: Snapshot, now: Snapshot): Family {
  const [old, current] = [listIndex(before, name), listIndex(now, name)];
  const stays = (key: string) => {
    const [was, is] = [old.places.get(key) ?? -1, current.places.get(key) ?? -1];
    const isSameNeighbour = (step: number) => old.parts[was + step]?.key === current.parts[is + step]?.key;
    return isSameList(old.parts[was]?.rows ?? [], current.parts[is]?.rows ?? []) && [-1, 0, 1].every(isSameNeighbour);
  };
  const keys = new Set([...old.places.keys(), ...current.places.keys()]);
  return family(
    'archive',
    [name],
    Array.from(
      keys.values().filter((key) => !stays(key)),
      (key) => [key],
    ),
  );
}

/** An album's pages name the albums beside it. */
function albumFamily(before: Snapshot, now: Snapshot): Family {
  const rows = changedRows(listIndex(before, 'gallery').rows, listIndex(now, 'gallery').rows, 1);
  const pages = rows.flatMap(({ id, entity }) =>
    Array.from({ length: pagesOf(entity.count) }, (_, at) => [identityToPath(id), at + 1] as const),
  );
  return family('album', [], pages);
}

/**
 * Whether a query that reads this collection alone is certain to answer as it did in an earlier snapshot. False for queries
 * about a whole list: they are to be asked. What stayed the same is the same object in both.
 */
export function untouchedQueries(name: CollectionName, before: Snapshot, now: Snapshot): (query: QueryKey) => boolean {
  const families = [
    ...LIST_NAMES.filter((list) => LISTS[list].collection === name).map((list) => archiveFamily(list, before, now)),
    ...ITEM_LIST_NAMES.filter((list) => LISTS[list].collection === name).flatMap((list) => itemFamilies(list, before, now)),
    ...(name === 'gallery' ? [albumFamily(before, now)] : []),
  ];
  return (query) => {
    const found = families.find(({ beginning }) => query.startsWith(beginning));
    return found !== undefined && !found.touched.has(query);
  };
}
