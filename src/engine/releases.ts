/**
 * Releases as rows: the files of the newest one, and of each kept one its difference to the one before. The live release is
 * the newest, or an earlier one that is held, whose difference to the newest stands in `overlay`.
 */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { type Digest, digestOfJson } from '../lib/digest.ts';
import type { FileFacts } from '../lib/files.ts';

/** A file of a release; `path` is relative to `dist/`. */
export interface FileRow extends FileFacts {
  readonly path: string;
}

/** A file of a release, as the worker serves it. */
export interface ReleaseFile extends FileRow {
  /** Absolute path of the bytes in the store. Never written to again. */
  readonly file: string;
}

/** A file with what publishes it: a page (`pageOwner`), an asset group, or every release. */
export interface OwnedFile extends FileRow {
  readonly owner: string;
}

/** What differs at one path between two releases; null: not there. */
export interface Change {
  readonly path: string;
  readonly before: FileFacts | null;
  readonly now: FileFacts | null;
}

export interface Release {
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** What set it off and what changed, as its maker put it. */
  readonly note: string | null;
}

/** The kept releases: the last ones, the newest of each of so many days, and of so many weeks. */
export interface Retention {
  readonly last: number;
  readonly days: number;
  readonly weeks: number;
  /** The day `2026-11-23` of a moment (epoch milliseconds). */
  day(at: number): string;
  /** The note of a release that is kept, with that of the one before it, which no longer is. */
  joinNotes?(earlier: string, later: string): string;
}

/**
 * Another version of these tables takes the rows over, by the columns that both have: a column that means something else than
 * before needs another name, and a new one a default.
 */
export const RELEASE_SCHEMA: readonly string[] = [
  'CREATE TABLE fact(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  'CREATE TABLE file(path TEXT PRIMARY KEY, digest TEXT NOT NULL, size INTEGER NOT NULL, owner TEXT NOT NULL) WITHOUT ROWID',
  'CREATE INDEX file_of ON file(owner)',
  'CREATE INDEX file_with ON file(digest)',
  // Numbered in the order in which they were made: the clock may have been wrong.
  'CREATE TABLE release(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, note TEXT)',
  `CREATE TABLE change(release TEXT NOT NULL, path TEXT NOT NULL, before TEXT, before_size INTEGER, now TEXT, now_size INTEGER,
    is_replaced INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (release, path)) WITHOUT ROWID`,
  'CREATE INDEX change_at ON change(path)',
  'CREATE INDEX change_from ON change(before)',
  'CREATE INDEX change_to ON change(now)',
  'CREATE TABLE overlay(path TEXT PRIMARY KEY, digest TEXT, size INTEGER) WITHOUT ROWID',
  // Paths of the newest release whose bytes are lost: what publishes them is made anew.
  'CREATE TABLE damaged(path TEXT PRIMARY KEY) WITHOUT ROWID',
];

/** Has the next rebuild render every page: other tables than these were made anew. */
export const RENDER_ALL = "UPDATE fact SET value = '' WHERE name = 'code'";

/**
 * Lists, as JSON: `purged`: the asset groups that were removed from all releases; `replaced`: the paths of the newest one at
 * which other files stand, or none, until the next rebuild of any machine.
 */
export type Fact = 'code' | 'live' | 'held' | 'newest' | 'pages' | 'purged' | 'replaced';

const PAGE = 'p';
const GROUP = 'g';
/** Owner of the files of every release. */
export const ASSETS = 'a';

export const pageOwner = (page: string) => PAGE + page;
export const groupOwner = (group: string) => GROUP + group;

export const nameOfOwner = (owner: string): string => (owner === ASSETS ? 'the assets' : owner.slice(1));

/** The page that an owner is; null: it is none. */
export const pageOfOwner = (owner: string): string | null => (owner.startsWith(PAGE) ? owner.slice(PAGE.length) : null);

const LIVE_FILES = `SELECT path, digest, size FROM file WHERE path NOT IN (SELECT path FROM overlay)
  UNION ALL SELECT path, digest, size FROM overlay WHERE digest IS NOT NULL`;
/** Files of releases before the newest, but for what was purged. */
const REPLACED = 'SELECT path, before AS digest, before_size AS size FROM change WHERE before IS NOT NULL AND NOT is_replaced';
const READ_AT_ONCE = 1000;
/** Comes after every path. */
const LAST = '\u{10FFFF}';

const version = (digest: Digest | null, size: number | null): FileFacts | null =>
  digest === null || size === null ? null : { digest, size };

