/**
 * What a release is deployed to, and the record of what that holds: a manifest after each whole update, and a journal of what
 * an update is about to change. Both lie where all who fill the target see them, and are replaced only by whoever knows their last version.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import { lstatIfPresent, readIfPresent, writeAtomic } from '../lib/files.ts';
import { isDigestNamed } from '../lib/headers.ts';
import { isAssetAddress } from '../lib/paths.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { Outcome } from './exchange.ts';
import type { S3Client } from './s3Client.ts';
import type { Difference, TreeFile } from './tree.ts';

export interface DeployFile extends TreeFile {
  /** The bytes, or one line that says what to do. */
  read(): Promise<Result<Uint8Array, 'refused'>>;
  /** The compressed bytes; null when the file does not gain by it. */
  readonly encoded?: (encoding: 'br' | 'gzip') => Promise<Uint8Array | null>;
}

/** By path, what a target calls the version of a file that was written; recorded with it. */
export type Tags = Readonly<Record<string, string>>;

/** What a target holds after a whole update. */
export interface Deployed {
  readonly format: 1;
  readonly target: string;
  readonly release: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of the journal of the same update. */
  readonly id?: string;
  /** Digests by path; an empty one for a file that is half uploaded or half removed. */
  readonly files: Readonly<Record<string, string>>;
  readonly tags?: Tags;
  /** Of the files that no page needs any more: since when, epoch milliseconds. */
  readonly unneeded?: Readonly<Record<string, number>>;
  /** Those of the files that a list of the target names and no record does: they may never have been the site's. */
  readonly unrecorded?: readonly string[];
}

/** What a deploy would do: the difference of the live release to what the target holds. */
export interface DeployPlan extends Difference<DeployFile> {
  readonly release: string;
  /** Every file of the release, by path. */
  readonly files: ReadonlyMap<string, DeployFile>;
  /** Of the changed files. */
  readonly bytes: number;
  /** What the target held before; null when that is not known. */
  readonly previous: Deployed | null;
}

export interface Listed {
  readonly path: string;
  /** As the answer to its write was; empty where the target does not tell. */
  readonly tag: string;
}

/** Fails when another machine has begun a deploy to the same target since. */
export type Confirm = () => Promise<Outcome<null>>;

/** Where JSON values lie that several processes replace: a bucket, or a folder that stands for one. */
export type RecordPlace = Pick<S3Client, 'get' | 'swap'>;

/** A host that takes files one by one, and tells which ones it has. */
export interface FileHost {
  readonly records: RecordPlace;
  /** All that it has. */
  list(): Promise<Outcome<readonly Listed[]>>;
  readonly concurrency: number;
  /** Gives the tag of what was written. */
  put(file: DeployFile): Promise<Outcome<string>>;
  remove(path: string): Promise<Outcome<null>>;
  finish?(plan: DeployPlan): Promise<Outcome<null>>;
}

/** A host that takes a release as a whole, and cannot be asked what it shows. */
export interface ReleaseHost {
  readonly records: RecordPlace;
  /** `confirm`: for a host that shows a release only when it is asked to; asked right before that. */
  upload(plan: DeployPlan, confirm: Confirm): Promise<Outcome<Tags>>;
}

export interface Target {
  /** Tells targets apart: what was deployed to one is unknown to another. */
  readonly name: string;
  readonly ledger: Ledger;
  /** Files beside the site's that this target needs, by path. */
  readonly extra?: Readonly<Record<string, string>>;
  /** Lock file of those who deploy to it; absent: that of this machine's deploys. */
  readonly lock?: string;
  /** It is filled from `dist/`, which then has to hold the release. */
  readonly isFromDist?: true;
  /** Whether a file that the release lacks stays for now; absent: none does. */
  readonly retains?: (path: string, deployed: Deployed) => boolean;
  /** What is asked of it and sent to it ends with `signal`. */
  open(signal: AbortSignal): FileHost | ReleaseHost;
}

/**
 * Records in a folder, for whoever has its lock. `copy`: a folder that outlasts it, and that others may share. Where it tells
 * something else, as the folder was deleted or others have filled the target since, what the target holds is known by its paths.
 */
