/**
 * What queries read, in the list's order unless told. Each read records one input, named as finely as it reads; `sync/store.ts`
 * knows when it is another.
 */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { InputKey, QueryKey, Trace } from '../engine/types.ts';
import { LruMap } from '../lib/lruMap.ts';
import type { EntityIn, EntryList } from './standing.ts';

export const SNAPSHOT_SCHEMA: readonly string[] = [
  // A collection that was asked for. `origin`: whose content it is; of another one nothing is shown. `response` changes with
  // every new response. `recipe`, `generation`: under what its items were read. `stale`, `validators`: JSON, or null.
  `CREATE TABLE collection(
    name TEXT PRIMARY KEY, origin TEXT NOT NULL, loaded INTEGER NOT NULL, response TEXT NOT NULL, recipe TEXT NOT NULL,
    generation TEXT NOT NULL, validators TEXT, stale TEXT) WITHOUT ROWID`,
  // Every item of the service's list, in its order (`place`, with gaps). `shown`: 1 it is published, 0 it is left out and the
  // report names it, null it is not meant for the site. `note`: JSON of what the report tells of it, mostly null.
  // `search_row`, `search_places`: what the search has of it (searchRows.ts); null where it has no entity. They stand before
  // what may be long, so that reading them does not read that.
  `CREATE TABLE item(
    row INTEGER PRIMARY KEY, collection TEXT NOT NULL, place INTEGER NOT NULL, id TEXT, shown INTEGER, note TEXT,
    search_row TEXT, search_places TEXT, entity TEXT, raw TEXT NOT NULL)`,
  'CREATE INDEX item_place ON item(collection, place)',
  'CREATE INDEX item_id ON item(collection, id, place) WHERE id IS NOT NULL',
  'CREATE INDEX item_told ON item(collection, place) WHERE note IS NOT NULL OR shown = 0',
  // Where published items stand in each list: by `rank`, those of one rank by `place`.
  `CREATE TABLE entry(
    list TEXT NOT NULL, path TEXT NOT NULL, row INTEGER NOT NULL, rank INTEGER NOT NULL, place INTEGER NOT NULL, day TEXT,
    grp TEXT NOT NULL, weight INTEGER NOT NULL, PRIMARY KEY (list, path)) WITHOUT ROWID`,
  'CREATE INDEX entry_order ON entry(list, rank, place, row)',
  'CREATE INDEX entry_group ON entry(list, grp, rank, place, row, weight)',
  'CREATE INDEX entry_day ON entry(list, day, rank, place, row)',
  'CREATE INDEX entry_row ON entry(row)',
];

/** A data file as it is written, which the query that names it had to make; what it names is found in what that was made from. */
export interface DataText {
  readonly text: string;
  addresses(): readonly string[];
}

/** Data files that wait to be rendered at most: a clean build makes the others again. */
const MOST_TEXTS = 50;

export type Content = ReturnType<typeof contentOn>;

/** The content on a day (`2026-11-21`, in the school's zone), for one rebuild. `texts`: data files that were made and not yet rendered, by address. */
export const contentOn = (database: SiteDatabase, day: string) => ({
  database,
  day,
  texts: new LruMap<string, DataText>(MOST_TEXTS),
});

export type CalendarPart = 'day' | 'month' | 'year';

/** `2026-11-21`, `2026-11` or `2026` of a day. */
const partOf = (day: string, part: CalendarPart): string => day.slice(0, { day: 10, month: 7, year: 4 }[part]);

/** The inputs that change with time alone, on a day. */
export function momentsOn(day: string): ReadonlyMap<InputKey, string> {
  return new Map((['day', 'month', 'year'] as const).map((part) => [part, partOf(day, part)]));
}

/** What is known of an item without its words; `path`: the segment of its address. */
export interface Member {
  readonly path: string;
  readonly day: string | null;
  readonly weight: number;
}

/** A month, year or session that has items; `weight`: the sum of theirs. */
export interface GroupSize {
  readonly key: string;
  readonly count: number;
  readonly weight: number;
}

/** What the search has of some items, the newest first: JSON of their rows with commas between, places of their words in a filter. */
export interface SearchedItems {
  readonly rows: string;
  readonly places: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the arguments of each query differ; `createReader` types them for callers.
export type Query = (source: Source, ...args: any[]) => unknown;

/** A query with its arguments in one spelling: `latest("news",6)`. */
export const queryKey = (name: string, args: readonly unknown[]): QueryKey => `${name}(${JSON.stringify(args).slice(1, -1)})`;

const ENTITIES = 'SELECT item.entity FROM entry CROSS JOIN item USING (row) WHERE list = ?';
const NAMES = "SELECT entity ->> 'id' AS id, entity ->> 'title' AS title FROM entry CROSS JOIN item USING (row) WHERE list = ?";
const IN_ORDER = 'ORDER BY rank, entry.place';
const OLDEST_FIRST = 'ORDER BY rank DESC, entry.place DESC';
const MEMBERS = 'SELECT path, day, weight FROM entry WHERE list = ?';

/** Joined by the database: thousands of rows of their own would cost ten times as much. */
const SEARCHED = `SELECT ifnull(group_concat(search_row, ','), '') AS rows, ifnull(group_concat(search_places, ''), '') AS places FROM (
  SELECT search_row, search_places FROM entry CROSS JOIN item USING (row) WHERE list = ?`;

/** All of a list or group. */
const ALL = -1;

interface ItemName {
  readonly id: string;
  readonly title: string;
}

export class Source {
  readonly #content: Content;
  readonly #trace: Trace;

  constructor(content: Content, trace: Trace) {
    this.#content = content;
    this.#trace = trace;
  }

