/** The packs in a bucket: which blob lies in which, and how blobs come from there and go there. */
import pLimit from 'p-limit';
import type { S3Client } from '../deploy/s3/client.ts';
import type { Digest } from '../lib/digest.ts';
import { readIfPresent, writeAtomic } from '../lib/files.ts';
import { Refusal, type Result } from '../lib/result.ts';
import { type Blob, decodePack, encodePack, groupsOf, PACK_SIZE, type Pack, parseIndex } from './pack.ts';

/** Requests at a time. */
const CONCURRENCY = 32;
/** Packs smaller than half of a full one are joined when there are more of them than this. */
const MOST_SMALL = 24;
/** Objects of packs that are kept in memory, a few hundred kilobytes each. */
const RECENT = 4;

/** A blob and how to have its bytes; null when they cannot be had or are other ones. */
export interface Source extends Blob {
  readonly read: () => Uint8Array | null;
}

const objectOf = (id: string) => `packs/${id}`;
const indexOf = (id: string) => `packs/${id}.index`;

function orRefuse<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Refusal(result.message);
  return result.value;
}

export class Packs {
  readonly #bucket: S3Client;
  /** Folder of the indexes, which never change. */
  readonly #folder: string;
  readonly #limit = pLimit(CONCURRENCY);
  readonly #recent = new Map<Digest, Buffer>();
  /** Ids of packs that nothing names any more, and that are to be dropped. */
  readonly #lost = new Set<Digest>();
  #packs = new Map<Digest, Pack>();
  /** The pack of each blob. */
  #places = new Map<Digest, Pack>();

  constructor(bucket: S3Client, folder: string) {
    this.#bucket = bucket;
    this.#folder = folder;
  }

  get ids(): readonly Digest[] {
    return [...this.#packs.keys()];
  }

  has(digest: Digest): boolean {
    return this.#places.has(digest);
  }

  /** Takes these packs for the ones there are. False: an index is missing or damaged; what lies in its pack is lost. */
  async open(ids: readonly Digest[]): Promise<boolean> {
    const opened = await Promise.all(ids.map(async (id) => this.#packs.get(id) ?? (await this.#readIndex(id))));
    const packs = opened.filter((pack) => pack !== null);
    for (const [at, id] of ids.entries()) if (!opened[at]) this.#lost.add(id);
    this.#keep(packs);
    return packs.length === ids.length;
  }

  #keep(packs: readonly Pack[]): void {
    this.#packs = new Map(packs.map((pack) => [pack.id, pack]));
    this.#places = new Map();
    for (const pack of packs) for (const { digest } of pack.blobs) this.#places.set(digest, pack);
  }

  async #readIndex(id: Digest): Promise<Pack | null> {
    const file = `${this.#folder}/${id}`;
    const kept = readIfPresent(file);
    const known = kept && parseIndex(id, kept);
    if (known) return known;
    const found = orRefuse(await this.#limit(() => this.#bucket.get(indexOf(id))));
    const pack = found && parseIndex(id, found.bytes);
    if (found && pack) await writeAtomic(file, found.bytes);
    return pack;
  }

  /** The bytes of blobs, each pack read once. `take` is called for each that could be had. */
  async read(wanted: Iterable<Digest>, take: (digest: Digest, bytes: Buffer) => void): Promise<void> {
    const reads = Array.from(this.#byPack(wanted), ([pack, digests]) => this.#limit(() => this.#readPack(pack, digests, take)));
    await Promise.all(reads);
  }

  #byPack(wanted: Iterable<Digest>): ReadonlyMap<Pack, ReadonlySet<Digest>> {
    const byPack = new Map<Pack, Set<Digest>>();
    for (const digest of wanted) {
      const pack = this.#places.get(digest);
      if (pack) byPack.set(pack, (byPack.get(pack) ?? new Set()).add(digest));
    }
    return byPack;
  }

  async #readPack(pack: Pack, digests: ReadonlySet<Digest>, take: (digest: Digest, bytes: Buffer) => void): Promise<void> {
    const object = await this.#object(pack.id);
    const blobs = object ? await decodePack(pack, object, digests) : new Map<Digest, Buffer>();
    for (const [digest, bytes] of blobs) take(digest, bytes);
    if (blobs.size < digests.size) this.#lose([pack]);
  }

  /** What a lost or damaged pack held is nowhere: it goes there again with the next update. */
  #lose(packs: readonly Pack[]): void {
    for (const { id } of packs) this.#lost.add(id);
    this.#keep([...this.#packs.values()].filter((pack) => !packs.includes(pack)));
  }

