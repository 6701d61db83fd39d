/** What the rooms of the site derive from the collections' descriptors. */
import type { EntityOf } from '../service/schemas/reading.ts';
import type { AnyCollection, AnyList } from './descriptor.ts';
import * as registry from './registry.ts';

type Registry = typeof registry;
/** By its name in the content service. */
export type CollectionName = keyof Registry;

export type Collections = {
  readonly [Name in CollectionName]: EntityOf<Awaited<ReturnType<Registry[Name]['schema']>>['read']>;
};

export type Entity = Collections[CollectionName];

export const COLLECTIONS: Readonly<Record<CollectionName, AnyCollection<Entity, AnyList<Entity, unknown>>>> = registry;
export const COLLECTION_NAMES = Object.keys(registry) as readonly CollectionName[];

type PlainNames = { [Name in CollectionName]: Registry[Name] extends { plain: unknown } ? Name : never };
/** Collections with plain pages. */
export type PlainName = PlainNames[CollectionName];

type ListsOf<Name extends CollectionName> = Registry[Name] extends { lists: infer Lists }
  ? {
      [Key in keyof Lists]: Lists[Key] extends { item: (entity: never) => infer Item } ? Item : Collections[Name];
    }
  : never;
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (member: infer All) => void
  ? All
  : never;
export type ListItems = Intersection<{ [Name in CollectionName]: ListsOf<Name> }[CollectionName]>;
export type ListName = keyof ListItems;
export type ListItem = ListItems[ListName];

type WithItemPages<Lists> = { [Name in keyof Lists]: Lists[Name] extends { itemPages: true } ? Name : never }[keyof Lists];
/** Lists whose items have pages of their own. */
export type ItemListName = {
  [Name in CollectionName]: Registry[Name] extends { lists: infer Lists } ? WithItemPages<Lists> : never;
}[CollectionName];

const named = COLLECTION_NAMES.flatMap((collection) =>
  Object.entries(COLLECTIONS[collection].lists ?? {}).map(([name, list]) => [name, { ...list, collection }]),
);
/** By name, each with the collection it is of. */
export const LISTS = Object.fromEntries(named) as {
  readonly [Name in ListName]: AnyList<Entity, ListItems[Name]> & { readonly collection: CollectionName };
};
export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[];
export const ITEM_LIST_NAMES = LIST_NAMES.filter((name): name is ItemListName => LISTS[name].itemPages === true);
