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
export const isCollection = (name: unknown): name is CollectionName => COLLECTION_NAMES.some((known) => known === name);

/** Collections with plain pages. */
export type PlainName = { [Name in CollectionName]: Registry[Name] extends { plain: unknown } ? Name : never }[CollectionName];

type ListsOf<Name extends CollectionName> = Registry[Name] extends { lists: infer Lists }
  ? {
      [Key in keyof Lists]: {
        name: Key;
        list: Lists[Key];
        item: Lists[Key] extends { item: (entity: never) => infer Item } ? Item : Collections[Name];
      };
    }[keyof Lists]
  : never;
type AnyOfLists = { [Name in CollectionName]: ListsOf<Name> }[CollectionName];
export type ListItems = { [List in AnyOfLists as List['name']]: List['item'] };
export type ListName = keyof ListItems;
export type ListItem = ListItems[ListName];
/** Lists whose items have pages of their own. */
export type ItemListName = Extract<AnyOfLists, { list: { itemPages: true } }>['name'];

const named = COLLECTION_NAMES.flatMap((collection) =>
  Object.entries(COLLECTIONS[collection].lists ?? {}).map(([name, list]) => [name, { ...list, collection }]),
);
/** By name, each with the collection it is of. */
export const LISTS = Object.fromEntries(named) as {
  readonly [Name in ListName]: AnyList<Entity, ListItems[Name]> & { readonly collection: CollectionName };
};
export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[];
export const ITEM_LIST_NAMES = LIST_NAMES.filter((name): name is ItemListName => LISTS[name].itemPages === true);