export function recordsIn(folder: string, copy?: string): RecordPlace {
  // Reading a named pipe would wait for ever.
  const read = (path: string) => (lstatIfPresent(path)?.isFile() ? readIfPresent(path) : null);
  return {
    async get(key) {
      const own = read(join(folder, key));
      const kept = copy ? read(join(copy, key)) : null;
      const bytes = kept && !own?.equals(kept) ? (pathsAlone(kept, own) ?? own) : own;
      return succeed(bytes && { bytes, tag: digestOf(bytes) });
    },
    async swap({ key, bytes }) {
      if (copy) {
        // In `DATA_DIR`, which is its owner's alone.
        mkdirSync(copy, { recursive: true, mode: 0o700 });
        await writeAtomic(join(copy, key), bytes);
      }
      await writeAtomic(join(folder, key), bytes);
      return succeed(digestOf(bytes));
    },
  };
}

/** A record whose files hold unknown bytes, those of another one among them; null where it is none. */
function pathsAlone(bytes: Buffer, other: Buffer | null): Buffer | null {
  const parse = (json: Buffer | string) => JSON.parse(json.toString()) as Partial<Deployed>;
  try {
    const record = parse(bytes);
    const { files = {} } = parse(other ?? '{}');
    const paths = record.files && Object.keys({ ...files, ...record.files });
    return Buffer.from(JSON.stringify({ ...record, files: paths && withoutDigests(paths) }));
  } catch {
    return null;
  }
}

interface RecordFormat<Value> {
  readonly key: string;
  encode(value: Value): string;
  /** Null: it is no such value. May throw. */
  decode(bytes: Buffer): Value | null;
}

/** A value with its version, as it was read or written last. It is replaced only while it is that version. */
export class VersionedRecord<Value> {
  readonly #format: RecordFormat<Value>;
  /** Null: there was none, or none that can be read. */
  value: Value | null = null;
  /** Null: there was none. */
  tag: string | null = null;

  constructor(format: RecordFormat<Value>) {
    this.#format = format;
  }

  /** Whether it is another version than was known. */
  async read(place: Pick<RecordPlace, 'get'>): Promise<Outcome<boolean>> {
    const got = await place.get(this.#format.key, this);
    if (!got.ok) return got;
    const found = got.value;
    if (found === this) return succeed(false);
    const known = this.tag;
    this.tag = found?.tag ?? null;
    try {
      this.value = found && 'bytes' in found ? this.#format.decode(found.bytes) : null;
    } catch {
      this.value = null;
    }
    return succeed(this.tag !== known);
  }

  /** Fails with `conflict` when it is another version by now, and with `unsupported` where the storage has no conditional writes. */
  async replace(place: Pick<RecordPlace, 'swap'>, value: Value): Promise<Outcome<null, 'conflict' | 'unsupported'>> {
    const object = {
      key: this.#format.key,
      bytes: Buffer.from(this.#format.encode(value)),
      contentType: 'application/json',
      cacheControl: 'no-store',
    };
    const written = await place.swap(object, this.tag);
    if (!written.ok) return written;
    this.value = value;
    this.tag = written.value;
    return succeed(null);
  }
}

/** What an update is about to change. It counts until the manifest of the same update is there. */
interface Journal {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly id?: string;
  readonly paths: readonly string[];
  /** The ledger that wrote it. */
  readonly by?: string;
  /** Updates by other ledgers that were begun and not ended: since when, epoch milliseconds. */
  readonly open?: Readonly<Record<string, number>>;
}

/** How long an update that was not ended may still change what a host shows, ms: its process was killed, a command goes on. */
const OPEN_FOR = 20 * 60_000;
/** How long an update trusts that no other one was begun, ms: its process may have been stopped for a while. */
const TRUST = 2000;
const OVERTAKEN = 'Another machine deploys to the same place now. Its upload counts; try again when it has ended.';
const SUCCESS: Outcome<null> = succeed(null);

/** Opens the place of the records of a target that cannot keep them itself, by its name. */
export type OpenRecords = (target: string, signal: AbortSignal) => RecordPlace;

function openRecord<Value>(key: string, isRecord: (stored: Value | null) => boolean): VersionedRecord<Value> {
  const decode = (bytes: Buffer) => {
    const stored = JSON.parse(bytes.toString()) as Value | null;
    return isRecord(stored) ? stored : null;
  };
  return new VersionedRecord({ key, encode: JSON.stringify, decode });
}

export const openManifest = () =>
  openRecord<Deployed>('.deployed.json', (stored) => {
    return stored?.format === 1 && typeof stored.files === 'object' && stored.files !== null;
  });

/** Whether only this site writes such a file: a page, or a file of a picture, a document or data. */
const isOfSite = (path: string) => path.endsWith('.html') || isAssetAddress(`/${path}`);

const withoutDigests = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, '']));

