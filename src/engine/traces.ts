/**
 * What is known of pages: which queries each asked, which inputs these read, and what the page's files name. Indexed both
 * ways: from an input to the pages that depend on it, and from a page to what it asked.
 */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { Digest } from '../lib/digest.ts';
import { type Answer, askedInput, queryOfInput, type RecordedAnswers } from './answers.ts';
import type { InputKey, PageKey, QueryKey } from './types.ts';

export const TRACE_SCHEMA: readonly string[] = [
  // `rebuild`: the number of the one in which it last answered otherwise.
  'CREATE TABLE query(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, json TEXT, rebuild INTEGER NOT NULL)',
  // The last rebuilds that rendered something, and the last one: the release that each ended with, when (epoch milliseconds),
  // and what its maker noted.
  'CREATE TABLE rebuild(number INTEGER PRIMARY KEY, release TEXT NOT NULL, at INTEGER NOT NULL, note TEXT, has_rendered INTEGER NOT NULL)',
  // `input` as in `InputKey`, or the query that was asked.
  'CREATE TABLE dependency(input TEXT NOT NULL, query INTEGER NOT NULL, PRIMARY KEY (input, query)) WITHOUT ROWID',
  'CREATE INDEX dependency_of ON dependency(query)',
  // `set_query`: the query whose answer names it. `rebuild`: the number of the one that rendered it last; `cause`: why, in one line.
  'CREATE TABLE page(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, set_query INTEGER NOT NULL, rebuild INTEGER, cause TEXT)',
  'CREATE INDEX page_of_set ON page(set_query)',
  'CREATE TABLE asked(query INTEGER NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (query, page)) WITHOUT ROWID',
  'CREATE INDEX asked_by ON asked(page)',
  // Addresses that a page names and that may vanish while it stays.
  'CREATE TABLE link(address TEXT NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (address, page)) WITHOUT ROWID',
  'CREATE INDEX link_of ON link(page)',
  'CREATE TABLE shown(asset_group TEXT NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (asset_group, page)) WITHOUT ROWID',
  'CREATE INDEX shown_by ON shown(page)',
  // Inputs that changed and that no release has taken in yet.
  'CREATE TABLE touched(input TEXT PRIMARY KEY) WITHOUT ROWID',
  'CREATE TABLE moment(input TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
];

/** Rebuilds that are remembered. */
const REMEMBERED = 1000;

export interface EndedRebuild {
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly note: string | null;
}

/** Records that inputs changed: the next rebuild asks the queries again that read them. */
export function touch(database: SiteDatabase, inputs: Iterable<InputKey>): void {
  const insert = database.prepare('INSERT OR IGNORE INTO touched VALUES (?)');
  for (const input of inputs) insert.run(input);
}

/** The recorded inputs that begin with a text, such as all slices of a list. */
export function recordedInputs(database: SiteDatabase, beginning: string): InputKey[] {
  const rows = database
    .prepare('SELECT DISTINCT input FROM dependency WHERE input >= ? AND input < ?')
    .all(beginning, `${beginning}\u{10ffff}`);
  return rows.map(({ input }) => String(input));
}

/** Queries that depend on inputs, at whatever distance. */
export function dependentQueries(database: SiteDatabase, inputs: Iterable<InputKey>): Set<QueryKey> {
  const direct = database.prepare(
    'SELECT query.key FROM dependency JOIN query ON query.id = dependency.query WHERE dependency.input = ?',
  );
  const found = new Set<QueryKey>();
  const open = [...inputs];
  for (let input = open.pop(); input !== undefined; input = open.pop()) {
    for (const { key } of direct.all(input)) {
      const query = String(key);
      if (found.has(query)) continue;
      found.add(query);
      open.push(askedInput(query));
    }
  }
  return found;
}

