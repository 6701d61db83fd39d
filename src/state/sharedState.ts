/**
 * Rebuild state that lies in a bucket too, so that any machine can go on where the last one stopped: an image of the
 * database, the changes since then (https://sqlite.org/sessionintro.html), and one head, which is replaced only by whoever
 * knows its version. No machine waits for another: whoever finds the head replaced begins again from the newer one.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type Session } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { SiteDatabase, WriteLock } from '../database/siteDatabase.ts';
import { Releases } from '../engine/releases.ts';
import { isCompiled } from '../lib/compiledFolder.ts';
import type { Digest } from '../lib/digest.ts';
import { isDamage } from '../lib/fileLock.ts';
import { filesBelow, writeAtomic } from '../lib/files.ts';
import { fail, Refusal, type Result, succeed, thrownFailure } from '../lib/result.ts';
import type { BucketSettings, Settings } from '../lib/settings.ts';
import type { VersionedRecord } from '../targets/ledger.ts';
import { openBucket, type S3Client } from '../targets/s3Client.ts';
import {
  checksummed,
  getObject,
  HEAD,
  openStoredFiles,
  packFiles,
  proveConditions,
  putObject,
  readRecord,
  replaceRecord,
  type StoredFiles,
  unpackFiles,
} from './objects.ts';
import { type SharedWithdrawals, shareWithdrawals } from './withdrawn.ts';

/** Raised whenever the shape of the objects changes: an older state is then not read but made anew. */
const FORMAT = 3;

type Owner = Pick<Settings, 'schoolCode' | 'siteUrl'>;

/** The one object that changes with every publish: whose state it is, and the objects of which it is made. */
interface Head extends Owner {
  readonly format: number;
  /** Of the database's tables: rows of one version of the code are none of another's. */
  readonly schema: number;
  readonly release: string | null;
  /** Number of withdrawn references that are listed beside it; absent: none. */
  readonly withdrawn?: number;
  /** What was alerted: JSON by part. */
  readonly alerts: Readonly<Record<string, string>>;
  /** Key of the image of a database. */
  readonly image: string;
  /** Keys of the changes since, in their order. */
  readonly changes: readonly string[];
  /** The compiled site: the version of the code, and its key; null: none was handed over. */
  readonly compiled: { readonly name: string; readonly key: string } | null;
}

/** A head, or why there is none: none was written, it cannot be read or is of another format, or it is another site's. */
type Found = Head | 'absent' | 'damaged' | 'foreign';

const openHead = () => checksummed<Head>(HEAD);

/** Throws a `Refusal` when the storage cannot be asked. */
async function readHead(record: VersionedRecord<Head>, bucket: Pick<S3Client, 'get'>, owner: Owner): Promise<Found> {
  await readRecord(record, bucket);
  const { value: head, tag } = record;
  if (tag === null) return 'absent';
  if (head?.format !== FORMAT) return 'damaged';
  return head.schoolCode === owner.schoolCode && head.siteUrl === owner.siteUrl ? head : 'foreign';
}

/** The live release of all machines; null: none is known. */
export async function readNewest(bucket: S3Client, owner: Owner): Promise<Result<string | null>> {
  try {
    const found = await readHead(openHead(), bucket, owner);
    if (found === 'foreign') return fail('foreign', "STATE_URL holds another site's state, so nothing is deployed.");
    return succeed(typeof found === 'string' ? null : found.release);
  } catch (error) {
    return thrownFailure(error);
  }
}

/** Changes to a head that could not be handed over. */
interface Unsent {
  /** The `SharedState` that records what follows them. */
  readonly by: string;
  /** In base64. */
  readonly changes: string;
  /** Bytes that are to go from the storage with them. */
  readonly purged: readonly Digest[];
}

/** Bytes of such changes at most: of more the next pull begins from what the bucket holds. */
const MOST_UNSENT = 16 * 1024 * 1024;

/** What a database stands for. */
interface Taken {
  readonly head: Head;
  readonly storage?: string;
  /** How much was known of media then. */
  readonly media: number;
  /** Absent: there are none. */
  readonly unsent?: Unsent | undefined;
}

