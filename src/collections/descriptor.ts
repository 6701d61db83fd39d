/** What there is to say about a collection of the content service. A descriptor is light: its schema is loaded when items are read. */
import type { SchoolDate } from '../lib/dates.ts';
import type { Shown } from '../lib/periods.ts';
import type { ItemReader } from '../service/schemas/reading.ts';
import type { ItemOf, ListRules } from './rules.ts';

/** The call that answers the collection's list (specification, section 7). */
interface Call {
  /** Path with `{code}` for the school code. */
  readonly path: string;
  /** Whether the call carries the bearer token. */
  readonly auth: boolean;
  /** Other paths of the specification that answer the same. */
  readonly also?: readonly string[];
}

/** The page that a list begins with. */
interface Pages {
  /** Its path; archive pages stand below it. */
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
}

/** What archive pages and data files can be cut by: the field that says it must be there. */
type Cut<Entity> =
  | (Entity extends { readonly date: SchoolDate | null } ? 'month' : never)
  | (Entity extends { readonly session: string } ? 'session' : never);

/** A list with filters, archive pages and data files. `Rules` is its part in the browser. */
type List<Entity, Rules> = Pages &
  Pick<Rules extends ListRules<never> ? Rules : never, 'kind' | 'shown'> & {
    readonly cut: Cut<Entity>;
    /** Which of the collection's entities it holds; absent: every one. */
    holds?(entity: Entity): boolean;
  } & (Entity extends ItemOf<Rules>
    ? { readonly item?: undefined }
    : {
        /** What cards and data files have of an entity. */
        item(entity: Entity): ItemOf<Rules>;
      });

/** A list of any collection, as queries and pages take it. */
export interface AnyList<Entity, Item> extends Pages {
  readonly kind: string;
  readonly shown: Shown;
  readonly cut: 'month' | 'session';
  holds?(entity: Entity): boolean;
  item?(entity: Entity): Item;
}

/** Plain pages in the service's order, without filters. */
interface PlainPages<Entity> {
  /** Path of the first page; `/2` and so on follow. */
  readonly base: string;
  /** What a page holds: entities, or what `weigh` counts. An entity that is heavier has a page to itself. */
  readonly budget: number;
  /** Absent: each entity counts as 1. */
  weigh?(entity: Entity): number;
}

/** What every collection has. */
export interface AnyCollection<Entity, Lists> {
  readonly call: Call;
  /** The module that reads its items. */
  schema(): Promise<{ readonly read: ItemReader<Entity> }>;
  /** True when some field is rich text, to be sanitised. */
  readonly richText?: true;
  readonly plain?: PlainPages<Entity>;
  /** By name, which is also the folder of their data files. */
  readonly lists?: Readonly<Record<string, Lists>>;
}

/** A collection. With lists, `Rules` is the type of their part in the browser (`rules` of a `.list.tsx`). */
export type Collection<Entity, Rules = never> = AnyCollection<Entity, List<Entity, Rules>>;
