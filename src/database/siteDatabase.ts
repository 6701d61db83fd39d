/**
 * `CACHE_DIR/site.db`: all that is known between two rebuilds, in one SQLite file (https://sqlite.org/wal.html). The write
 * lock of an empty database beside it is the lock of the cache folder: it is held over several transactions, goes with the
 * process that held it, and readers never wait for it.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { IO_ERROR, isDamage, naming, openLockFile, resultCode, tryToBegin, tryToWrite } from '../lib/fileLock.ts';
import { fail, Refusal, type Result, succeed } from '../lib/result.ts';

/** Statements that make tables whose rows name each other, and their indexes. */
export type Tables = readonly string[];

export interface SiteDatabaseOptions {
  readonly file: string;
  /**
   * Statements that make tables and their indexes, in groups: tables whose rows name each other are kept or made anew together,
   * those of the first group carried over into their next version. Null: it is there, and is read.
   */
  readonly schema: readonly Tables[] | null;
  /** Statement that is run when the groups are of another version and some of them were made anew. */
  readonly afterRenewal?: string;
  /** Told why what was there could not be used and was begun anew, in one line. */
  readonly onAnew?: (why: string) => void;
}

/**
 * The turn to write, which a commit or undo does not end. What was written since the last commit is undone when the process dies.
 */
export interface WriteLock {
  commit(): Promise<void>;
  undo(): Promise<void>;
  /**
   * Puts the rows of another database file of the same schema in place of all rows but those of some tables, and commits
   * after `prepare`. False: the file is no such database, and nothing was changed.
   */
  replaceTables(file: string, except: readonly string[], prepare: () => Promise<void>): Promise<boolean>;
  /** Commits and gives the lock back. May be called again. */
  release(): void;
}

/** Milliseconds between two attempts to take the lock. */
const POLL_INTERVAL = 20;
/**
 * Kilobytes of pages that a connection keeps at most. What a publish reads of 10,000 items a collection is more than SQLite's own
 * 2,000: planning it takes 14 ms with these, and 11.
 */
const PAGE_CACHE = 16_000;
/** Pages of the log beyond which it is written back: 4 MB. */
const LONG_LOG = 1000;

/** Bytes of a file that is given up on a full disk: SQLite needs room to open a database at all, and to record that it is full. */
const RESERVE = 512 * 1024;
/** The log's index takes 32 kB, a short transaction some pages of 4 kB. */
const LEAST_RESERVE = 64 * 1024;

const FULL = 13;

/** Whether there is no room to write. Memory that the log shares is a file as well, whose failure is told as an I/O error. */
function isNoRoom(error: unknown): boolean {
  const code = resultCode(error);
  return code === FULL || code === IO_ERROR;
}

/** A number that tells one schema from another, for SQLite's `user_version`. */
function versionOf(schema: readonly Tables[]): number {
  let sum = 0x811c9dc5;
  for (const character of schema.flat().join('\n')) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return sum >>> 1;
}

const HOLDER = 'CREATE TABLE holder(only INTEGER PRIMARY KEY CHECK (only = 1), process TEXT NOT NULL)';

export class SiteDatabase {
  readonly file: string;
  readonly #options: SiteDatabaseOptions;
  /** Grows with each file that is opened. */
  #opened = 0;
  #connection: DatabaseSync;
  /** Null where nothing may be written. */
  #lockConnection: DatabaseSync | null = null;
  /** Of the database, its log and the log's index, as they were opened. */
  #inodes: readonly number[] = [];
  #statements = new Map<string, StatementSync>();
  /** Those whose rows are arrays: an object for each row of one value costs three times as much. */
  #arrayStatements = new Map<string, StatementSync>();
  #held: Promise<void> | null = null;

  constructor(options: SiteDatabaseOptions) {
    this.file = options.file;
    this.#options = options;
    this.#connection = this.#open();
  }

  /** A statement, prepared once. Not to be kept: the file may be deleted and made anew at any time. */
  prepare(sql: string): StatementSync {
    return this.#statements.get(sql) ?? this.#prepare(sql, false);
  }

