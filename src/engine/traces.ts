/**
 * What is known of pages: which queries each asked, which inputs these read, and what the page's files name. Indexed both
 * ways: from an input to the pages that depend on it, and from a page to what it asked.
 */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { Digest } from '../lib/digest.ts';
import type { Release } from './releases.ts';
import type { InputKey, PageKey, QueryKey } from './types.ts';

/** What was recorded when an answer was made. */
export interface Answer {
  readonly digest: Digest;
  /** The inputs read, and the queries asked, as {@link askedInput} names them. */
  readonly inputs: readonly InputKey[];
  /** The answer as JSON, where another query asked for it. */
  readonly json: string | null;
}

const ASKED = '=';

/** A query as an input of the queries that ask it. */
export const askedInput = (query: QueryKey): InputKey => ASKED + query;

/** The query that an input is; null for an input of the world. */
export const queryOfInput = (input: InputKey): QueryKey | null => (input.startsWith(ASKED) ? input.slice(ASKED.length) : null);

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
  // Queries that answer which pages exist, and the one that names each; null for the root.
  'CREATE TABLE page_set(query TEXT PRIMARY KEY, parent TEXT) WITHOUT ROWID',
  'CREATE INDEX page_set_of ON page_set(parent)',
];

const REMEMBERED = 1000;

/** Records that inputs changed: the next rebuild asks the queries again that read them. */
export function touch(database: SiteDatabase, inputs: Iterable<InputKey>): void {
  const insert = database.prepare('INSERT OR IGNORE INTO touched VALUES (?)');
  for (const input of inputs) insert.run(input);
}

/** The recorded inputs that begin with a text, such as all slices of a list. */
export function recordedInputs(database: SiteDatabase, beginning: string): InputKey[] {
  const sql = 'SELECT DISTINCT input FROM dependency WHERE input >= ? AND input < ?';
  return database.column(sql, beginning, `${beginning}\u{10ffff}`);
}

/** Queries that depend on inputs, at whatever distance. */
export function dependentQueries(database: SiteDatabase, inputs: Iterable<InputKey>): Set<QueryKey> {
  const direct = 'SELECT query.key FROM dependency JOIN query ON query.id = dependency.query WHERE dependency.input = ?';
  const found = new Set<QueryKey>();
  const open = [...inputs];
  for (let input = open.pop(); input !== undefined; input = open.pop()) {
    for (const query of database.column(direct, input)) {
      if (found.has(query)) continue;
      found.add(query);
      open.push(askedInput(query));
    }
  }
  return found;
}

/** What pages asked and named, and do not any more. Others may. */
export interface LeftTrace {
  readonly queries: readonly QueryKey[];
  readonly groups: readonly string[];
}

/** The traces of a database. Everything that writes belongs into a write lock. */
export class Traces {
  readonly #database: SiteDatabase;
  /** Told of queries that nothing asks any more. */
  readonly #onDropped: (query: QueryKey) => void;
  #rebuild = 0;

  constructor(database: SiteDatabase, onDropped: (query: QueryKey) => void) {
    this.#database = database;
    this.#onDropped = onDropped;
  }

  lastRebuild(): number {
    return this.#database.value<number>('SELECT max(number) FROM rebuild') ?? 0;
  }

  /** What is recorded from now on belongs to the next rebuild. */
  beginRebuild(): void {
    this.#rebuild = this.lastRebuild() + 1;
  }

  endRebuild({ release, at, note }: Release, hasRendered: boolean): void {
    this.#database.run('DELETE FROM touched');
    this.#database.run('DELETE FROM rebuild WHERE NOT has_rendered');
    this.#database.run('INSERT INTO rebuild VALUES (?, ?, ?, ?, ?)', this.#rebuild, release, at, note, hasRendered ? 1 : 0);
    const oldest = 'SELECT number FROM rebuild ORDER BY number DESC LIMIT 1 OFFSET ?';
    this.#database.run(`DELETE FROM rebuild WHERE number <= (${oldest})`, REMEMBERED);
  }