/** A page's trace and what its files name. */
export interface TracedPage {
  readonly key: PageKey;
  readonly queries: readonly QueryKey[];
  readonly groups: Iterable<string>;
  /** Address paths that may vanish while the page stays. */
  readonly links: Iterable<string>;
}

/** What pages asked and named, and do not any more. Others may. */
export interface LeftTrace {
  readonly queries: readonly QueryKey[];
  readonly groups: readonly string[];
}

export interface PageRow {
  readonly id: number;
  readonly rebuild: number | null;
  readonly cause: string | null;
}

/** The traces of a database. Everything that writes belongs into a write lock. */
export class Traces implements RecordedAnswers {
  readonly #database: SiteDatabase;
  /** Told of queries that nothing asks any more. */
  readonly #onDropped: (query: QueryKey) => void;
  #rebuild = 0;

  constructor(database: SiteDatabase, onDropped: (query: QueryKey) => void) {
    this.#database = database;
    this.#onDropped = onDropped;
  }

  /** The number of the last rebuild. */
  lastRebuild(): number {
    return Number(this.#database.prepare('SELECT max(number) AS number FROM rebuild').get()?.number ?? 0);
  }

  /** What is recorded from now on belongs to a rebuild of this number. */
  beginRebuild(number: number): void {
    this.#rebuild = number;
  }

  endRebuild({ release, at, note }: EndedRebuild, hasRendered: boolean): void {
    this.#database.prepare('DELETE FROM rebuild WHERE NOT has_rendered').run();
    const insert = this.#database.prepare('INSERT INTO rebuild VALUES (?, ?, ?, ?, ?)');
    insert.run(this.#rebuild, release, at, note, hasRendered ? 1 : 0);
    const oldest = 'SELECT number FROM rebuild ORDER BY number DESC LIMIT 1 OFFSET ?';
    this.#database.prepare(`DELETE FROM rebuild WHERE number <= (${oldest})`).run(REMEMBERED);
  }

  rebuild(number: number): EndedRebuild | null {
    const row = this.#database.prepare('SELECT release, at, note FROM rebuild WHERE number = ?').get(number);
    return row ? { release: String(row.release), at: Number(row.at), note: row.note as string | null } : null;
  }

  /** Inputs touched since the last release. */
  touched(): Set<InputKey> {
    return new Set(
      this.#database
        .prepare('SELECT input FROM touched')
        .all()
        .map(({ input }) => String(input)),
    );
  }

  clearTouched(): void {
    this.#database.prepare('DELETE FROM touched').run();
  }

  /** Records inputs that change with time; those that are others than recorded. */
  takeMoments(moments: ReadonlyMap<InputKey, string>): InputKey[] {
    const find = this.#database.prepare('SELECT value FROM moment WHERE input = ?');
    const changed = [...moments].filter(([input, value]) => find.get(input)?.value !== value);
    const put = this.#database.prepare('INSERT OR REPLACE INTO moment VALUES (?, ?)');
    for (const [input, value] of changed) put.run(input, value);
    return changed.map(([input]) => input);
  }

  /** Forgets everything. */
  clear(): void {
    for (const table of ['query', 'dependency', 'page', 'asked', 'link', 'shown', 'touched', 'moment'])
      this.#database.prepare(`DELETE FROM ${table}`).run();
  }

  find(query: QueryKey): { readonly digest: Digest; readonly json: string | null } | null {
    const row = this.#database.prepare('SELECT digest, json FROM query WHERE key = ?').get(query);
    return row ? { digest: row.digest as Digest, json: row.json as string | null } : null;
  }

  inputsOf(query: QueryKey): InputKey[] {
    const rows = this.#database
      .prepare('SELECT input FROM dependency WHERE query = (SELECT id FROM query WHERE key = ?)')
      .all(query);
    return rows.map(({ input }) => String(input));
  }

  record(query: QueryKey, { digest, inputs, json }: Answer): void {
    const known = this.#database.prepare('SELECT id FROM query WHERE key = ?').get(query);
    if (known) {
      const update = `UPDATE query SET rebuild = iif(digest = ?1, rebuild, ?2), digest = ?1, json = coalesce(?3, json) WHERE id = ?4`;
      this.#database.prepare(update).run(digest, this.#rebuild, json, Number(known.id));
      this.#replace('dependency', 'input', 'query', Number(known.id), inputs, false);
    } else {
      const insert = this.#database.prepare('INSERT INTO query(key, digest, json, rebuild) VALUES (?, ?, ?, ?)');
      const { lastInsertRowid } = insert.run(query, digest, json, this.#rebuild);
      this.#replace('dependency', 'input', 'query', Number(lastInsertRowid), inputs, true);
    }
  }

  page(key: PageKey): PageRow | null {
    const row = this.#database.prepare('SELECT id, rebuild, cause FROM page WHERE key = ?').get(key);
    if (!row) return null;
    return { id: Number(row.id), rebuild: row.rebuild as number | null, cause: row.cause as string | null };
  }

  pageKeys(): PageKey[] {
    return this.#database
      .prepare('SELECT key FROM page ORDER BY key')
      .all()
      .map(({ key }) => String(key));
  }

  pagesOfSet(set: QueryKey): PageKey[] {
    const sql = 'SELECT key FROM page WHERE set_query = (SELECT id FROM query WHERE key = ?)';
    return this.#database
      .prepare(sql)
      .all(set)
      .map(({ key }) => String(key));
  }

  /** Adds a page that is not rendered yet. Fails for one that another set names. */
  addPage(key: PageKey, set: QueryKey): void {
    this.#database.prepare('INSERT INTO page(key, set_query) SELECT ?, id FROM query WHERE key = ?').run(key, set);
  }

  movePage(key: PageKey, set: QueryKey): void {
    this.#database.prepare('UPDATE page SET set_query = (SELECT id FROM query WHERE key = ?) WHERE key = ?').run(set, key);
  }

  hasAskers(query: QueryKey): boolean {
    const sql = 'SELECT 1 FROM asked WHERE query = (SELECT id FROM query WHERE key = ?) LIMIT 1';
    return this.#database.prepare(sql).get(query) !== undefined;
  }

  /** The pages that asked a query. */
  askers(query: QueryKey): PageKey[] {
    const sql =
      'SELECT page.key FROM asked JOIN page ON page.id = asked.page WHERE asked.query = (SELECT id FROM query WHERE key = ?)';
    return this.#database
      .prepare(sql)
      .all(query)
      .map(({ key }) => String(key));
  }

  queriesOf(page: number): { readonly query: QueryKey; readonly digest: Digest; readonly rebuild: number }[] {
    const sql =
      'SELECT query.key, query.digest, query.rebuild FROM asked JOIN query ON query.id = asked.query WHERE asked.page = ?';
    const rows = this.#database.prepare(sql).all(page);
    return rows.map(({ key, digest, rebuild }) => ({ query: String(key), digest: digest as Digest, rebuild: Number(rebuild) }));
  }

  /** Whether a page or another query asks a query, or it says which pages exist. */
  isAsked(query: QueryKey): boolean {
    const sql = `SELECT EXISTS (SELECT 1 FROM asked WHERE query = q.id) OR EXISTS (SELECT 1 FROM page_set WHERE query = q.key)
      OR EXISTS (SELECT 1 FROM dependency WHERE input = ?) AS yes FROM query q WHERE key = ?`;
    return this.#database.prepare(sql).get(askedInput(query), query)?.yes === 1;
  }

  /** Groups that pages name: those of them that no page names any more. */
  unshown(groups: Iterable<string>): string[] {
    const find = this.#database.prepare('SELECT 1 FROM shown WHERE asset_group = ? LIMIT 1');
    return [...groups].filter((group) => !find.get(group));
  }

  /** The pages that name an address. */
  linking(address: string): PageKey[] {
    const rows = this.#database
      .prepare('SELECT page.key FROM link JOIN page ON page.id = link.page WHERE link.address = ?')
      .all(address);
    return rows.map(({ key }) => String(key));
  }

  /** Puts what a page asked and names in place of what it did before. Its queries are recorded. */
  write({ key, queries, groups, links }: TracedPage, cause: string): { readonly left: LeftTrace; readonly newLinks: string[] } {
    const known = this.page(key);
    if (!known) throw new Error(`${key} is no known page.`);
    const { id, rebuild } = known;
    this.#database.prepare('UPDATE page SET rebuild = ?, cause = ? WHERE id = ?').run(this.#rebuild, cause, id);
    const find = this.#database.prepare('SELECT id FROM query WHERE key = ?');
    const asked = queries.map((query) => Number(find.get(query)?.id));
    const isNew = rebuild === null;
    const left = {
      queries: this.#keysOf(this.#replace('asked', 'query', 'page', id, asked, isNew).gone),
      groups: this.#replace('shown', 'asset_group', 'page', id, groups, isNew).gone,
    };
    return { left, newLinks: this.#replace('link', 'address', 'page', id, links, isNew).added };
  }

  #keysOf(queries: readonly number[]): QueryKey[] {
    const find = this.#database.prepare('SELECT key FROM query WHERE id = ?');
    return queries.map((id) => String(find.get(id)?.key));
  }

  /** Writes only what differs: an edit mostly leaves a page's links as they were. `isNew`: there is nothing to look at. */
  #replace<Value extends string | number>(
    table: string,
    column: string,
    owner: string,
    id: number,
    values: Iterable<Value>,
    isNew: boolean,
  ): { readonly added: Value[]; readonly gone: Value[] } {
    const gone = new Set(isNew ? [] : this.#valuesOf<Value>(table, column, owner, id));
    const added = [...values].filter((value) => !gone.delete(value));
    // One statement for all that a page names or asks.
    const insert = `INSERT OR IGNORE INTO ${table}(${column}, ${owner}) SELECT value, ? FROM json_each(?)`;
    if (added.length > 0) this.#database.prepare(insert).run(id, JSON.stringify(added));
    for (const value of gone) this.#database.prepare(`DELETE FROM ${table} WHERE ${column} = ? AND ${owner} = ?`).run(value, id);
    return { added, gone: [...gone] };
  }

  #valuesOf<Value extends string | number>(table: string, column: string, owner: string, id: number): Value[] {
    const rows = this.#database.prepare(`SELECT ${column} AS value FROM ${table} WHERE ${owner} = ?`).all(id);
    return rows.map(({ value }) => value as Value);
  }

  removePage(key: PageKey): LeftTrace {
    const id = this.page(key)?.id;
    if (id === undefined) return { queries: [], groups: [] };
    const left = {
      queries: this.#keysOf(this.#valuesOf('asked', 'query', 'page', id)),
      groups: this.#valuesOf<string>('shown', 'asset_group', 'page', id),
    };
    for (const table of ['asked', 'shown', 'link']) this.#database.prepare(`DELETE FROM ${table} WHERE page = ?`).run(id);
    this.#database.prepare('DELETE FROM page WHERE id = ?').run(id);
    return left;
  }

  /** Forgets those of the queries that nothing asks, and what they alone asked. */
  dropUnasked(queries: Iterable<QueryKey>): void {
    const open = [...queries];
    for (let query = open.pop(); query !== undefined; query = open.pop()) {
      if (this.isAsked(query)) continue;
      const inputs = this.inputsOf(query);
      this.#database.prepare('DELETE FROM dependency WHERE query = (SELECT id FROM query WHERE key = ?)').run(query);
      this.#database.prepare('DELETE FROM query WHERE key = ?').run(query);
      this.#onDropped(query);
      for (const input of inputs) {
        const asked = queryOfInput(input);
        if (asked !== null) open.push(asked);
      }
    }
  }
}
