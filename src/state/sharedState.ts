/**
 * Rebuild state that lies in a bucket too, so that any machine can go on where the last one stopped: an image of the
 * database, the changes since then (https://sqlite.org/sessionintro.html), and one head, which is replaced only by whoever
 * knows its version. No machine waits for another: whoever finds the head replaced begins again from the newer one.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SiteDatabase, WriteLock } from '../database/siteDatabase.ts';
import { isCompiled } from '../lib/compiledFolder.ts';
import type { Digest } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import { fail, Refusal, type Result, succeed } from '../lib/result.ts';
import type { BucketSettings } from '../lib/settings.ts';
import { openBucket, type S3Client } from '../targets/s3/client.ts';
import { applyChanges, OWN_TABLES, Recording } from './changesets.ts';
import { FORMAT, type Found, KEY as HEAD, type Head, type Owner, proveConditions, readHead, replaceHead } from './head.ts';
import { getObject, packFiles, putObject, unpackFiles } from './objects.ts';
import { type NeededFile, StoredFiles } from './storedFiles.ts';
import { SharedWithdrawals, type WithdrawnList } from './withdrawn.ts';

/** Uploads a compiled folder; its key, or null when there is none. Throws a `Refusal`. */
async function putCompiled(bucket: S3Client, folder: string, name: string): Promise<string | null> {
  const root = join(folder, name);
  if (!isCompiled(root)) return null;
  const entries = readdirSync(root, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
  const files = paths.map((path) => [path, readFileSync(join(root, path))] as const);
  return putObject(bucket, 'compiled', packFiles(files));
}

/** Downloads a compiled folder that is not here. When it cannot be had, the site is compiled. */
async function restoreCompiled(bucket: S3Client, folder: string, name: string, key: string): Promise<void> {
  const target = join(folder, name);
  if (isCompiled(target)) return;
  const pack = await getObject(bucket, key);
  if (!pack) return;
  const staged = join(folder, `${randomUUID()}.staged`);
  for (const [path, bytes] of unpackFiles(pack)) await writeAtomic(join(staged, path), bytes);
  // Another process may have compiled or brought the same meanwhile.
  if (existsSync(target)) await rm(staged, { recursive: true, force: true });
  else await rename(staged, target);
}

/** Changes after which a new image is written. */
const MOST_CHANGES = 40;
/** How often a head that vanishes while it is taken in is read again. */
const MOST_READS = 5;
/** Objects of a state but its head and its list of withdrawn references. */
const OBJECT = /^(?:image|changes|files|compiled)\/[0-9a-f]{32}$/;

export interface SharedStateOptions<Kept extends { readonly reference: string }> {
  readonly database: SiteDatabase;
  readonly bucket: BucketSettings;
  /** The same bucket, where it publishes the site; null: the site is published elsewhere. */
  readonly publishing: BucketSettings | null;
  readonly owner: Owner;
  readonly dataDir: string;
  readonly withdrawn: WithdrawnList<Kept>;
  /** Folder of compiled sites, and the name of the one that is needed now; null: none. */
  readonly compiled: { readonly folder: string; readonly name: () => string } | null;
  /** The live release. */
  release(): string | null;
  /** Every file of the store that kept releases need, and its bytes; null: they are lost. */
  needed(): Iterable<NeededFile>;
  isNeeded(digest: Digest): boolean;
  read(digest: Digest): Uint8Array | null;
  /** One line for whoever runs the site. */
  readonly tell: (message: string) => void;
}

/** `superseded`: another machine has replaced the head; begin again from what it holds. */
export type PushFailure = 'superseded' | 'unshared';

/** What a push is told of the changes. */
export interface PushOptions {
  /** So much was changed that an image is smaller than the changes. */
  readonly isWhole?: boolean;
  /** Bytes that must be in no object afterwards. */
  readonly purged?: readonly Digest[];
  /** A withdrawn reference that is allowed again. */
  readonly allowed?: string | undefined;
}

export class SharedState<Kept extends { readonly reference: string }> {
  readonly files: StoredFiles;
  readonly #options: SharedStateOptions<Kept>;
  readonly #bucket: S3Client;
  readonly #withdrawn: SharedWithdrawals<Kept>;
  readonly #recording: Recording;
  /** What was changed between a push and the pull after it, before others' changes came. */
  #pending: Uint8Array[] = [];
  /** The head that was met last, with its version. */
  #head: Head | null = null;
  #tag: string | null = null;
  /** True: the bucket is another site's, and is left alone. */
  #isForeign = false;
  /** True: a process that ended between a push and the pull after it left changes that nobody recorded. */
  #isUnrecorded = false;

  constructor(options: SharedStateOptions<Kept>) {
    const { bucket, publishing, database, dataDir, withdrawn } = options;
    this.#options = options;
    this.#bucket = openBucket(bucket);
    this.files = new StoredFiles(database, this.#bucket, publishing && openBucket(publishing));
    this.#withdrawn = new SharedWithdrawals(this.#bucket, withdrawn, dataDir);
    this.#recording = new Recording(database);
  }

  /**
   * Brings the database to what the bucket holds, under a lock, and begins to record what is changed. `isChanged`: there was
   * something to bring. Until `push` ends well the database stands for no head: what is cut short begins anew.
   */
  async pull(lock: WriteLock): Promise<Result<{ readonly isChanged: boolean }, 'unshared'>> {
    try {
      const found = await this.#read();
      this.#isForeign = found.state === 'foreign';
      if (this.#isForeign) {
        const { schoolCode, siteUrl } = this.#options.owner;
        this.#options.tell(
          `STATE_URL holds another site's state, not that of ${schoolCode} at ${siteUrl}: nothing of it is used or changed. Give each site a prefix of its own; if this site has moved, delete ${HEAD} there.`,
        );
        return succeed({ isChanged: false });
      }
      if (found.state !== 'sound') orRefuse(await proveConditions(this.#bucket));
      const restored = await this.#withdrawn.pull(found.head?.withdrawn ?? 0);
      if (restored !== null) this.#options.tell(restored);
      await this.files.look();
      const isChanged = await this.#takeIn(found, lock);
      const { compiled } = this.#options;
      if (compiled && this.#head?.compiled?.name === compiled.name()) {
        await restoreCompiled(this.#bucket, compiled.folder, this.#head.compiled.name, this.#head.compiled.key);
      }
      this.#setTaken(null);
      await lock.commit();
      return succeed({ isChanged });
    } catch (error) {
      if (error instanceof Refusal) return fail('unshared', error.message);
      throw error;
    }
  }

  async #read(): Promise<Found> {
    const found = orRefuse(await readHead(this.#bucket, this.#options.owner));
    const isReadable = found.state !== 'sound' || found.head.schema === this.#schema();
    return isReadable ? found : { state: 'damaged', head: null, tag: found.tag };
  }

  #schema(): number {
    return Number(this.#options.database.prepare('PRAGMA user_version').get()?.user_version);
  }

  /** Whether something came. */
  async #takeIn(first: Found, lock: WriteLock): Promise<boolean> {
    const taken = this.#taken();
    const { isRunning } = this.#recording;
    this.#isUnrecorded = !isRunning && taken !== null && taken.media !== this.#countMedia();
    let why: string | null = null;
    let found = first;
    for (let reads = 1; ; reads += 1) {
      this.#tag = found.tag;
      this.#head = found.head;
      if (isRunning && isSame(taken?.head, found.head)) return false;
      why =
        found.state === 'damaged'
          ? 'its head cannot be read, or is of another version'
          : found.head && (await this.#restore(taken?.head ?? null, found.head, lock));
      if (why === null) break;
      // Whoever replaced the head has removed what only the one before needed.
      const again = await this.#read();
      if (again.tag === found.tag || reads === MOST_READS) break;
      found = again;
    }
    if (why !== null) {
      this.#head = null;
      this.#options.tell(`The state in STATE_URL cannot be used (${why}): what is not known here is made anew.`);
    }
    this.#recording.begin();
    return why !== null || !isSame(taken?.head, this.#head);
  }

  /** The head that the database stands for, and how much was known of media then; null: none, or what followed a pull was cut short. */
  #taken(): { readonly head: Head; readonly media: number } | null {
    const json = this.#options.database.prepare('SELECT head FROM taken').get()?.head;
    return typeof json === 'string' ? (JSON.parse(json) as { head: Head; media: number }) : null;
  }

  #setTaken(head: Head | null): void {
    const { database } = this.#options;
    const json = JSON.stringify({ head, media: this.#countMedia() });
    if (head) database.prepare('INSERT OR REPLACE INTO taken VALUES (1, ?)').run(json);
    else database.prepare('DELETE FROM taken').run();
  }

  #countMedia(): number {
    const sql = 'SELECT (SELECT count(*) FROM media_reference) + (SELECT count(*) FROM media_group) AS count';
    return Number(this.#options.database.prepare(sql).get()?.count);
  }

  /** Null, or in a few words why the state cannot be used. */
  async #restore(taken: Head | null, head: Head, lock: WriteLock): Promise<string | null> {
    const missing = this.#missingChanges(taken, head);
    const own = this.#recording.changes();
    const isApplied = missing !== null && (await this.#applyChanges(missing));
    if (isApplied && own.length > 0) this.#pending.push(own);
    if (!isApplied) {
      this.#pending = [];
      const image = await getObject(this.#bucket, head.image);
      if (!image) return 'its image of the database is missing or damaged';
      const file = `${this.#options.database.file}-image`;
      writeFileSync(file, image);
      const isReplaced = await lock.replaceTables(file, OWN_TABLES).finally(() => rm(file, { force: true }));
      if (!isReplaced) return 'its image is no database of this version';
      if (!(await this.#applyChanges(head.changes))) return 'a change of it is missing or damaged';
    }
    const alert = this.#options.database.prepare('INSERT OR REPLACE INTO alert VALUES (?, ?)');
    for (const [part, told] of Object.entries(head.alerts)) if (taken?.alerts[part] !== told) alert.run(part, told);
    return null;
  }

  /** The changes between two heads; null: they have different images, or there was none. */
  #missingChanges(taken: Head | null, head: Head): readonly string[] | null {
    if (taken?.image !== head.image) return null;
    const isBeginning = taken.changes.every((key, at) => head.changes[at] === key);
    return isBeginning ? head.changes.slice(taken.changes.length) : null;
  }

  async #applyChanges(keys: readonly string[]): Promise<boolean> {
    const all = await Promise.all(keys.map((key) => getObject(this.#bucket, key)));
    return all.every((changes) => changes !== null && applyChanges(this.#options.database, changes));
  }

  /** Uploads what was changed since `pull`. */
  async push(lock: WriteLock, options: PushOptions = {}): Promise<Result<null, PushFailure>> {
    if (this.#isForeign) return succeed(null);
    try {
      return await this.#push(lock, options);
    } catch (error) {
      if (error instanceof Refusal) return fail('unshared', `${error.message} The state in STATE_URL stays as it was.`);
      throw error;
    }
  }

  /** After a failure: what it left, if anything, is not uploaded, and the next pull begins from what the bucket holds. */
  abandon(): void {
    if (this.#isForeign || !this.#recording.isRunning) return;
    if (this.#changes().length === 0) this.#setTaken(this.#head);
  }

  /** For changes that are not recorded, under a lock: the next pull begins from what the bucket holds. */
  forget(): void {
    this.#setTaken(null);
  }

  #changes(): Uint8Array {
    return Buffer.concat([...this.#pending, this.#recording.changes()]);
  }

  async #push(lock: WriteLock, { isWhole = false, purged = [], allowed }: PushOptions): Promise<Result<null, PushFailure>> {
    const { database, owner, needed, isNeeded, read, release } = this.#options;
    // What is withdrawn is listed before the head counts it, and what is allowed stays listed until it does not: a list of
    // fewer than the head says is never this machine's work.
    if (allowed === undefined) await this.#withdrawn.push();
    const before = this.#head;
    const isTooLong = before === null || before.changes.length >= MOST_CHANGES;
    const isImage = isTooLong || isWhole || purged.length > 0 || this.#isUnrecorded;
    if (isImage) this.files.forget(purged);
    if (isImage) this.files.sweep(isNeeded);
    // Listed first: what others upload from now on is not touched.
    const listed = isImage ? orRefuse(await this.#bucket.list()) : [];
    if (isImage || this.#changes().length > 0) await this.files.add(needed(), read);
    const changes = this.#changes();
    const alerts = Object.fromEntries(
      database
        .prepare('SELECT part, told FROM alert ORDER BY part')
        .all()
        .map((row) => [row.part, row.told]),
    );
    const withdrawn = this.#withdrawn.count(allowed);
    const known = { ...owner, release: release(), ...(withdrawn > 0 && { withdrawn }) };
    const rest = { format: FORMAT, schema: this.#schema(), ...known, alerts, compiled: await this.#compiled(before) };
    const head: Head = isImage
      ? { ...rest, image: await this.#putImage(lock), changes: [] }
      : {
          ...rest,
          image: before.image,
          changes: [...before.changes, ...(changes.length > 0 ? [await putObject(this.#bucket, 'changes', changes)] : [])],
        };
    if (!isSame(head, before)) {
      const replaced = await replaceHead(this.#bucket, head, this.#tag);
      if (!replaced.ok && replaced.reason === 'conflict')
        return fail('superseded', 'Another machine has published a newer state to STATE_URL meanwhile; that one counts.');
      this.#tag = orRefuse(replaced);
    }
    if (allowed !== undefined) await this.#withdrawn.push(allowed);
    this.#head = head;
    this.#pending = [];
    this.#isUnrecorded = false;
    this.#setTaken(head);
    await lock.commit();
    this.#recording.begin();
    const kept = new Set([head.image, ...head.changes, head.compiled?.key, ...this.files.packs()]);
    await this.#remove(listed.flatMap(({ key }) => (OBJECT.test(key) && !kept.has(key) ? [key] : [])));
    return succeed(null);
  }

  async #remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const removed = await this.#bucket.remove(key);
      if (!removed.ok)
        this.#options.tell(`${key} in STATE_URL is not needed any more and could not be removed: ${removed.message}`);
    }
  }

  async #putImage(lock: WriteLock): Promise<string> {
    await lock.commit();
    return putObject(this.#bucket, 'image', this.#options.database.connection.serialize());
  }

  async #compiled(before: Head | null): Promise<Head['compiled']> {
    const { compiled } = this.#options;
    const name = compiled?.name();
    if (!compiled || name === undefined || before?.compiled?.name === name) return before?.compiled ?? null;
    const key = await putCompiled(this.#bucket, compiled.folder, name);
    return key === null ? (before?.compiled ?? null) : { name, key };
  }
}

function orRefuse<Value>(result: Result<Value, string>): Value {
  if (!result.ok) throw new Refusal(result.message);
  return result.value;
}

function isSame(one: Head | null | undefined, other: Head | null): boolean {
  return isDeepStrictEqual(one ?? null, other);
}