interface ChangeRow {
  readonly path: string;
  readonly before: Digest | null;
  readonly beforeSize: number | null;
  readonly now: Digest | null;
  readonly nowSize: number | null;
}

export class Releases {
  readonly #database: SiteDatabase;

  constructor(database: SiteDatabase) {
    this.#database = database;
  }

  fact(name: Fact): string | null {
    return this.#database.value('SELECT value FROM fact WHERE name = ?', name);
  }

  /** What is served, asked with each request. */
  live(): { readonly release: string | null; readonly held: boolean } {
    const sql =
      "SELECT (SELECT value FROM fact WHERE name = 'live') AS release, (SELECT value FROM fact WHERE name = 'held') AS held";
    const row = this.#database.get<{ readonly release: string | null; readonly held: string | null }>(sql);
    return { release: row?.release ?? null, held: row?.held === '1' };
  }

  /** The asset groups that were removed from all releases. */
  purgedGroups(): readonly string[] {
    return JSON.parse(this.fact('purged') ?? '[]') as readonly string[];
  }

  setFact(name: Fact, value: string): void {
    this.#database.run('INSERT OR REPLACE INTO fact VALUES (?, ?)', name, value);
  }

  /** A file of the newest release. */
  file(path: string): OwnedFile | null {
    return this.#database.get('SELECT path, digest, size, owner FROM file WHERE path = ?', path);
  }

  filesOf(owner: string): OwnedFile[] {
    return this.#database.all('SELECT path, digest, size, owner FROM file WHERE owner = ?', owner);
  }

  allFiles(): OwnedFile[] {
    return this.#database.all('SELECT path, digest, size, owner FROM file');
  }

  putFile({ path, digest, size, owner }: OwnedFile): void {
    this.#database.run('INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?)', path, digest, size, owner);
  }

  removeFile(path: string): void {
    this.#database.run('DELETE FROM file WHERE path = ?', path);
  }

  /** The kept releases, oldest first. */
  list(): Release[] {
    return this.#database.all('SELECT id AS release, at, note FROM release ORDER BY number');
  }

  find(release: string): Release | null {
    return this.#database.get('SELECT id AS release, at, note FROM release WHERE id = ?', release);
  }

  add({ release, at, note }: Release, changes: readonly Change[]): void {
    this.#database.run('INSERT INTO release(id, at, note) VALUES (?, ?, ?)', release, at, note);
    for (const change of changes) this.#putChange(release, change);
  }