  rebuild(number: number): Release | null {
    return this.#database.get('SELECT release, at, note FROM rebuild WHERE number = ?', number);
  }

  /** Inputs touched since the last release. */
  touched(): Set<InputKey> {
    return new Set(this.#database.column('SELECT input FROM touched'));
  }

  /** Records inputs that change with time; those that are others than recorded. */
  takeMoments(moments: ReadonlyMap<InputKey, string>): InputKey[] {
    const find = 'SELECT value FROM moment WHERE input = ?';
    const changed = [...moments].filter(([input, value]) => this.#database.value(find, input) !== value);
    for (const moment of changed) this.#database.run('INSERT OR REPLACE INTO moment VALUES (?, ?)', ...moment);
    return changed.map(([input]) => input);
  }

  clear(): void {
    for (const table of ['query', 'dependency', 'page', 'asked', 'link', 'shown', 'touched', 'moment', 'page_set'])
      this.#database.run(`DELETE FROM ${table}`);
  }

  find(query: QueryKey): Omit<Answer, 'inputs'> | null {
    return this.#database.get('SELECT digest, json FROM query WHERE key = ?', query);
  }

  inputsOf(query: QueryKey): InputKey[] {
    return this.#database.column('SELECT input FROM dependency WHERE query = (SELECT id FROM query WHERE key = ?)', query);
  }

  record(query: QueryKey, { digest, inputs, json }: Answer): void {
    const known = this.#idOf(query);
    if (known !== null) {
      const update = `UPDATE query SET rebuild = iif(digest = ?1, rebuild, ?2), digest = ?1, json = coalesce(?3, json) WHERE id = ?4`;
      this.#database.run(update, digest, this.#rebuild, json, known);
      this.#replace('dependency', 'input', 'query', known, inputs, false);
    } else {
      const insert = this.#database.prepare('INSERT INTO query(key, digest, json, rebuild) VALUES (?, ?, ?, ?)');
      const { lastInsertRowid } = insert.run(query, digest, json, this.#rebuild);
      this.#replace('dependency', 'input', 'query', Number(lastInsertRowid), inputs, true);
    }
  }

  page(key: PageKey): { readonly id: number; readonly rebuild: number | null; readonly cause: string | null } | null {
    return this.#database.get('SELECT id, rebuild, cause FROM page WHERE key = ?', key);
  }

  pageKeys(): PageKey[] {
    return this.#database.column('SELECT key FROM page ORDER BY key');
  }

  pagesOfSet(set: QueryKey): PageKey[] {
    return this.#database.column('SELECT key FROM page WHERE set_query = (SELECT id FROM query WHERE key = ?)', set);
  }

  /** Adds a page that is not rendered yet. Fails for one that another set names. */
  addPage(key: PageKey, set: QueryKey): void {
    this.#database.run('INSERT INTO page(key, set_query) SELECT ?, id FROM query WHERE key = ?', key, set);
  }

  movePage(key: PageKey, set: QueryKey): void {
    this.#database.run('UPDATE page SET set_query = (SELECT id FROM query WHERE key = ?) WHERE key = ?', set, key);
  }

  hasAskers(query: QueryKey): boolean {
    const sql = 'SELECT 1 FROM asked WHERE query = (SELECT id FROM query WHERE key = ?) LIMIT 1';
    return this.#database.value<number>(sql, query) !== null;
  }

  askers(query: QueryKey): PageKey[] {
    const sql =
      'SELECT page.key FROM asked JOIN page ON page.id = asked.page WHERE asked.query = (SELECT id FROM query WHERE key = ?)';
    return this.#database.column(sql, query);
  }

  queriesOf(page: number): { readonly query: QueryKey; readonly digest: Digest; readonly rebuild: number }[] {
    const sql = `SELECT query.key AS query, query.digest, query.rebuild FROM asked JOIN query ON query.id = asked.query
      WHERE asked.page = ?`;
    return this.#database.all(sql, page);
  }

  /** Whether a page or another query asks a query, or it says which pages exist. */
  isAsked(query: QueryKey): boolean {
    const sql = `SELECT EXISTS (SELECT 1 FROM asked WHERE query = q.id) OR EXISTS (SELECT 1 FROM page_set WHERE query = q.key)
      OR EXISTS (SELECT 1 FROM dependency WHERE input = ?) AS yes FROM query q WHERE key = ?`;
    return this.#database.value<number>(sql, askedInput(query), query) === 1;
  }

  /** Groups that pages name: those of them that no page names any more. */
  unshown(groups: Iterable<string>): string[] {
    const find = 'SELECT 1 FROM shown WHERE asset_group = ? LIMIT 1';
    return [...groups].filter((group) => this.#database.value<number>(find, group) === null);
  }

  linking(address: string): PageKey[] {
    return this.#database.column('SELECT page.key FROM link JOIN page ON page.id = link.page WHERE link.address = ?', address);
  }

  /**
   * Puts what a page asked and names in place of what it did before. Its queries are recorded; `links`: address paths that may
   * vanish while the page stays; `cause`: why it was rendered.
   */
  write(key: PageKey, queries: readonly QueryKey[], groups: Iterable<string>, links: Iterable<string>, cause: string) {
    const known = this.page(key);
    if (!known) throw new Error(`${key} is no known page.`);
    const { id, rebuild } = known;
    this.#database.run('UPDATE page SET rebuild = ?, cause = ? WHERE id = ?', this.#rebuild, cause, id);
    const asked = queries.flatMap((query) => this.#idOf(query) ?? []);
    const isNew = rebuild === null;
    const left: LeftTrace = {
      queries: this.#keysOf(this.#replace('asked', 'query', 'page', id, asked, isNew).gone),
      groups: this.#replace('shown', 'asset_group', 'page', id, groups, isNew).gone,
    };
    return { left, newLinks: this.#replace('link', 'address', 'page', id, links, isNew).added };
  }

  #keysOf(queries: readonly number[]): QueryKey[] {
    return queries.flatMap((id) => this.#database.column('SELECT key FROM query WHERE id = ?', id));
  }

  #idOf(query: QueryKey): number | null {
    return this.#database.value<number>('SELECT id FROM query WHERE key = ?', query);
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
    const known = isNew ? [] : this.#database.column<Value>(`SELECT ${column} FROM ${table} WHERE ${owner} = ?`, id);
    const gone = new Set(known);
    const added = [...values].filter((value) => !gone.delete(value));
    // One statement for all that a page names or asks.
    const insert = `INSERT OR IGNORE INTO ${table}(${column}, ${owner}) SELECT value, ? FROM json_each(?)`;
    if (added.length > 0) this.#database.run(insert, id, JSON.stringify(added));
    for (const value of gone) this.#database.run(`DELETE FROM ${table} WHERE ${column} = ? AND ${owner} = ?`, value, id);
    return { added, gone: [...gone] };
  }

  removePage(key: PageKey): LeftTrace {
    const { left } = this.write(key, [], [], [], '');
    this.#database.run('DELETE FROM page WHERE key = ?', key);
    return left;
  }

  /** Forgets those of the queries that nothing asks, and what they alone asked. */
  dropUnasked(queries: Iterable<QueryKey>): void {
    const open = [...queries];
    for (let query = open.pop(); query !== undefined; query = open.pop()) {
      if (this.isAsked(query)) continue;
      const inputs = this.inputsOf(query);
      this.#database.run('DELETE FROM dependency WHERE query = (SELECT id FROM query WHERE key = ?)', query);
      this.#database.run('DELETE FROM query WHERE key = ?', query);
      this.#onDropped(query);
      for (const input of inputs) {
        const asked = queryOfInput(input);
        if (asked !== null) open.push(asked);
      }
    }
  }
}
