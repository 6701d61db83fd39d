import { closeSync, lstatSync, openSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFolder, PRIVATE_FILE } from '../../src/lib/dataDir.ts';
import { digestOf, digestOfJson } from '../../src/lib/digest.ts';
import { Refusal } from '../../src/lib/result.ts';
import { whyUnreadable } from './archive.ts';

export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface Submission {
  readonly kind: 'form' | 'tc';
  /** The label in the form's path; empty for a certificate request. */
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
  /** The sender's `Idempotency-Key`: with it, the same submission twice is stored once. */
  readonly key: string | null;
  /** The address it came from: `X-Forwarded-For` as sent, else the connection's. */
  readonly sender: string;
}

/**
 * FULL makes each commit wait for the disk; in WAL mode the default would lose the last ones in a power loss. Each goes into the
 * database's own file at once, which somebody may move away without the others.
 */
const SETUP = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 1;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS submissions (
    id INTEGER PRIMARY KEY,
    received_at TEXT NOT NULL,
    kind TEXT NOT NULL,
    type TEXT NOT NULL,
    fields TEXT NOT NULL,
    idempotency_key TEXT UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS given (only INTEGER PRIMARY KEY CHECK (only = 1), last INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS files (
    submission INTEGER NOT NULL REFERENCES submissions (id),
    field TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
`;

/**
 * A key counts per form, sender and content, so that another visitor's key does not keep a submission from being stored.
 */
function idempotencyKeyOf({ kind, type, key, sender, fields, files }: Submission): string | null {
  if (key === null) return null;
  const contents = files.map(({ field, name, bytes }) => [field, name, digestOf(bytes)]);
  return digestOfJson([kind, type, key, sender, fields, contents]);
}

/** Bytes of the disk that files leave to publishing and to messages, and messages to publishing: anybody may send many. */
const LEAST_FREE = { files: 512 * 1024 * 1024, messages: 64 * 1024 * 1024 };

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inodeOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.ino;

/** A connection to the database, which is made where there is none. */
function connect(path: string) {
  // SQLite gives the files that it makes beside the database the database's own mode.
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  const inode = inodeOf(path);
  const database = new DatabaseSync(path);
  try {
    database.exec(SETUP);
  } catch (error) {
    database.close();
    throw error;
  }
  const known = database.prepare('SELECT id FROM submissions WHERE idempotency_key = ?');
  // A number is given once: who deletes a message a second time must not meet another one.
  const numberOf = database.prepare(
    'INSERT OR REPLACE INTO given SELECT 1, max(coalesce((SELECT last FROM given), 0), coalesce((SELECT max(id) FROM submissions), 0)) + 1 RETURNING last',
  );
  const insert = database.prepare(
    'INSERT INTO submissions (id, received_at, kind, type, fields, idempotency_key) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertFile = database.prepare('INSERT INTO files (submission, field, name, type, bytes) VALUES (?, ?, ?, ?, ?)');

  function write(submission: Submission): number {
    const { kind, type, fields, files } = submission;
    const key = idempotencyKeyOf(submission);
    const before = key === null ? undefined : known.get(key);
    if (before) return Number(before.id);
    const id = Number(numberOf.get()?.last);
    insert.run(id, new Date().toISOString(), kind, type, JSON.stringify(fields), key);
    for (const file of files) insertFile.run(id, file.field, file.name, file.type, file.bytes);
    return id;
  }
  return { inode, database, write };
}

export type Submissions = ReturnType<typeof openSubmissions>;

/**
 * Opens, or makes, the database of submissions in `DATA_DIR`. Throws when it cannot be written. A damaged one is told to `log`,
 * and keeps nothing but submissions from working.
 */
export function openSubmissions(
  dataDir: string,
  log: (message: string) => void = () => undefined,
  free = () => freeBytes(dataDir),
) {
  const path = join(dataDir, 'submissions.sqlite');
  makePrivateFolder(dataDir);

  function connectIfSound(): ReturnType<typeof connect> | null {
    try {
      return connect(path);
    } catch (error) {
      const why = whyUnreadable(dataDir, error);
      if (!(why instanceof Refusal)) throw error;
      log(`${why.message} Until then no submission is taken.`);
      return null;
    }
  }

  /** Null after a file that could not be opened: the next submission tries it again. */
  let opened = connectIfSound();

  /** The one on the file that is there: nobody reads what is written into one that was deleted, or replaced by a backup, meanwhile. */
  function current(): ReturnType<typeof connect> {
    if (opened && inodeOf(path) === opened.inode) return opened;
    makePrivateFolder(dataDir);
    if (opened) {
      opened.database.close();
      opened = null;
      // They belong to the file that is gone: SQLite would write their pages into the other one.
      for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
    }
    opened = connect(path);
    return opened;
  }

  return {
    /** Stores a submission on the disk and answers its number. When this returns, a crash or a power loss cannot undo it. */
    store(submission: Submission) {
      const { database, write } = current();
      const has = submission.files.length > 0 ? 'files' : 'messages';
      if (free() < LEAST_FREE[has])
        throw new Error(`The disk of ${dataDir} is nearly full: ${has} are not taken until there is more room.`);
      database.exec('BEGIN IMMEDIATE');
      try {
        const id = write(submission);
        database.exec('COMMIT');
        return id;
      } catch (error) {
        // On a full disk SQLite has rolled back by itself.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => opened?.database.close(),
  };
}