  #prepare(sql: string, givesArrays: boolean): StatementSync {
    const statement = this.#connection.prepare(sql);
    statement.setReturnArrays(givesArrays);
    (givesArrays ? this.#arrayStatements : this.#statements).set(sql, statement);
    return statement;
  }

  /** What a query answers; `Row` is what its columns are declared to hold. */
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.prepare(sql).all(...values) as Row[];
  }

  /** The first of these rows; null without one. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | null {
    return (this.prepare(sql).get(...values) as Row | undefined) ?? null;
  }

  /** The same for queries of one column. */
  column<Value extends SQLOutputValue = string>(sql: string, ...values: SQLInputValue[]): Value[] {
    const statement = this.#arrayStatements.get(sql) ?? this.#prepare(sql, true);
    return (statement.all(...values) as unknown as [Value][]).map(([value]) => value);
  }

  value<Value extends SQLOutputValue = string>(sql: string, ...values: SQLInputValue[]): Value | null {
    const statement = this.#arrayStatements.get(sql) ?? this.#prepare(sql, true);
    return (statement.get(...values) as unknown as [Value] | undefined)?.[0] ?? null;
  }

  /** One row after the other, for many of them or the first few. */
  iterate<Row>(sql: string, ...values: SQLInputValue[]): IterableIterator<Row> {
    return this.prepare(sql).iterate(...values) as IterableIterator<Row>;
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.prepare(sql).run(...values);
  }

  /** For sessions, which need the connection itself. */
  get connection(): DatabaseSync {
    return this.#connection;
  }

  /**
   * Waits for the turn to write, or says in one line who has it after `timeout` milliseconds. `onWait` is told the same once
   * when it has to wait.
   */
  async lock(
    purpose: string,
    timeout = 30_000,
    onWait: (holder: string) => void = () => {},
  ): Promise<Result<WriteLock, 'locked'>> {
    const deadline = performance.now() + timeout;
    let isWaiting = false;
    for (;;) {
      const isMine = this.#held === null;
      if (isMine && this.#begin(purpose)) return succeed(this.#hold());
      const holder = isMine ? this.#holder() : 'this process';
      if (!isWaiting) onWait(holder);
      isWaiting = true;
      if (performance.now() >= deadline) {
        const seconds = Math.round(timeout / 1000);
        return fail('locked', `${dirname(this.file)} is in use by ${holder}; waited ${seconds} s. Try again when it has ended.`);
      }
      const free = this.#held;
      await (free ? Promise.race([free, pause(Math.max(1, deadline - performance.now()))]) : pause(POLL_INTERVAL));
    }
  }

  /** Writes in a transaction of its own. What is short finds room also on a full disk. */
  async write<Value>(purpose: string, act: () => Value): Promise<Result<Awaited<Value>, 'locked'>> {
    try {
      return await this.withLock(purpose, act);
    } catch (error) {
      if (!isNoRoom(error) || !this.#giveUpReserve()) throw error;
      return await this.withLock(purpose, act);
    }
  }

  /** Acts in a turn of its own, as {@link lock} waits for it; what was written before something is thrown is undone. */
  async withLock<Value>(
    purpose: string,
    act: (lock: WriteLock) => Value,
    ...wait: [timeout?: number, onWait?: (holder: string) => void]
  ): Promise<Result<Awaited<Value>, 'locked'>> {
    const lock = await this.lock(purpose, ...wait);
    if (!lock.ok) return lock;
    try {
      return succeed(await act(lock.value));
    } catch (error) {
      await lock.value.undo();
      throw error;
    } finally {
      lock.value.release();
    }
  }

  /** Writes with what this process is writing already, else in a transaction of its own. Throws a `Refusal` where that is refused. */
  async join(purpose: string, act: () => void): Promise<void> {
    if (this.#held) return act();
    const written = await this.write(purpose, act);
    if (!written.ok) throw new Refusal(written.message);
  }

  /** False: it was deleted under this connection, which is read on until it is there again. */
  isThere(): boolean {
    return lstatSync(this.file, { throwIfNoEntry: false }) !== undefined;
  }

  isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** Whether the file was emptied under this connection, which reads on what it holds, while no other can open it. */
  isEmptied(): boolean {
    return lstatSync(this.file, { throwIfNoEntry: false })?.size === 0;
  }

  /** Changes whenever another connection has committed. */
  version(): number {
    if (this.isThere() && !this.#held) this.#reopenIfReplaced();
    return this.#opened * 1e9 + (this.value<number>('PRAGMA data_version') ?? 0);
  }

  /** Begins a damaged database anew, when an error says that it is; false for any other error. */
  recover(error: unknown): boolean {
    if (!isDamage(error)) return false;
    this.#beginAnew();
    return true;
  }

  /** The same for a failure that tells of damage in words at most, as that of a page: by looking. Not while this process writes. */
  recoverIfUnsound(): boolean {
    if (this.#held) return false;
    try {
      if (isSound(this.#connection) && this.#isFileSound()) return false;
    } catch (error) {
      return this.recover(error);
    }
    this.#beginAnew();
    return true;
  }

  /** The same for a connection that holds nothing of the file. */
  #isFileSound(): boolean {
    const fresh = new DatabaseSync(this.file, { readOnly: true });
    try {
      return isSound(fresh);
    } finally {
      fresh.close();
    }
  }

  #beginAnew(): void {
    this.close();
    this.#held = null;
    this.#remove();
    this.#connection = this.#open();
  }

  close(): void {
    if (!this.#connection.isOpen) return;
    this.#lockConnection?.close();
    this.#lockConnection = null;
    this.#connection.close();
    this.#keepReserve();
  }

  #begin(purpose: string): boolean {
    this.#reopenIfReplaced();
    if (!tryToBegin(this.#lock)) return false;
    let isBegun = false;
    try {
      isBegun = this.#tellHolder(purpose) && tryToBegin(this.#connection);
      return isBegun;
    } finally {
      if (!isBegun) rollBack(this.#lock);
    }
  }

  /** Committed, so that whoever waits can read it. False: a database is being made. */
  #tellHolder(purpose: string): boolean {
    const process = JSON.stringify({ pid: globalThis.process.pid, host: hostname(), purpose });
    const sql = 'INSERT INTO holder VALUES (1, ?) ON CONFLICT DO UPDATE SET process = excluded.process';
    return tryToWrite(() => this.run(sql, process));
  }

  get #lock(): DatabaseSync {
    this.#lockConnection ??= openLockFile(`${this.file}-lock`);
    return this.#lockConnection;
  }

  #hold(): WriteLock {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    let isHeld = true;
    // Only a process that opens a database anew can be in the way, for a moment.
    const begin = async () => {
      while (!tryToBegin(this.#connection)) await pause(POLL_INTERVAL);
    };
    return {
      commit: async () => {
        this.#connection.exec('COMMIT');
        await begin();
      },
      undo: async () => {
        rollBack(this.#connection);
        await begin();
      },
      replaceTables: async (file, except, prepare) => {
        this.#connection.exec('COMMIT');
        const isReplaced = await this.#replaceTables(file, except, prepare);
        await begin();
        return isReplaced;
      },
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#held = null;
        try {
          this.#connection.exec('COMMIT');
          this.#writeBack();
          this.#keepReserve();
        } finally {
          rollBack(this.#connection);
          rollBack(this.#lock);
          resolve();
        }
      },
    };
  }

  async #replaceTables(file: string, except: readonly string[], prepare: () => Promise<void>): Promise<boolean> {
    const connection = this.#connection;
    try {
      // Outside a transaction: SQLite attaches only there.
      connection.prepare('ATTACH ? AS image').run(file);
      const version = Number(connection.prepare('PRAGMA image.user_version').get()?.user_version);
      if (version !== userVersion(connection)) return false;
      connection.exec('BEGIN IMMEDIATE');
      for (const table of tablesOf(connection, 'image')) {
        if (!except.includes(table))
          connection.exec(`DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM image."${table}"`);
      }
      await prepare();
      connection.exec('COMMIT');
      return true;
    } catch (error) {
      rollBack(connection);
      if (isDamage(error)) return false;
      throw error;
    } finally {
      const attached = connection.prepare('PRAGMA database_list').all();
      if (attached.some(({ name }) => name === 'image')) connection.exec('DETACH image');
    }
  }

  /** Writes the log back into the database when it has grown long. Readers go on meanwhile. */
  #writeBack(): void {
    const found = this.get<{ readonly log: number }>('PRAGMA wal_checkpoint(NOOP)');
    if (found && found.log > LONG_LOG) this.get('PRAGMA wal_checkpoint(PASSIVE)');
  }

  #holder(): string {
    const process = this.value('SELECT process FROM holder');
    if (process === null) return 'another process';
    const { pid, host, purpose } = JSON.parse(process) as { pid: number; host: string; purpose: string };
    return `process ${pid} on ${host} (${purpose})`;
  }

  #inodesOnDisk(): number[] {
    return this.#files().map((file) => lstatSync(file, { throwIfNoEntry: false })?.ino ?? 0);
  }

  #reopenIfReplaced(): void {
    const [file, ...beside] = this.#inodesOnDisk();
    const [known, ...knownBeside] = this.#inodes;
    const isLogKnown = beside.every((inode, at) => inode === knownBeside[at]);
    const { isOpen } = this.#connection;
    if (file === known && isLogKnown && isOpen) return;
    this.close();
    // A database whose log was deleted under it, as by an `rm -r` that somebody wrote into, holds what nobody knows. Of one that was
    // closed the log goes with the last who has it open.
    if (isOpen && file === known && !isLogKnown && this.#options.schema) this.#remove();
    this.#connection = this.#open();
  }

  #open(): DatabaseSync {
    this.#statements = new Map();
    this.#arrayStatements = new Map();
    this.#opened += 1;
    mkdirSync(dirname(this.file), { recursive: true });
    const isThere = this.isThere();
    for (const file of this.#files()) {
      // The log of a database that was deleted is another one's: its locks would go with whoever closes that.
      const isStrange = !isThere || lstatSync(file, { throwIfNoEntry: false })?.isFile() === false;
      if (isStrange) rmSync(file, { recursive: true, force: true });
    }
    try {
      return naming(this.file, () => this.#connect());
    } catch (error) {
      if (isNoRoom(error) && this.#giveUpReserve()) return this.#connect();
      if (!isDamage(error)) throw error;
      this.#remove();
      return this.#connect();
    }
  }

  #connect(): DatabaseSync {
    const connection = new DatabaseSync(this.file);
    try {
      connection.exec(
        `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = MEMORY; PRAGMA cache_size = ${-PAGE_CACHE}`,
      );
      this.#makeTables(connection);
      connection.exec('PRAGMA busy_timeout = 0');
      this.#inodes = this.#inodesOnDisk();
      this.#keepReserve();
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  #makeTables(connection: DatabaseSync): void {
    const { schema: given, afterRenewal, onAnew } = this.#options;
    if (!given) return;
    const schema = [...given, [HOLDER]];
    const version = versionOf(schema);
    if (userVersion(connection) === version) return;
    // Two processes may open a new file at once.
    connection.exec('BEGIN IMMEDIATE');
    const found = userVersion(connection);
    if (found !== version) {
      const anew = renew(connection, schema);
      if (found !== 0 && anew.length > 0) {
        onAnew?.(`${this.file} is of another version; made anew: ${anew.join(', ')}`);
        if (afterRenewal) connection.exec(afterRenewal);
      }
      connection.exec(`PRAGMA user_version = ${version}`);
    }
    connection.exec('COMMIT');
  }

  #files(): string[] {
    return ['', '-wal', '-shm'].map((suffix) => this.file + suffix);
  }

  get #reserve(): string {
    return `${this.file}-reserve`;
  }

  /** As much as there is room for now; the next writer tries again. */
  #keepReserve(): void {
    for (let bytes = RESERVE; bytes >= LEAST_RESERVE && !existsSync(this.#reserve); bytes /= 2) {
      try {
        // No file system makes random bytes smaller.
        writeFileSync(this.#reserve, randomBytes(bytes));
      } catch {
        rmSync(this.#reserve, { force: true });
      }
    }
  }

  /** False: there is none any more. */
  #giveUpReserve(): boolean {
    if (!existsSync(this.#reserve)) return false;
    rmSync(this.#reserve);
    return true;
  }

  #remove(): void {
    this.#options.onAnew?.(`${this.file} is damaged or no database`);
    for (const file of this.#files()) rmSync(file, { force: true });
  }
}

/** An error such as a full disk may have ended the transaction already, or left one that could not be committed. */
function rollBack(connection: DatabaseSync): void {
  if (connection.isOpen && connection.isTransaction) connection.exec('ROLLBACK');
}

const isSound = (connection: DatabaseSync) => connection.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';

function userVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

const namesOf = (rows: readonly { readonly name?: unknown }[]) => rows.map(({ name }) => String(name));

function tablesOf(connection: DatabaseSync, schema: string): string[] {
  const sql = `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
  return namesOf(connection.prepare(sql).all());
}

/** `CREATE TABLE page(`: its name. */
const TABLE = /^CREATE TABLE (\w+)/;

const tablesIn = (tables: Tables) => tables.flatMap((statement) => TABLE.exec(statement)?.[1] ?? []);

const BEFORE = 'before_';

/**
 * Makes the tables and indexes of a schema. Groups whose tables are there as the schema has them keep their rows; the first
 * group's rows are carried over, by the columns that both versions have, as what is live and held must not be lost. Gives
 * the tables that were made anew.
 */
function renew(connection: DatabaseSync, schema: readonly Tables[]): string[] {
  const existing = connection.prepare("SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").all();
  const found = new Set(existing.map(({ sql }) => String(sql)));
  const isKept = (tables: Tables) =>
    tables.filter((statement) => TABLE.test(statement)).every((statement) => found.has(statement));
  const wanted = new Set(schema.filter(isKept).flat());
  const [first = []] = schema;
  const carried = isKept(first) ? [] : tablesIn(first).filter((table) => existing.some(({ name }) => name === table));
  for (const { name, sql, type } of existing.toSorted((one, other) => (String(one.type) < String(other.type) ? -1 : 1))) {
    if (wanted.has(String(sql))) continue;
    if (carried.includes(String(name))) connection.exec(`ALTER TABLE "${String(name)}" RENAME TO "${BEFORE}${String(name)}"`);
    // A table takes its indexes with it.
    else connection.exec(`DROP ${String(type)} IF EXISTS "${String(name)}"`);
  }
  for (const tables of schema) {
    for (const statement of tables) if (!(isKept(tables) && found.has(statement))) connection.exec(statement);
  }
  const isCarried = carry(connection, carried);
  return schema.filter((tables) => !isKept(tables) && !(isCarried && tables === first)).flatMap(tablesIn);
}

/** Puts the rows of tables of another version into those of this one: all, or none where they do not fit. */
function carry(connection: DatabaseSync, tables: readonly string[]): boolean {
  const columnsOf = (table: string) => namesOf(connection.prepare('SELECT name FROM pragma_table_info(?)').all(table));
  connection.exec('SAVEPOINT carry');
  try {
    for (const table of tables) {
      const known = columnsOf(table);
      const columns = columnsOf(BEFORE + table).filter((column) => known.includes(column));
      const list = columns.map((column) => `"${column}"`).join();
      if (list) connection.exec(`INSERT INTO "${table}"(${list}) SELECT ${list} FROM "${BEFORE}${table}" ORDER BY 1`);
    }
  } catch {
    // A column that must not be empty is new.
    connection.exec('ROLLBACK TO carry');
  }
  connection.exec('RELEASE carry');
  const isCarried = tables.every((table) => !isEmpty(connection, table) || isEmpty(connection, BEFORE + table));
  for (const table of tables) connection.exec(`DROP TABLE "${BEFORE}${table}"`);
  return tables.length > 0 && isCarried;
}

function isEmpty(connection: DatabaseSync, table: string): boolean {
  return connection.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() === undefined;
}
