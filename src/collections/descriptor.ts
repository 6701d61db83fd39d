/** What there is to say about a collection of the content service. A descriptor is light: its schema is loaded when items are read. */
import type { SchoolDate } from '../lib/dates.ts';
import type { Shown } from '../lib/periods.ts';
import type { ItemReader } from '../service/schemas/reading.ts';
import type { ItemOf, ListRules } from './rules.ts';

/** What archive pages and data files can be cut by: the field that says it must be there. */
type Cut<Entity> =
  | (Entity extends { readonly date: SchoolDate | null } ? 'month' : never)
  | (Entity extends { readonly session: string } ? 'session' : never);

/** A list of any collection with filters, archive pages and data files, as queries and pages take it. */
export interface AnyList<Entity, Item> {
  /** Those of its part in the browser. */
  readonly kind: string;
  readonly shown: Shown;
  readonly cut: 'month' | 'session';
  /** Path of its first page; archive pages stand below it. */
  readonly base: string;
  /** Its heading, and its name in breadcrumbs. */
  readonly title: string;
  /** For search engines. */
  readonly description: string;
  /** Label of an archive page's link to it. */
  readonly all: string;
  /** Begins the description of an archive page; its period follows. */
  readonly about: string;
  /** Each item has a page of its own, `{base}/item/{path}`. */
  readonly itemPages?: true;
  /** Which of the collection's entities it holds; absent: every one. */
  holds?(entity: Entity): boolean;
  /** What cards and data files have of an entity; absent: all of it. */
  item?(entity: Entity): Item;
}

/** A list as its descriptor says it. `Rules` is the type of its part in the browser. */
type List<Entity, Rules> = AnyList<Entity, ItemOf<Rules>> &
  Pick<Rules extends ListRules<never> ? Rules : never, 'kind' | 'shown'> & {
    readonly cut: Cut<Entity>;
  } & (Entity extends ItemOf<Rules> ? { readonly item?: undefined } : { item(entity: Entity): ItemOf<Rules> });

/** What every collection has. */
export interface AnyCollection<Entity, Lists> {
  /**
   * The call that answers its list (specification, section 7): the path with `{code}` for the school code, whether it carries
   * the bearer token, and other paths that answer the same.
   */
  readonly call: { readonly path: string; readonly auth: boolean; readonly also?: readonly string[] };
  /** The module that reads its items. */
  schema(): Promise<{ readonly read: ItemReader<Entity> }>;
  /** True when some field is rich text, to be sanitised. */
  readonly richText?: true;
  /** Plain pages in the service's order, without filters. */
  readonly plain?: {
    /** Path of the first page; `/2` and so on follow. */
    readonly base: string;
    /** What a page holds: entities, or what `weigh` counts. An entity that is heavier has a page to itself. */
    readonly budget: number;
    /** Absent: each entity counts as 1. */
    weigh?(entity: Entity): number;
  };
  /** By name, which is also the folder of their data files. */
  readonly lists?: Readonly<Record<string, Lists>>;
}

/** A collection. With lists, `Rules` is the type of their part in the browser (`rules` of a `.list.tsx`). */
export type Collection<Entity, Rules = never> = AnyCollection<Entity, List<Entity, Rules>>;
