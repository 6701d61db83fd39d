/**
 * The record of what a target holds: a manifest after each whole update, and a journal of what an update is about to change.
 * Both lie where all who fill the target see them, and are replaced only by whoever knows their last version.
 */
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import { readIfPresent, writeAtomic } from '../lib/files.ts';
import { isDigestNamed } from '../lib/headers.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { S3Client } from './s3/client.ts';
import type { DeployPlan, DeployReason, FileHost, Listed, ReleaseHost, Tags } from './target.ts';

/** What a target holds. */
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

const MANIFEST = '.deployed.json';
const JOURNAL = '.deploying.json';
/** How long an update that was not ended may still change what a host shows, ms: its process was killed, a command goes on. */
const OPEN_FOR = 20 * 60_000;
/** How long an update trusts that no other one was begun, ms: its process may have been stopped for a while. */
const TRUST = 2000;
const OVERTAKEN = 'Another machine deploys to the same place now. Its upload counts; try again when it has ended.';
const SUCCESS: Result<null, DeployReason> = succeed(null);

/** A bucket, or whatever keeps records as one does. */
export type RecordPlace = Pick<S3Client, 'get' | 'put' | 'swap'>;

/** Opens the place of the records of a target that cannot keep them itself, by its name. */
export type OpenRecords = (target: string, signal: AbortSignal) => RecordPlace;

/** Records in a folder, for whoever has its lock. */
export function recordsIn(folder: string): RecordPlace {
  const put: S3Client['put'] = async ({ key, bytes }) => {
    await writeAtomic(join(folder, key), bytes);
    return succeed(digestOf(bytes));
  };
  return {
    async get(key) {
      const path = join(folder, key);
      // Reading a named pipe would wait for ever.
      const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile();
      const bytes = isFile ? readIfPresent(path) : null;
      return succeed(bytes && { bytes, tag: digestOf(bytes) });
    },
    put,
    swap: put,
  };
}

/** A record as it was read or written last; null: there was none, or none that can be read. */
export interface Known<Value> {
  readonly value: Value | null;
  readonly tag: string | null;
}

export const UNREAD: Known<never> = { value: null, tag: null };

async function readRecord<Value>(
  place: Pick<RecordPlace, 'get'>,
  key: string,
  known: Known<Value>,
  isSound: (record: Partial<Value>) => boolean,
): Promise<Result<Known<Value>, DeployReason>> {
  const got = await place.get(key, known);
  if (!got.ok) return got;
  if (got.value === known) return succeed(known);
  if (!got.value || !('bytes' in got.value)) return succeed(UNREAD);
  const { bytes, tag } = got.value;
  try {
    const record = JSON.parse(bytes.toString('utf8')) as Value | null;
    return succeed({ value: record && isSound(record) ? record : null, tag });
  } catch {
    return succeed({ value: null, tag });
  }
}

/** The manifest in a place; `known` itself when it is that still. */
export function readManifest(place: Pick<RecordPlace, 'get'>, known: Known<Deployed>) {
  const isSound = ({ format, files }: Partial<Deployed>) => format === 1 && typeof files === 'object' && files !== null;
  return readRecord(place, MANIFEST, known, isSound);
}

function readJournal(place: RecordPlace, known: Known<Journal>) {
  return readRecord(place, JOURNAL, known, ({ paths }) => Array.isArray(paths));
}