/** Tables that are each machine's own. What was alerted travels in the head: the serving thread writes it at any time. */
const OWN_TABLES: readonly string[] = ['holder', 'dist', 'taken', 'damaged', 'status', 'history', 'alert'];
/** Tables that are also written without the site's lock: of two machines' rows the later one counts. */
const LOOSE_TABLES: readonly string[] = ['media_reference', 'media_group', 'media_published', 'media_withdrawal', 'rebuild'];
/** A rebuild that found nothing to do is no change. */
const RECORD = 'rebuild';

/** In place of how much was known of media: it was changed without being recorded. */
const UNRECORDED = -1;

/** For what is done without the shared state of which the database stands for a head: the next push writes an image. */
export function goOnUnrecorded(database: SiteDatabase): void {
  database.run("UPDATE taken SET head = json_set(head, '$.media', ?)", UNRECORDED);
}

/** SQLite's SQLITE_CHANGESET_NOTFOUND, and what can be done about a conflict. */
const NOT_FOUND = 2;
const [OMIT, REPLACE] = [0, 1];

/** Records what is changed in the tables that machines share. */
function openRecording(database: SiteDatabase) {
  let recorded: DatabaseSync | null = null;
  let sessions: ReadonlyMap<string, Session> = new Map();
  /** False also once the file was replaced under the process. */
  const isRunning = () => recorded === database.connection;
  return {
    isRunning,
    /** Records from now on. One session a table: one for all would record the machine's own ones too. */
    begin(): void {
      if (isRunning()) for (const session of sessions.values()) session.close();
      const { connection } = database;
      const names = database.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
      const shared = names.filter((name) => !OWN_TABLES.includes(name));
      sessions = new Map(shared.map((table) => [table, connection.createSession({ table })]));
      recorded = connection;
    },
    /** What was changed since `begin`; empty: nothing, or it was not recorded. */
    changes(): Uint8Array {
      if (!isRunning()) return new Uint8Array();
      const changed = Array.from(sessions, ([table, session]) => ({ table, bytes: session.changeset() }));
      const isChange = changed.some(({ table, bytes }) => bytes.length > 0 && table !== RECORD);
      return Buffer.concat(isChange ? changed.map(({ bytes }) => bytes) : []);
    },
  };
}

/** False: these changes are not those of this database's content, which is as it was but for its loose tables. */
function applyChanges(connection: DatabaseSync, changes: Uint8Array): boolean {
  const onConflict = (type: number) => (type === NOT_FOUND ? OMIT : REPLACE);
  const isLoose = (table: string) => LOOSE_TABLES.includes(table);
  return (
    connection.applyChangeset(changes, { filter: (table) => !isLoose(table) && !OWN_TABLES.includes(table) }) &&
    connection.applyChangeset(changes, { filter: isLoose, onConflict })
  );
}