  #putChange(release: string, { path, before, now }: Change): void {
    const sides = [before?.digest ?? null, before?.size ?? null, now?.digest ?? null, now?.size ?? null];
    this.#database.run('INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?, ?, ?, 0)', release, path, ...sides);
  }

  changesOf(release: string): Change[] {
    const sql = 'SELECT path, before, before_size AS beforeSize, now, now_size AS nowSize FROM change WHERE release = ?';
    return this.#database.all<ChangeRow>(sql, release).map(({ path, before, beforeSize, now, nowSize }) => {
      return { path, before: version(before, beforeSize), now: version(now, nowSize) };
    });
  }

  countChanges(release: string): { readonly written: number; readonly removed: number } {
    const sql = 'SELECT count(now) AS written, count(*) - count(now) AS removed FROM change WHERE release = ?';
    return this.#database.get(sql, release) ?? { written: 0, removed: 0 };
  }

  /** What differs between two kept releases, by path; null when one of them is not kept. */
  changesBetween(from: string, to: string): Map<string, Change> | null {
    const all = this.list().map(({ release }) => release);
    const [start, end] = [all.indexOf(from), all.indexOf(to)];
    if (start === -1 || end === -1) return null;
    const net = new Map<string, Change>();
    for (const release of all.slice(Math.min(start, end) + 1, Math.max(start, end) + 1)) {
      for (const change of this.changesOf(release)) {
        const earlier = net.get(change.path);
        net.set(change.path, earlier ? { ...change, before: earlier.before } : change);
      }
    }
    for (const [path, { before, now }] of net) {
      if (before?.digest === now?.digest) net.delete(path);
      else if (end < start) net.set(path, { path, before: now, now: before });
    }
    return net;
  }

  /** Gives a release another name: who knows it by the old one, as another machine's or folder's record does, knows other bytes. */
  rename(release: string, content: unknown): void {
    const name = release.replace(/[^-]*$/, () => digestOfJson([release, content]).slice(0, 8));
    this.#database.run('UPDATE release SET id = ? WHERE id = ?', name, release);
    this.#database.run('UPDATE change SET release = ? WHERE release = ?', name, release);
    this.#database.run("UPDATE fact SET value = ? WHERE name IN ('live', 'newest') AND value = ?", name, release);
  }

  setLive(release: string, held: boolean): void {
    this.setFact('live', release);
    this.setFact('held', held ? '1' : '0');
    this.#database.run('DELETE FROM overlay');
    const newest = this.fact('newest');
    if (newest === null || newest === release) return;
    const put = this.#database.prepare('INSERT INTO overlay VALUES (?, ?, ?)');
    for (const { path, now } of this.changesBetween(newest, release)?.values() ?? [])
      put.run(path, now?.digest ?? null, now?.size ?? null);
  }

  liveFile(path: string): FileRow | null {
    const over = this.#database.get<FileRow>('SELECT path, digest, size FROM overlay WHERE path = ?', path);
    const row = over ?? this.#database.get<FileRow>('SELECT path, digest, size FROM file WHERE path = ?', path);
    return row?.digest ? row : null;
  }

  /** Read in parts, between which anything else may be asked. */
  *liveFiles(): Generator<FileRow> {
    const sql = `SELECT path, digest, size FROM (${LIVE_FILES}) WHERE path > ? ORDER BY path LIMIT ?`;
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows: FileRow[] = this.#database.all(sql, last, READ_AT_ONCE);
      yield* rows;
      last = rows[READ_AT_ONCE - 1]?.path;
    }
  }

  /** A file that some kept release before the newest held at a path, but for what was purged. */
  earlierFile(path: string): FileRow | null {
    const sql = `${REPLACED} AND path = ? ORDER BY (SELECT number FROM release WHERE id = change.release) DESC LIMIT 1`;
    return this.#database.get(sql, path);
  }

  /** What {@link earlierFile} finds of the last three releases before the newest. */
  lastReplaced(): FileRow[] {
    return this.#database.all(`${REPLACED} AND release IN (SELECT id FROM release ORDER BY number DESC LIMIT 3)`);
  }

  /** Forgets the releases that need not be kept; digests that no kept release needs any more. */
  retire(retention: Retention): Set<Digest> {
    const known = this.list();
    const kept = keptReleases(known, retention).add(this.fact('live') ?? '');
    const touched = new Set<Digest>();
    const all = known.map(({ release }) => release);
    let hasOlder = false;
    for (const [at, release] of all.entries()) {
      if (!kept.has(release)) this.#retire(release, hasOlder ? (all[at + 1] ?? null) : null, touched, retention);
      // Nobody goes back beyond the oldest one: what it changed is needed no longer.
      else if (!hasOlder) this.#forgetChanges(release, touched);
      hasOlder ||= kept.has(release);
    }
    return new Set([...touched].filter((digest) => !this.isNeeded(digest)));
  }

  #retire(release: string, next: string | null, touched: Set<Digest>, { joinNotes }: Retention): void {
    for (const change of next === null ? [] : this.changesOf(release)) this.#prepend(next ?? '', change);
    const [earlier, later] = [this.find(release)?.note, next === null ? null : this.find(next)?.note];
    if (joinNotes && earlier && later)
      this.#database.run('UPDATE release SET note = ? WHERE id = ?', joinNotes(earlier, later), next);
    this.#forgetChanges(release, touched);
    this.#database.run('DELETE FROM release WHERE id = ?', release);
  }

  #forgetChanges(release: string, touched: Set<Digest>): void {
    for (const { before, now } of this.changesOf(release)) for (const side of [before, now]) if (side) touched.add(side.digest);
    this.#database.run('DELETE FROM change WHERE release = ?', release);
  }

  /** Puts a change of the release before into a release's own. */
  #prepend(release: string, { path, before, now }: Change): void {
    const sql = 'SELECT now, now_size AS nowSize FROM change WHERE release = ? AND path = ?';
    const row = this.#database.get<Pick<ChangeRow, 'now' | 'nowSize'>>(sql, release, path);
    const later = row ? version(row.now, row.nowSize) : now;
    if (later?.digest === before?.digest) this.#database.run('DELETE FROM change WHERE release = ? AND path = ?', release, path);
    else this.#putChange(release, { path, before, now: later });
  }

  isNeeded(digest: Digest): boolean {
    const sql = `SELECT EXISTS (SELECT 1 FROM file WHERE digest = ?1) OR EXISTS (SELECT 1 FROM change WHERE before = ?1)
      OR EXISTS (SELECT 1 FROM change WHERE now = ?1) AS yes`;
    return this.#database.value<number>(sql, digest) === 1;
  }

  /** Every file of the store that kept releases need. */
  needed(): FileFacts[] {
    const sql = `SELECT digest, size FROM file UNION SELECT before, before_size FROM change WHERE before IS NOT NULL
      UNION SELECT now, now_size FROM change WHERE now IS NOT NULL`;
    return this.#database.all(sql);
  }

  /** The files of kept releases that the newest lacks, and its own unless it is live and `isJustMade`. */
  versions(isJustMade: boolean): FileRow[] {
    const sql = `SELECT path, before AS digest, before_size AS size FROM change WHERE before IS NOT NULL
      UNION SELECT path, now, now_size FROM change WHERE now IS NOT NULL
      UNION SELECT path, digest, size FROM file WHERE ?`;
    return this.#database.all(sql, this.live().held || !isJustMade ? 1 : 0);
  }

  /** Every path under which the newest or a kept release holds or held these bytes. */
  pathsWith(digest: Digest): string[] {
    const sql = 'SELECT path FROM file WHERE digest = ?1 UNION SELECT path FROM change WHERE before = ?1 OR now = ?1';
    return this.#database.column(sql, digest);
  }

  /** All that the newest or a kept release holds or held below a folder. */
  versionsBelow(folder: string): { readonly path: string; readonly digest: Digest }[] {
    const below = 'path >= ?1 AND path < ?2';
    const sql = `SELECT path, digest FROM file WHERE ${below}
      UNION SELECT path, before FROM change WHERE ${below} AND before IS NOT NULL
      UNION SELECT path, now FROM change WHERE ${below} AND now IS NOT NULL`;
    return this.#database.all(sql, folder, folder + LAST);
  }

  /** Puts another file, or none, in the place of bytes at a path, in every release. Whether the newest had them until now. */
  replaceEverywhere(path: string, digest: Digest, replacement: FileFacts | null): boolean {
    const [to, size] = [replacement?.digest ?? null, replacement?.size ?? null];
    const before = 'UPDATE change SET before = ?, before_size = ?, is_replaced = 1 WHERE path = ? AND before = ?';
    this.#database.run(before, to, size, path, digest);
    this.#database.run('UPDATE change SET now = ?, now_size = ? WHERE path = ? AND now = ?', to, size, path, digest);
    this.#database.run('DELETE FROM change WHERE path = ? AND before IS now', path);
    const file = this.file(path);
    if (file?.digest !== digest) return false;
    if (replacement || pageOfOwner(file.owner) !== null) this.putFile({ ...file, ...replacement });
    else this.removeFile(path);
    return true;
  }

  /** Paths of the newest release to be made anew: their bytes are lost here, or were replaced. */
  damaged(): Set<string> {
    const replaced = "SELECT one.value FROM fact, json_each(fact.value) AS one WHERE fact.name = 'replaced'";
    return new Set(this.#database.column(`SELECT path FROM damaged UNION ${replaced}`));
  }

  markDamaged(path: string): void {
    this.#database.run('INSERT OR IGNORE INTO damaged VALUES (?)', path);
  }

  markReplaced(paths: readonly string[]): void {
    const earlier = JSON.parse(this.fact('replaced') ?? '[]') as readonly string[];
    if (paths.length > 0) this.setFact('replaced', JSON.stringify([...new Set([...earlier, ...paths])]));
  }

  clearDamaged(): void {
    this.#database.run('DELETE FROM damaged');
    this.#database.run("DELETE FROM fact WHERE name = 'replaced'");
  }
}

/** The Monday of a day's week, as a number. */
const weekOf = (day: string) => Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 3) / 7);

/** Which of the releases (oldest first) stay. */
export function keptReleases(all: readonly Release[], { last, days, weeks, day }: Retention): Set<string> {
  const newest = all.toReversed();
  const kept = new Set(newest.slice(0, Math.max(1, last)).map(({ release }) => release));
  const keepFirstOf = (period: (day: string) => unknown, count: number) => {
    const seen = new Set<unknown>();
    for (const { release, at } of newest) {
      const key = period(day(at));
      if (seen.has(key)) continue;
      if (seen.size === count) return;
      seen.add(key);
      kept.add(release);
    }
  };
  keepFirstOf((one) => one, days);
  keepFirstOf(weekOf, weeks);
  return kept;
}
