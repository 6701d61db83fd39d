/** Changes of the tables that machines share, as SQLite's sessions record them (https://sqlite.org/sessionintro.html). */
import type { DatabaseSync, Session } from 'node:sqlite';
import type { SiteDatabase } from '../database/siteDatabase.ts';

/** Tables that are each machine's own. What was alerted travels in the head: the serving thread writes it at any time. */
export const OWN_TABLES: readonly string[] = ['holder', 'dist', 'taken', 'damaged', 'status', 'history', 'alert'];
/** Tables that are also written without the site's lock: of two machines' rows the later one counts. */
const LOOSE_TABLES: readonly string[] = ['media_reference', 'media_group', 'media_published', 'media_withdrawal', 'rebuild'];
/** A rebuild that found nothing to do is no change. */
const RECORD = 'rebuild';

/** SQLite's SQLITE_CHANGESET_NOTFOUND, and what can be done about a conflict. */
const NOT_FOUND = 2;
const [OMIT, REPLACE] = [0, 1];

export class Recording {
  readonly #database: SiteDatabase;
  #connection: DatabaseSync | null = null;
  #sessions: ReadonlyMap<string, Session> = new Map();

  constructor(database: SiteDatabase) {
    this.#database = database;
  }

  /** False also once the file was replaced under the process. */
  get isRunning(): boolean {
    return this.#connection === this.#database.connection;
  }

  /** Records from now on. One session a table: one for all would record the machine's own ones too. */
  begin(): void {
    if (this.isRunning) for (const session of this.#sessions.values()) session.close();
    const { connection } = this.#database;
    const names = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
    const shared = names.map(({ name }) => String(name)).filter((name) => !OWN_TABLES.includes(name));
    this.#sessions = new Map(shared.map((table) => [table, connection.createSession({ table })]));
    this.#connection = connection;
  }

  /** What was changed since `begin`; empty: nothing, or it was not recorded. */
  changes(): Uint8Array {
    if (!this.isRunning) return new Uint8Array();
    const changed = Array.from(this.#sessions, ([table, session]) => ({ table, bytes: session.changeset() }));
    const isChange = changed.some(({ table, bytes }) => bytes.length > 0 && table !== RECORD);
    return Buffer.concat(isChange ? changed.map(({ bytes }) => bytes) : []);
  }
}

/** False: these changes are not those of this database's content, which is as it was but for its loose tables. */
export function applyChanges({ connection }: SiteDatabase, changes: Uint8Array): boolean {
  const onConflict = (type: number) => (type === NOT_FOUND ? OMIT : REPLACE);
  const isLoose = (table: string) => LOOSE_TABLES.includes(table);
  return (
    connection.applyChangeset(changes, { filter: (table) => !isLoose(table) && !OWN_TABLES.includes(table) }) &&
    connection.applyChangeset(changes, { filter: isLoose, onConflict })
  );
}