interface LedgerOptions {
  /** How long a host that can be listed is taken to hold what its records say, ms. */
  readonly listInterval?: number;
  /** Whether the host's lists may name other tags than its answers to writes. */
  readonly isTagUnsure?: boolean;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export class Ledger {
  readonly #name: string;
  readonly #options: Required<LedgerOptions>;
  readonly #self = randomUUID();
  readonly #manifest = openManifest();
  readonly #journal = openRecord<Journal>('.deploying.json', (stored) => Array.isArray(stored?.paths));
  /** As the host was listed last; null: it could not be, or an update has put right since what differed. */
  #listed: readonly Listed[] | null = null;
  #listedAt = Number.NEGATIVE_INFINITY;
  #confirmedAt = 0;
  #asking: Promise<Outcome<null>> | null = null;
  /** The manifest that ends the update under way, but for its tags. */
  #next: Deployed | null = null;
  /** Whether the last update of this ledger did not end: what it wrote late may stand over what others wrote. */
  #isUnended = false;

  constructor(name: string, options: LedgerOptions = {}) {
    this.#name = name;
    this.#options = { listInterval: 0, isTagUnsure: false, now: Date.now, ...options };
  }

  /**
   * What the target holds; null: that is not known. What is not as the manifest says has an empty digest, so that the next
   * update, to whatever release, writes or removes it again: what an update was about to change that did not end, and what
   * a list of the host tells; with `isDoubted` all of it.
   */
  async held(host: FileHost | ReleaseHost, isDoubted = false): Promise<Outcome<Deployed | null>> {
    const [manifest, journal] = await Promise.all([this.#manifest.read(host.records), this.#journal.read(host.records)]);
    // Another process has written since, and may be writing on.
    if ((manifest.ok && manifest.value) || (journal.ok && journal.value)) this.#listedAt = Number.NEGATIVE_INFINITY;
    if (!manifest.ok) return manifest;
    if (!journal.ok) return journal;
    const known = this.#manifest.value;
    if ('upload' in host || isDoubted) {
      const isSure = !isDoubted && !this.#isUnended && !this.#isOpen() && this.#openElsewhere().length === 0;
      return succeed(isSure ? known : this.#doubted(known ?? this.#nothing()));
    }
    const listed = await this.#list(host, known);
    return listed.ok ? succeed(this.#compared(known ?? this.#nothing())) : listed;
  }

  /** Lists the host when that is due. Where its records tell what it holds, it may refuse that. */
  async #list(host: FileHost, known: Deployed | null): Promise<Outcome<unknown>> {
    const { listInterval, now } = this.#options;
    if (known && Math.abs(now() - this.#listedAt) < listInterval) return SUCCESS;
    const list = await host.list();
    if (!list.ok && (!known || list.reason !== 'refused')) return list;
    this.#listed = list.ok ? list.value : null;
    this.#listedAt = now();
    return SUCCESS;
  }

  #isOpen(): boolean {
    const { value } = this.#journal;
    return value !== null && value.id !== this.#manifest.value?.id;
  }

  /**
   * Updates by other ledgers that may have changed what the host shows after the last update had ended: however long ago, as
   * nobody has written since.
   */
  #openElsewhere(): [ledger: string, since: number][] {
    const { at = 0, by = '', open = {} } = this.#journal.value ?? {};
    const all = Object.entries(this.#isOpen() ? { ...open, [by]: at } : open);
    return all.filter(([ledger]) => ledger !== this.#self);
  }

  #nothing(): Deployed {
    return { format: 1, target: this.#name, release: '', at: 0, files: {} };
  }

  /** All that the host may have: the next update writes or removes each. */
  #doubted(known: Deployed): Deployed {
    const paths = [...Object.keys(known.files), ...(this.#journal.value?.paths ?? [])];
    return { ...known, files: withoutDigests(paths) };
  }

  #compared(known: Deployed): Deployed {
    const { files, tags = {} } = known;
    const begun = this.#isOpen() ? (this.#journal.value?.paths ?? []) : [];
    if (!this.#listed) return { ...known, files: { ...files, ...withoutDigests(begun) }, unrecorded: [] };
    const found = new Map(this.#listed.map(({ path, tag }) => [path, tag]));
    const lost = Object.keys(files).filter((path) => !path.startsWith('.') && !found.has(path));
    const tagged = [...found].filter(([path, tag]) => tag && tags[path]);
    // By a machine that was overtaken, by an upload that did not end, or by somebody else.
    const overwritten = tagged.filter(([path, tag]) => tags[path] !== tag).map(([path]) => path);
    const isOtherTags = this.#options.isTagUnsure && overwritten.length === tagged.length;
    // Anything else is somebody's own. What a journal names is the site's.
    const unrecorded = [...found.keys()].filter((path) => !Object.hasOwn(files, path) && !begun.includes(path) && isOfSite(path));
    const unsure = [...begun, ...lost, ...(isOtherTags ? [] : overwritten), ...unrecorded];
    return { ...known, files: { ...files, ...withoutDigests(unsure) }, unrecorded };
  }

  /** Notes what an update is about to change. Fails with `overtaken` when another one was begun since `held` was asked. */
  async begin(place: RecordPlace, { release, files, changed, removed, previous }: DeployPlan): Promise<Outcome<null>> {
    const at = this.#options.now();
    const id = randomUUID();
    const old = Object.entries(previous?.files ?? {});
    // What was never the site's is none of its record.
    const left = new Set([...removed, ...(previous?.unrecorded ?? []).filter((path) => !isDigestNamed(`/${path}`))]);
    const retained = old.filter(([path]) => !files.has(path) && !left.has(path));
    // Since a time that is to come: the clock was wrong then.
    const since = (path: string) => Math.min(previous?.unneeded?.[path] ?? at, at);
    const unneeded = Object.fromEntries(retained.map(([path]) => [path, since(path)]));
    const written = new Set(changed.map(({ path }) => path));
    const all = {
      ...Object.fromEntries(retained),
      ...Object.fromEntries(Array.from(files.values(), (file) => [file.path, file.digest])),
    };
    const tags = Object.entries(previous?.tags ?? {}).filter(([path]) => Object.hasOwn(all, path) && !written.has(path));
    const unfinished = old.filter(([path, digest]) => digest === '' && !left.has(path)).map(([path]) => path);
    const paths = [...new Set([...written, ...removed, ...unfinished])];
    this.#next = { format: 1, target: this.#name, release, at, id, files: all, unneeded, tags: Object.fromEntries(tags) };
    // Until it has ended nobody knows which of two machines wrote a file last.
    this.#listedAt = Number.NEGATIVE_INFINITY;
    // What may have been written by others until now is written over.
    const open = this.#openElsewhere().filter(([, since]) => Math.abs(at - since) < OPEN_FOR);
    const journal: Journal = { at, id, by: this.#self, open: Object.fromEntries(open), paths };
    this.#confirmedAt = performance.now();
    this.#isUnended = true;
    return replace(this.#journal, place, journal);
  }

  /** Fails with `overtaken` when another update was begun since; asked again only after `trust` milliseconds. */
  async confirm(place: RecordPlace, trust = TRUST): Promise<Outcome<null>> {
    if (performance.now() - this.#confirmedAt < trust) return SUCCESS;
    this.#asking ??= this.#ask(place).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(place: RecordPlace): Promise<Outcome<null>> {
    const read = await this.#journal.read(place);
    if (!read.ok) return read;
    if (this.#journal.value?.id !== this.#next?.id) return fail('overtaken', OVERTAKEN);
    this.#confirmedAt = performance.now();
    return SUCCESS;
  }

  /** Records that the update has ended. Fails with `overtaken` when another one has ended since it was begun. */
  async end(place: RecordPlace, tags: Tags, isUnsure = false): Promise<Outcome<Deployed>> {
    if (!this.#next) throw new Error('An update was ended that was not begun.');
    const { files } = this.#next;
    const held = isUnsure ? withoutDigests(Object.keys(files)) : files;
    const manifest = { ...this.#next, files: held, tags: { ...this.#next.tags, ...tags } };
    const ended = await replace(this.#manifest, place, manifest);
    if (!ended.ok) return ended;
    this.#isUnended = false;
    this.#listed = null;
    this.#listedAt = this.#options.now();
    return succeed(manifest);
  }
}

async function replace<Value>(record: VersionedRecord<Value>, place: RecordPlace, value: Value): Promise<Outcome<null>> {
  const replaced = await record.replace(place, value);
  if (replaced.ok) return replaced;
  const { reason, message } = replaced;
  return reason === 'conflict' ? fail('overtaken', OVERTAKEN) : fail(reason === 'unsupported' ? 'refused' : reason, message);
}