  /** Relies on none of the packs any more. */
  distrust(): void {
    this.#lose([...this.#packs.values()]);
  }

  /** The last few are remembered: a state's list of files mostly lies beside the files. */
  async #object(id: Digest): Promise<Buffer | null> {
    const known = this.#recent.get(id);
    if (known) return known;
    const found = orRefuse(await this.#bucket.get(objectOf(id)));
    if (!found) return null;
    this.#recent.set(id, found.bytes);
    for (const oldest of this.#recent.keys()) if (this.#recent.size > RECENT) this.#recent.delete(oldest);
    return found.bytes;
  }

  /**
   * Has exactly these blobs in the bucket: new ones go there, packs of which little or nothing is needed are replaced.
   * `isStrict`: not one unneeded blob stays. Gives the packs that nothing needs any more; they are there until dropped.
   */
  async update(needed: ReadonlyMap<Digest, Source>, isStrict: boolean): Promise<readonly Digest[]> {
    const outdated = this.#outdated(needed, isStrict);
    const kept = [...this.#packs.values()].filter((pack) => !outdated.has(pack));
    const held = new Set(kept.flatMap(({ blobs }) => blobs.map(({ digest }) => digest)));
    const missing = [...needed.values()].filter(({ digest }) => !held.has(digest));
    const made = await Promise.all(Array.from(groupsOf(missing), (group) => this.#limit(() => this.#write(group))));
    this.#keep([...kept, ...made.filter((pack) => pack !== null)]);
    for (const { id } of outdated) this.#lost.add(id);
    // The same blobs, packed again, make the same pack.
    return [...this.#lost].filter((id) => !this.#packs.has(id));
  }

  #outdated(needed: ReadonlyMap<Digest, Source>, isStrict: boolean): ReadonlySet<Pack> {
    const outdated = new Set<Pack>();
    const small: Pack[] = [];
    for (const pack of this.#packs.values()) {
      const live = pack.blobs.reduce((sum, { digest, size }) => sum + (this.#isIn(pack, digest, needed) ? size : 0), 0);
      if (live === 0 || (isStrict ? live < pack.size : live * 2 < pack.size)) outdated.add(pack);
      else if (live * 2 < PACK_SIZE) small.push(pack);
    }
    for (const pack of small.length > MOST_SMALL ? small : []) outdated.add(pack);
    return outdated;
  }

  #isIn(pack: Pack, digest: Digest, needed: ReadonlyMap<Digest, Source>): boolean {
    return needed.has(digest) && this.#places.get(digest) === pack;
  }

  /** Null: of none of the blobs the bytes can be had. */
  async #write(group: readonly Source[]): Promise<Pack | null> {
    const bytes = new Map<Digest, Uint8Array>();
    for (const source of group) {
      const here = source.read();
      if (here) bytes.set(source.digest, here);
    }
    const elsewhere = group.map(({ digest }) => digest).filter((digest) => !bytes.has(digest));
    for (const [pack, digests] of this.#byPack(elsewhere)) {
      await this.#readPack(pack, digests, (digest, found) => bytes.set(digest, found));
    }
    if (bytes.size === 0) return null;
    const { pack, object, index } = await encodePack([...bytes.values()]);
    const kinds = { contentType: 'application/octet-stream', cacheControl: 'no-store' };
    const puts = [
      this.#bucket.put({ key: objectOf(pack.id), bytes: object, ...kinds }),
      this.#bucket.put({ key: indexOf(pack.id), bytes: index, ...kinds }),
    ];
    for (const put of await Promise.all(puts)) orRefuse(put);
    await writeAtomic(`${this.#folder}/${pack.id}`, index);
    return pack;
  }

  /** Every pack in the bucket but the ones there are: also what a machine left that died before it handed over. */
  async unnamed(): Promise<readonly Digest[]> {
    const keys = orRefuse(await this.#bucket.list());
    const ids = keys.flatMap((key) => /^packs\/([0-9a-f]{32})(?:\.index)?$/.exec(key)?.[1] ?? []);
    return [...new Set(ids as Digest[])].filter((id) => !this.#packs.has(id));
  }

  /** Removes packs that no head names any more. */
  async drop(ids: readonly Digest[]): Promise<void> {
    const keys = ids.flatMap((id) => [objectOf(id), indexOf(id)]);
    const removed = await Promise.all(keys.map((key) => this.#limit(() => this.#bucket.remove(key))));
    for (const one of removed) orRefuse(one);
    for (const id of ids) this.#lost.delete(id);
  }
}