/** The same for all changes of an image, in its file. What is no database is left as it is. */
function applyAll(file: string, changes: readonly Uint8Array[]): boolean {
  const connection = new DatabaseSync(file);
  try {
    // Nobody needs the file after a loss of power.
    connection.exec('PRAGMA synchronous = OFF');
    return changes.every((one) => applyChanges(connection, one));
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  } finally {
    connection.close();
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

const A_CHANGE = 'a change of it is missing or damaged';

/** Uploads a compiled folder; its key, or null when there is none. Throws a `Refusal`. */
async function putCompiled(bucket: S3Client, root: string): Promise<string | null> {
  if (!isCompiled(root)) return null;
  const files = filesBelow(root)
    .sort()
    .map((path) => [path, readFileSync(join(root, path))] as const);
  return putObject(bucket, 'compiled', packFiles(files));
}

/** Downloads a compiled folder that is not here. When it cannot be had, the site is compiled. */
async function restoreCompiled(bucket: S3Client, root: string, key: string): Promise<void> {
  const pack = isCompiled(root) ? null : await getObject(bucket, key);
  if (!pack) return;
  const staged = join(root, `../${randomUUID()}.staged`);
  for (const [path, bytes] of unpackFiles(pack)) await writeAtomic(join(staged, path), bytes);
  // Another process may have compiled or brought the same meanwhile.
  if (existsSync(root)) await rm(staged, { recursive: true, force: true });
  else await rename(staged, root);
}

/** Changes after which a new image is written. */
const MOST_CHANGES = 40;
/** Objects of a state but its head and its list of withdrawn references. */
const OBJECT = /^(?:image|changes|files|compiled)\/[0-9a-f]{32}$/;

export interface SharedStateOptions {
  readonly database: SiteDatabase;
  readonly bucket: BucketSettings;
  /** The same bucket, where it publishes the site; null: the site is published elsewhere. */
  readonly publishing: BucketSettings | null;
  readonly owner: Owner;
  readonly dataDir: string;
  /** Folder of compiled sites, and the name of the one that is needed now; null: none. */
  readonly compiled: { readonly folder: string; readonly name: () => string } | null;
  /** Brings the files of the live release that are not here. */
  readonly fetchServed: () => Promise<void>;
  /** Bytes of a file of the store; null: they are lost. */
  read(digest: Digest): Uint8Array | null;
  readonly tell: (message: string) => void;
}

/**
 * How a pull or a push ends. `superseded`, for null: another machine has replaced the head; begin again from what it holds.
 * `unshared`, for a `Refusal`: why, and `then`.
 */
async function ended<Value>(act: Promise<Value | null>, then = ''): Promise<Result<Value, 'superseded' | 'unshared'>> {
  try {
    const value = await act;
    if (value !== null) return succeed(value);
    return fail('superseded', 'Another machine has published a newer state to STATE_URL meanwhile; that one counts.');
  } catch (error) {
    if (error instanceof Refusal) return fail('unshared', error.message + then);
    throw error;
  }
}

export interface PushOptions {
  /** So much was changed that an image is smaller than the changes. */
  readonly isWhole?: boolean;
  /** Bytes that must be in no object afterwards. */
  readonly purged?: readonly Digest[];
  /** A withdrawn reference that is allowed again. */
  readonly allowed?: string | undefined;
}

export class SharedState {
  readonly files: StoredFiles;
  readonly #options: SharedStateOptions;
  readonly #bucket: S3Client;
  readonly #releases: Releases;
  readonly #record = openHead();
  readonly #withdrawn: SharedWithdrawals;
  readonly #recording: ReturnType<typeof openRecording>;
  /** What was changed between a push and the pull after it, before others' changes came. */
  #pending: Uint8Array[] = [];
  /** The head that was taken in last; null: there was none, or it could not be. */
  #head: Head | null = null;
  readonly #id = randomUUID();
  /** False: what was recorded since the last pull was not handed over, or not all of it. */
  #isSent = true;
  /** The last pull found what could not be handed over before. */
  #hasUnsent = false;
  /** Bytes that are to go from the storage with the next push. */
  #purged: readonly Digest[] = [];
  /** True: the bucket is another site's, and is left alone. */
  #isForeign = false;
  /** The storage was found to heed conditions. */
  #isProven = false;
  /** True: a process that ended between a push and the pull after it left changes that nobody recorded. */
  #isUnrecorded = false;
  #isAnew = false;

  constructor(options: SharedStateOptions) {
    const { bucket, publishing, database, dataDir } = options;
    this.#options = options;
    this.#bucket = openBucket(bucket);
    this.#releases = new Releases(database);
    this.files = openStoredFiles(database, this.#bucket, publishing && openBucket(publishing));
    this.#withdrawn = shareWithdrawals(this.#bucket, dataDir);
    this.#recording = openRecording(database);
  }

  /**
   * Brings the database to what the bucket holds, under a lock, and begins to record what is changed; whether there was
   * something to bring. Until `push` ends well the database stands for no head: what is cut short begins anew.
   */
  pull(lock: WriteLock) {
    // What fails leaves the database at the head that it stands for.
    this.#head = null;
    return ended(this.#pull(lock));
  }

  /** Null: the head was replaced meanwhile. */
  async #pull(lock: WriteLock): Promise<boolean | null> {
    const { owner, compiled, tell } = this.#options;
    const found = await this.#read();
    this.#isForeign = found === 'foreign';
    if (this.#isForeign) {
      goOnUnrecorded(this.#options.database);
      tell(
        `STATE_URL holds another site's state, not that of ${owner.schoolCode} at ${owner.siteUrl}: nothing of it is used or changed. Give each site a prefix of its own; if this site has moved, delete ${HEAD} there.`,
      );
      return false;
    }
    const head = typeof found === 'string' ? null : found;
    this.#isProven ||= this.#taken()?.storage === this.#storage();
    if (!head) await this.#prove();
    const restored = await this.#withdrawn.pull(head?.withdrawn);
    if (restored !== null) tell(restored);
    await this.files.look();
    const damage = found === 'damaged' ? 'its head cannot be read, or is of another version' : null;
    const takenIn = await this.#takeIn(head, damage, lock);
    if (takenIn === null) return null;
    const there = takenIn.head?.compiled;
    if (compiled && there) {
      if (there.name === compiled.name()) await restoreCompiled(this.#bucket, join(compiled.folder, there.name), there.key);
      else
        tell(
          'The last machine that published to STATE_URL has another version of the code: what it shows is replaced by this one’s.',
        );
    }
    // Not before nothing can fail any more: what is undone is not taken for this head's.
    this.#head = takenIn.head;
    this.#isSent = false;
    this.#hasUnsent = takenIn.isKept;
    this.#setTaken(null);
    await lock.commit();
    return takenIn.isChanged;
  }

  /** Whether the last pull could not use what others have published: what is known here may be older. */
  isAnew(): boolean {
    return this.#isAnew;
  }

  async #read(): Promise<Found> {
    const found = await readHead(this.#record, this.#bucket, this.#options.owner);
    return typeof found === 'string' || found.schema === this.#schema() ? found : 'damaged';
  }

  #schema(): number {
    return this.#options.database.value<number>('PRAGMA user_version') ?? 0;
  }

  /**
   * Whether something came, the head that the database continues then, and whether what could not be handed over before is kept;
   * null: the head was replaced meanwhile. `damage`: why the head cannot be used.
   */
  async #takeIn(head: Head | null, damage: string | null, lock: WriteLock) {
    const taken = this.#taken();
    const isRunning = this.#recording.isRunning();
    this.#isUnrecorded ||= !isRunning && taken !== null && taken.media !== this.#countMedia();
    const isKnown = damage === null && isDeepStrictEqual(taken?.head ?? null, head);
    const isKept = this.#goOnWith(taken?.unsent, isKnown);
    const base = taken?.unsent ? null : (taken?.head ?? null);
    const why = head && !isKept && !(isRunning && isKnown) ? await this.#restore(base, head, lock) : damage;
    if (why !== null) {
      const { tag } = this.#record;
      await this.#read();
      // Whoever replaced the head has removed what only the one before needed.
      if (this.#record.tag !== tag) return null;
      this.#options.tell(`The state in STATE_URL cannot be used (${why}): what is not known here is made anew.`);
    }
    this.#isAnew = why !== null || (head === null && taken !== null);
    if (why !== null || !this.#recording.isRunning()) this.#recording.begin();
    return { isChanged: !isKnown || why !== null, head: why === null ? head : null, isKept };
  }

  /** Whether there are unsent changes which stay, whoever made them, as nobody has published since. */
  #goOnWith(unsent: Unsent | undefined, isKnown: boolean): boolean {
    const kept = isKnown ? unsent : undefined;
    if (kept?.by === this.#id && this.#recording.isRunning()) return true;
    this.#purged = kept?.purged ?? [];
    // What was recorded is not this database's: another process has gone on or replaced it.
    if (kept || !(unsent || this.#isSent)) {
      this.#pending = kept ? [Buffer.from(kept.changes, 'base64')] : [];
      this.#recording.begin();
    }
    return kept !== undefined;
  }

  #storage(): string {
    const { endpoint, bucket } = this.#options.bucket;
    return `${endpoint} ${bucket}`;
  }

  /** Null: the database stands for no head, as what followed a pull was cut short. */
  #taken(): Taken | null {
    const json = this.#options.database.value('SELECT head FROM taken');
    return json === null ? null : (JSON.parse(json) as Taken);
  }

  /** `unsent`: the changes to the head that could not be handed over. */
  #setTaken(head: Head | null, unsent: Uint8Array = new Uint8Array()): void {
    const { database } = this.#options;
    const kept = { by: this.#id, changes: Buffer.from(unsent).toString('base64'), purged: this.#purged };
    const taken = head && {
      ...{ head, storage: this.#storage(), media: this.#isUnrecorded ? UNRECORDED : this.#countMedia() },
      unsent: unsent.length > 0 ? kept : undefined,
    };
    if (taken && unsent.length <= MOST_UNSENT) database.run('INSERT OR REPLACE INTO taken VALUES (1, ?)', JSON.stringify(taken));
    else database.run('DELETE FROM taken');
  }

  #countMedia(): number {
    const sql = 'SELECT (SELECT count(*) FROM media_reference) + (SELECT count(*) FROM media_group) AS count';
    return this.#options.database.value<number>(sql) ?? 0;
  }

  /** Null, or in a few words why the state cannot be used. Until all of it is here, readers know of nothing. */
  async #restore(taken: Head | null, head: Head, lock: WriteLock): Promise<string | null> {
    const { database } = this.#options;
    const isContinued = taken?.image === head.image && taken.changes.every((key, at) => head.changes[at] === key);
    const own = this.#recording.changes();
    const added = isContinued ? await this.#getChanges(head.changes.slice(taken.changes.length)) : null;
    const isApplied = added?.every((changes) => applyChanges(database.connection, changes)) ?? false;
    if (isApplied) {
      if (own.length > 0) this.#pending.push(own);
      await this.#complete(added?.length !== 0);
    } else {
      this.#pending = [];
      // Of the changes that were applied before one that could not be.
      await lock.undo();
      const why = await this.#replace(head, lock);
      if (why !== null) return why;
    }
    for (const [part, told] of Object.entries(head.alerts))
      if (taken?.alerts[part] !== told) database.run('INSERT OR REPLACE INTO alert VALUES (?, ?)', part, told);
    return null;
  }

  /** Records what is changed from here on, and brings the files of what came: readers know of a release once it is committed. */
  async #complete(hasCome: boolean): Promise<void> {
    this.#recording.begin();
    if (hasCome) await this.#options.fetchServed();
  }

  /** Puts the image of a head, with its changes, in place of what the database holds, at once. */
  async #replace(head: Head, lock: WriteLock): Promise<string | null> {
    const { database } = this.#options;
    const [image, changes] = [await getObject(this.#bucket, head.image), await this.#getChanges(head.changes)];
    if (!image) return 'its image of the database is missing or damaged';
    if (!changes) return A_CHANGE;
    const file = `${database.file}-image`;
    // A process that was killed may have left its log, which is another image's.
    removeDatabase(file);
    try {
      writeFileSync(file, image);
      if (!applyAll(file, changes)) return A_CHANGE;
      // Whatever fails from here on: the database stands for no head.
      this.#setTaken(null);
      const isReplaced = await lock.replaceTables(file, OWN_TABLES, () => this.#complete(true));
      return isReplaced ? null : 'its image is no database of this version';
    } finally {
      removeDatabase(file);
    }
  }

  /** Null: one is missing or damaged. */
  async #getChanges(keys: readonly string[]): Promise<Uint8Array[] | null> {
    const all = await Promise.all(keys.map((key) => getObject(this.#bucket, key)));
    return all.every((changes) => changes !== null) ? all : null;
  }

  /** What cannot be handed over counts here, and goes with the next push. */
  async push(lock: WriteLock, options: PushOptions = {}) {
    const { purged = [], allowed } = options;
    this.#purged = [...this.#purged, ...purged];
    const here =
      ' What was done counts on this machine alone until a rebuild can hand it over; what another publishes first replaces it.';
    const pushed = await ended(this.#push(lock, options), allowed === undefined ? here : ' It stays withdrawn.');
    if (pushed.ok) this.#purged = [];
    else if (pushed.reason === 'unshared') this.#setTaken(this.#head, this.#changes());
    return pushed;
  }

  /**
   * After a failure: what it left, if anything, is not uploaded, and the next pull begins from what the bucket holds, unless that
   * lacks what is live here.
   */
  abandon(): void {
    if (!this.#head || !this.#recording.isRunning()) return;
    const changes = this.#changes();
    if (changes.length > 0 && !this.#hasUnsent) return;
    this.#isSent = changes.length === 0;
    this.#setTaken(this.#head, changes);
  }

  /** For changes that are not recorded, under a lock: the next pull begins from what the bucket holds. */
  forget(): void {
    this.#setTaken(null);
  }

  #changes(): Uint8Array {
    return Buffer.concat([...this.#pending, this.#recording.changes()]);
  }

  /** Null: the head was replaced meanwhile. */
  async #push(lock: WriteLock, { isWhole = false, allowed }: PushOptions): Promise<true | null> {
    if (this.#isForeign) return true;
    // What is withdrawn is listed before the head counts it, and what is allowed stays listed until it does not: a list of
    // fewer than the head says is never this machine's work.
    if (allowed === undefined) await this.#withdrawn.push();
    const before = this.#head;
    const isTooLong = before === null || before.changes.length >= MOST_CHANGES;
    const isImage = isTooLong || isWhole || this.#purged.length > 0 || this.#isUnrecorded;
    if (isImage) this.files.forget(this.#purged);
    if (isImage) this.files.sweep((digest) => this.#releases.isNeeded(digest));
    // Listed first: what others upload from now on is not touched.
    const listed = isImage ? await this.#bucket.list() : succeed([]);
    if (!listed.ok) throw new Refusal(listed.message);
    if (isImage || this.#changes().length > 0) await this.files.add(this.#releases.needed(), this.#options.read);
    const head = await this.#nextHead(isImage ? null : before, lock, allowed);
    if (!isDeepStrictEqual(head, before)) {
      // A head may have been copied here from another storage.
      await this.#prove();
      if (!(await replaceRecord(this.#record, this.#bucket, head))) return null;
    }
    if (allowed !== undefined) await this.#withdrawn.push(allowed);
    this.#head = head;
    this.#pending = [];
    this.#isUnrecorded = false;
    this.#isSent = true;
    this.#setTaken(head);
    await lock.commit();
    this.#recording.begin();
    const kept = new Set([head.image, ...head.changes, head.compiled?.key, ...this.files.packs()]);
    await this.#remove(listed.value.map(({ key }) => key).filter((key) => OBJECT.test(key) && !kept.has(key)));
    return true;
  }

  async #prove(): Promise<void> {
    if (!this.#isProven) await proveConditions(this.#bucket);
    this.#isProven = true;
  }

  async #remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const removed = await this.#bucket.remove(key);
      if (!removed.ok)
        this.#options.tell(`${key} in STATE_URL is not needed any more and could not be removed: ${removed.message}`);
    }
  }

  /** The head of what is known now: the changes after `before`, or an image. */
  async #nextHead(before: Head | null, lock: WriteLock, allowed: string | undefined): Promise<Head> {
    const { database, owner } = this.#options;
    const told = database.all<{ readonly part: string; readonly told: string }>('SELECT part, told FROM alert ORDER BY part');
    const withdrawn = this.#withdrawn.count(allowed);
    const known = {
      format: FORMAT,
      schema: this.#schema(),
      ...owner,
      release: this.#releases.live().release,
      ...(withdrawn > 0 && { withdrawn }),
      alerts: Object.fromEntries(told.map((row) => [row.part, row.told])),
      compiled: await this.#compiled(),
    };
    const changes = this.#changes();
    if (before) {
      const added = changes.length > 0 ? [await putObject(this.#bucket, 'changes', changes)] : [];
      return { ...known, image: before.image, changes: [...before.changes, ...added] };
    }
    await lock.commit();
    return { ...known, image: await putObject(this.#bucket, 'image', database.connection.serialize()), changes: [] };
  }

  async #compiled(): Promise<Head['compiled']> {
    const { compiled } = this.#options;
    const before = this.#head?.compiled ?? null;
    const name = compiled?.name();
    if (!compiled || name === undefined || before?.name === name) return before;
    const key = await putCompiled(this.#bucket, join(compiled.folder, name));
    return key === null ? before : { name, key };
  }
}
