/**
 * The bytes of the store that kept releases need, in packs: one or a few for each release that was handed over. What the same
 * bucket publishes is not packed a second time.
 */
import pLimit from 'p-limit';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { StoreElsewhere } from '../engine/index.ts';
import { type Digest, digestOf } from '../lib/digest.ts';
import { isDigestNamed } from '../lib/headers.ts';
import { openManifest } from '../targets/ledger.ts';
import type { S3Client } from '../targets/s3/client.ts';
import { keyOf } from '../targets/s3/target.ts';
import { getObject, packFiles, putObject, unpackFiles } from './objects.ts';

export const STATE_SCHEMA: readonly string[] = [
  // Which pack holds the bytes of a digest.
  'CREATE TABLE packed(digest TEXT PRIMARY KEY, pack TEXT NOT NULL) WITHOUT ROWID',
  'CREATE INDEX packed_in ON packed(pack)',
  // The head that this machine's database stands for, as JSON. Its own: the others have theirs.
  'CREATE TABLE taken(only INTEGER PRIMARY KEY CHECK (only = 1), head TEXT NOT NULL)',
];

/** Bytes of a pack, before it is compressed. */
const PACK_SIZE = 8 * 1024 * 1024;
const CONCURRENCY = 4;

export interface NeededFile {
  readonly digest: Digest;
  readonly size: number;
}

export class StoredFiles implements StoreElsewhere {
  readonly #database: SiteDatabase;
  readonly #bucket: S3Client;
  /** The bucket that publishes the site beside its state; null: it is published elsewhere. */
  readonly #publishing: S3Client | null;
  readonly #manifest = openManifest();
  /** Keys in that bucket, by digest. */
  #published: ReadonlyMap<string, string> = new Map();

  constructor(database: SiteDatabase, bucket: S3Client, publishing: S3Client | null) {
    this.#database = database;
    this.#bucket = bucket;
    this.#publishing = publishing;
  }

  /** Looks at what is published: files named by their digest alone, as others are overwritten. */
  async look(): Promise<void> {
    const read = this.#publishing && (await this.#manifest.read(this.#publishing));
    if (!read?.ok || !read.value) return;
    const { files = {}, unneeded = {} } = this.#manifest.value ?? {};
    const lasting = Object.entries(files).filter(([path]) => isDigestNamed(`/${path}`) && unneeded[path] === undefined);
    this.#published = new Map(lasting.map(([path, digest]) => [digest, keyOf(path)]));
  }

  #packOf(digest: Digest): string | null {
    const row = this.#database.prepare('SELECT pack FROM packed WHERE digest = ?').get(digest);
    return row ? String(row.pack) : null;
  }

  holds(digest: Digest): boolean {
    return this.#packOf(digest) !== null || this.#published.has(digest);
  }

  async fetch(digests: Iterable<Digest>, take: (digest: Digest, bytes: Uint8Array) => void): Promise<void> {
    const wanted = new Set(digests);
    const packs = new Set<string>();
    const loose: Digest[] = [];
    for (const digest of wanted) {
      const pack = this.#packOf(digest);
      if (pack === null) loose.push(digest);
      else packs.add(pack);
    }
    const limit = pLimit(CONCURRENCY);
    await limit.map(packs, async (pack) => {
      const bytes = await getObject(this.#bucket, pack);
      // What is lost is packed anew by whoever has it.
      if (!bytes) this.#drop(pack);
      for (const [name, file] of bytes ? unpackFiles(bytes) : []) {
        const digest = name as Digest;
        if (wanted.has(digest) && digestOf(file) === digest) take(digest, file);
      }
    });
    await limit.map(loose, async (digest) => {
      const got = await this.#publishing?.get(this.#published.get(digest) ?? '');
      if (got?.ok && got.value && digestOf(got.value.bytes) === digest) take(digest, got.value.bytes);
    });
  }

  /** Packs those of the needed files that are nowhere in the bucket. `read`: their bytes; null: they are lost. */
  async add(needed: Iterable<NeededFile>, read: (digest: Digest) => Uint8Array | null): Promise<void> {
    const parts: NeededFile[][] = [];
    let room = 0;
    for (const file of needed) {
      if (this.holds(file.digest)) continue;
      if (file.size > room || parts.length === 0) {
        parts.push([]);
        room = PACK_SIZE;
      }
      parts.at(-1)?.push(file);
      room -= file.size;
    }
    await pLimit(CONCURRENCY).map(parts, async (part) => {
      const files = part.flatMap(({ digest }) => {
        const bytes = read(digest);
        return bytes ? [[digest, bytes] as const] : [];
      });
      if (files.length === 0) return;
      const pack = await putObject(this.#bucket, 'files', packFiles(files));
      const insert = this.#database.prepare('INSERT OR REPLACE INTO packed VALUES (?, ?)');
      for (const [digest] of files) insert.run(digest, pack);
    });
  }

  /** Forgets the packs of which less than half is needed, or something is published by now; `add` packs that anew. */
  sweep(isNeeded: (digest: Digest) => boolean): void {
    for (const pack of this.packs()) {
      const rows = this.#database.prepare('SELECT digest FROM packed WHERE pack = ?').all(pack);
      const needed = rows.map((row) => row.digest as Digest).filter(isNeeded);
      if (needed.length * 2 < rows.length || needed.some((digest) => this.#published.has(digest))) this.#drop(pack);
    }
  }

  /** Forgets the packs that hold any of these digests, which must disappear; `add` packs the rest anew. */
  forget(digests: Iterable<Digest>): void {
    for (const digest of digests) this.#drop(this.#packOf(digest) ?? '');
  }

  /** The keys of all packs. */
  packs(): string[] {
    const rows = this.#database.prepare('SELECT DISTINCT pack FROM packed').all();
    return rows.map(({ pack }) => String(pack));
  }

  #drop(pack: string): void {
    this.#database.prepare('DELETE FROM packed WHERE pack = ?').run(pack);
  }
}
