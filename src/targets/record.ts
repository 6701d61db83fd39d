/** JSON values that several processes replace: in a bucket, or in a folder that stands for one. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import { readIfPresent, writeAtomic } from '../lib/files.ts';
import { type Result, succeed } from '../lib/result.ts';
import type { S3Client } from './s3/client.ts';
import type { DeployReason } from './target.ts';

export type RecordPlace = Pick<S3Client, 'get' | 'swap'>;

/** Records in a folder, for whoever has its lock. */
export function recordsIn(folder: string): RecordPlace {
  return {
    async get(key) {
      const path = join(folder, key);
      // Reading a named pipe would wait for ever.
      const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile();
      const bytes = isFile ? readIfPresent(path) : null;
      return succeed(bytes && { bytes, tag: digestOf(bytes) });
    },
    async swap({ key, bytes }) {
      await writeAtomic(join(folder, key), bytes);
      return succeed(digestOf(bytes));
    },
  };
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
  async read(place: Pick<RecordPlace, 'get'>): Promise<Result<boolean, DeployReason>> {
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
  async replace(
    place: Pick<RecordPlace, 'swap'>,
    value: Value,
  ): Promise<Result<null, DeployReason | 'conflict' | 'unsupported'>> {
    const object = { key: this.#format.key, bytes: Buffer.from(this.#format.encode(value)), ...JSON_OBJECT };
    const written = await place.swap(object, this.tag);
    if (!written.ok) return written;
    this.value = value;
    this.tag = written.value;
    return succeed(null);
  }
}

const JSON_OBJECT = { contentType: 'application/json', cacheControl: 'no-store' };