  /** An item by the path segment of its address. */
  item<List extends EntryList>(list: List, path: string): EntityIn<List> | null {
    this.#trace.read(`item:${list}:${path}`);
    return this.#entities(list, `${ENTITIES} AND path = ?`, path)[0] ?? null;
  }

  /** The items before and after one in the list's order. */
  beside<List extends EntryList>(list: List, path: string): { newer: EntityIn<List> | null; older: EntityIn<List> | null } {
    this.#trace.read(`beside:${list}:${path}`);
    const sql = 'SELECT rank, place FROM entry WHERE list = ? AND path = ?';
    const found = this.#content.database.get<{ readonly rank: number; readonly place: number }>(sql, list, path);
    if (!found) return { newer: null, older: null };
    const { rank, place } = found;
    const newer = `${ENTITIES} AND (rank, entry.place) < (?, ?) ${OLDEST_FIRST} LIMIT 1`;
    const older = `${ENTITIES} AND (rank, entry.place) > (?, ?) ${IN_ORDER} LIMIT 1`;
    return {
      newer: this.#entities(list, newer, rank, place)[0] ?? null,
      older: this.#entities(list, older, rank, place)[0] ?? null,
    };
  }

  slice<List extends EntryList>(list: List, from: number, count: number): EntityIn<List>[] {
    this.#trace.read(`slice:${list}:${from}:${count}`);
    return this.#entities(list, `${ENTITIES} ${IN_ORDER} LIMIT ? OFFSET ?`, count, from);
  }

  /** `fromEnd`: what is taken is counted from the group's end. */
  group<List extends EntryList>(list: List, key: string, from = 0, count = ALL, fromEnd = false): EntityIn<List>[] {
    this.#trace.read(`group:${list}:${key}`);
    const sql = `${ENTITIES} AND grp = ? ${fromEnd ? OLDEST_FIRST : IN_ORDER} LIMIT ? OFFSET ?`;
    const entities = this.#entities(list, sql, key, count, from);
    return fromEnd ? entities.reverse() : entities;
  }

  membersOf(list: EntryList, key: string): Member[] {
    this.#trace.read(`group:${list}:${key}`);
    return this.#content.database.all(`${MEMBERS} AND grp = ? ORDER BY rank, place`, list, key);
  }

  searchedGroup(list: EntryList, key: string): SearchedItems {
    this.#trace.read(`group:${list}:${key}`);
    return this.#searched(`${SEARCHED} AND grp = ? ORDER BY day DESC, rank, entry.place)`, list, key);
  }

  /** The same of items of a list, in its order. */
  searchedSlice(list: EntryList, from: number, count: number): SearchedItems {
    this.#trace.read(`slice:${list}:${from}:${count}`);
    return this.#searched(`${SEARCHED} ${IN_ORDER} LIMIT ? OFFSET ?)`, list, count, from);
  }

  /** The names of a day's items: they alone are read, as every page of an item asks for those of its day. */
  on(list: EntryList, day: string): ItemName[] {
    this.#trace.read(`on:${list}:${day}`);
    return this.#content.database.all(`${NAMES} AND day = ? ${IN_ORDER}`, list, day);
  }

  /** The items from a day on, nearest first; those of one instant in the list's order. For lists that stand newest first. */
  coming<List extends EntryList>(list: List, day: string, count: number): EntityIn<List>[] {
    this.#trace.read(`coming:${list}:${day}`);
    return this.#entities(list, `${ENTITIES} AND day >= ? ORDER BY day, rank DESC, entry.place LIMIT ?`, day, count);
  }

  /** The items before a day and the undated ones, in the list's order. */
  past<List extends EntryList>(list: List, day: string, count: number): EntityIn<List>[] {
    this.#trace.read(`past:${list}:${day}`);
    const before = this.#entities(list, `${ENTITIES} AND day < ? ORDER BY day DESC, rank, entry.place LIMIT ?`, day, count);
    const left = count - before.length;
    return [...before, ...this.#entities(list, `${ENTITIES} AND day IS NULL ${IN_ORDER} LIMIT ?`, left)];
  }

  groups(list: EntryList): GroupSize[] {
    this.#trace.read(`skeleton:${list}`);
    const sizes = 'SELECT grp AS key, count(*) AS count, sum(weight) AS weight FROM entry WHERE list = ?';
    return this.#content.database.all(`${sizes} GROUP BY grp ORDER BY min(rank)`, list);
  }

  members(list: EntryList): Member[] {
    this.#trace.read(`skeleton:${list}`);
    return this.#content.database.all(`${MEMBERS} ORDER BY rank, place`, list);
  }

  paths(list: EntryList): string[] {
    this.#trace.read(`skeleton:${list}`);
    // Joined by the database: 10,000 rows of their own would cost 9 ms, and this 2.
    return this.#content.database.value("SELECT group_concat(path, ' ') FROM entry WHERE list = ?", list)?.split(' ') ?? [];
  }

  today(part: CalendarPart): string {
    this.#trace.read(part);
    return partOf(this.#content.day, part);
  }

  /** The answer to another query, which is known by its function's name. */
  ask<Args extends readonly unknown[], Given>(query: (source: Source, ...args: Args) => Given, ...args: Args): Given {
    return this.#trace.ask(queryKey(query.name, args)) as Given;
  }

  /** Keeps the text of a data file until it is rendered. */
  keep(href: string, text: DataText): void {
    this.#content.texts.set(href, text);
  }

  #searched(sql: string, ...values: (string | number)[]): SearchedItems {
    return this.#content.database.get<SearchedItems>(sql, ...values) ?? { rows: '', places: '' };
  }

  #entities<List extends EntryList>(list: List, sql: string, ...values: (string | number)[]): EntityIn<List>[] {
    return this.#content.database.column(sql, list, ...values).map((entity): EntityIn<List> => JSON.parse(entity));
  }
}