/** Whether only this site writes such a file: a page, or a file of a picture or document. */
const isOfSite = (path: string) => path.endsWith('.html') || /^(?:media|files)\/[0-9a-f]{12}\//.test(path);

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
  #manifest: Known<Deployed> = UNREAD;
  #journal: Known<Journal> = UNREAD;
  /** As the host was listed last; null: it could not be, or an update has put right since what differed. */
  #listed: readonly Listed[] | null = null;
  #listedAt = Number.NEGATIVE_INFINITY;
  #confirmedAt = 0;
  #asking: Promise<Result<null, DeployReason>> | null = null;
  /** The manifest that ends the update under way, but for its tags. */
  #next: Deployed | null = null;

  constructor(name: string, options: LedgerOptions = {}) {
    this.#name = name;
    this.#options = { listInterval: 0, isTagUnsure: false, now: Date.now, ...options };
  }

  /**
   * What the target holds; null: that is not known. What is not as the manifest says has an empty digest, so that the next
   * update, to whatever release, writes or removes it again: what an update was about to change that did not end, and what
   * a list of the host tells.
   */
  async held(host: FileHost | ReleaseHost): Promise<Result<Deployed | null, DeployReason>> {
    const [manifest, journal] = await Promise.all([
      readManifest(host.records, this.#manifest),
      readJournal(host.records, this.#journal),
    ]);
    if (!manifest.ok) return manifest;
    if (!journal.ok) return journal;
    const isForeign = manifest.value !== this.#manifest || journal.value !== this.#journal;
    this.#manifest = manifest.value;
    this.#journal = journal.value;
    const known = manifest.value.value;
    if ('upload' in host) return succeed(this.#isOpen() || Object.keys(this.#openElsewhere()).length > 0 ? null : known);
    const { listInterval, now } = this.#options;
    if (isForeign || !known || Math.abs(now() - this.#listedAt) >= listInterval) {
      const list = await host.list(known);
      // Its records tell what it holds as well, where the key may not list or others have filled the bucket.
      if (!list.ok && (!known || list.reason !== 'refused')) return list;
      this.#listed = list.ok ? list.value : null;
      this.#listedAt = now();
    }
    return succeed(this.#compared(known ?? { format: 1, target: this.#name, release: '', at: 0, files: {} }));
  }

  /** Whether the update of the journal has not ended. */
  #isOpen(): boolean {
    const journal = this.#journal.value;
    return journal !== null && journal.id !== this.#manifest.value?.id;
  }

  /** Updates by other ledgers that may still change what the host shows. */
  #openElsewhere(): Record<string, number> {
    const { at = 0, by = '', open = {} } = this.#journal.value ?? {};
    const all = Object.entries(this.#isOpen() ? { ...open, [by]: at } : open);
    return Object.fromEntries(all.filter(([id, since]) => id !== this.#self && Math.abs(this.#options.now() - since) < OPEN_FOR));
  }

  /** The manifest compared with the list. */
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
    // Beside a manifest anything else is somebody's own. What a journal names is the site's.
    const isOurs = (path: string) => this.#manifest.value === null || isOfSite(path);
    const unrecorded = [...found.keys()].filter((path) => !Object.hasOwn(files, path) && !begun.includes(path) && isOurs(path));
    const unsure = [...begun, ...lost, ...(isOtherTags ? [] : overwritten), ...unrecorded];
    return { ...known, files: { ...files, ...withoutDigests(unsure) }, unrecorded };
  }

  /** Notes what an update is about to change. Fails with `overtaken` when another one was begun since `held` was asked. */
  async begin(
    place: RecordPlace,
    { release, files, changed, removed, previous }: DeployPlan,
  ): Promise<Result<null, DeployReason>> {
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
    const journal: Journal = { at, id, by: this.#self, open: this.#openElsewhere(), paths };
    const begun = await swap(place, JOURNAL, journal, this.#journal.tag);
    if (!begun.ok) return begun;
    this.#journal = begun.value;
    this.#confirmedAt = performance.now();
    return SUCCESS;
  }

  /** Fails with `overtaken` when another update was begun since; asked again only after `trust` milliseconds. */
  async confirm(place: RecordPlace, trust = TRUST): Promise<Result<null, DeployReason>> {
    if (performance.now() - this.#confirmedAt < trust) return SUCCESS;
    this.#asking ??= this.#ask(place).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(place: RecordPlace): Promise<Result<null, DeployReason>> {
    const read = await readJournal(place, UNREAD);
    if (!read.ok) return read;
    if (read.value.value?.id !== this.#journal.value?.id) return fail('overtaken', OVERTAKEN);
    this.#confirmedAt = performance.now();
    return SUCCESS;
  }

  /** Records that the update has ended. Fails with `overtaken` when another one has ended since it was begun. */
  async end(place: RecordPlace, tags: Tags): Promise<Result<Deployed, DeployReason>> {
    if (!this.#next) throw new Error('An update was ended that was not begun.');
    const manifest = { ...this.#next, tags: { ...this.#next.tags, ...tags } };
    const ended = await swap(place, MANIFEST, manifest, this.#manifest.tag);
    if (!ended.ok) return ended;
    this.#manifest = ended.value;
    this.#listed = null;
    this.#listedAt = this.#options.now();
    return succeed(manifest);
  }
}

/** Writes a record over the version that was read; where the storage has no conditional writes, over any. */
async function swap<Value>(
  place: RecordPlace,
  key: string,
  value: Value,
  tag: string | null,
): Promise<Result<Known<Value>, DeployReason>> {
  const bytes = Buffer.from(JSON.stringify(value));
  const object = { key, bytes, contentType: 'application/json', cacheControl: 'no-store' };
  const swapped = await place.swap(object, tag);
  if (swapped.ok) return succeed({ value, tag: swapped.value });
  if (swapped.reason === 'conflict') return fail('overtaken', OVERTAKEN);
  if (swapped.reason !== 'unsupported') return fail(swapped.reason, swapped.message);
  const put = await place.put(object);
  return put.ok ? succeed({ value, tag: put.value }) : put;
}
