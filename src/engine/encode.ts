/**
 * Compressed copies beside the files of the store, made on first demand: quickly for whoever waits, and then once more at
 * the best level, which takes some thirty times as long (measured: a page of 41 kB in 1.7 and in 59 ms).
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { type Digest, digestOf } from '../lib/digest.ts';
import { readIfPresent, writeAtomic } from '../lib/files.ts';
import { isCompressible } from '../lib/mime.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import type { Encoding, EngineEvent, Level, ReleaseFile } from './api.ts';
import type { RecentFiles } from './recentFiles.ts';

/** Copies that wait to be made at the best level. */
const MOST_WAITING = 100;

const SUFFIX = { br: '.br', gzip: '.gz' } as const;
/** Below a packet's size there is nothing to gain. */
const LEAST = 1000;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

const QUICK = { br: 4, gzip: 4 } as const;
const BEST = { br: 11, gzip: 9 } as const;

function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  levels: Readonly<Record<Encoding, number>>,
): Promise<Buffer<ArrayBuffer>> {
  const level = levels[encoding];
  if (encoding === 'gzip') return deflate(bytes, { level });
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotli(bytes, { params });
}

/** Whether a copy decompresses to a file's bytes. */
async function isCopyOf({ digest, size }: ReleaseFile, copy: Buffer, encoding: Encoding): Promise<boolean> {
  try {
    return digestOf(await decompress[encoding](copy, { maxOutputLength: size })) === digest;
  } catch {
    return false;
  }
}

export class Encoder {
  /** The bytes of a file, checked. */
  readonly #read: (file: ReleaseFile) => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly #recent: RecentFiles;
  readonly #emit: (event: EngineEvent) => void;
  readonly #flight = singleFlight<string, Uint8Array<ArrayBuffer> | null>();
  /** Digests of the copies that this process made, or found to be right, by path. */
  readonly #known = new Map<string, Digest>();
  /** Copies by path of which the best is still being made. */
  readonly #quick = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #oneByOne = pLimit(1);

  constructor(
    read: (file: ReleaseFile) => Promise<Uint8Array<ArrayBuffer> | null>,
    recent: RecentFiles,
    emit: (event: EngineEvent) => void,
  ) {
    this.#read = read;
    this.#recent = recent;
    this.#emit = emit;
  }

  /** The compressed bytes, as small as can be or as soon as can be; null when a file does not gain by it or is lost. */
  encoded(file: ReleaseFile, encoding: Encoding, level: Level): Promise<Uint8Array<ArrayBuffer> | null> {
    if (file.size < LEAST || !isCompressible(file.path)) return Promise.resolve(null);
    const copy = file.file + SUFFIX[encoding];
    const quick = level === 'quick' ? this.#quick.get(copy) : undefined;
    if (quick) return Promise.resolve(quick);
    return this.#flight(`${level} ${copy}`, () => this.#findOrMake(file, copy, encoding, level));
  }

  async #findOrMake(file: ReleaseFile, path: string, encoding: Encoding, level: Level): Promise<Uint8Array<ArrayBuffer> | null> {
    const known = this.#recent.read(path, (bytes) => digestOf(bytes) === this.#known.get(path));
    if (known) return known;
    const found = readIfPresent(path);
    if (found && (await isCopyOf(file, found, encoding))) {
      this.#known.set(path, digestOf(found));
      return found;
    }
    const source = await this.#read(file);
    if (!source) return null;
    if (level === 'best') return this.#makeBest(source, path, encoding);
    const quick = await compress(source, encoding, QUICK);
    // Beyond, another reader has another quick one made: what waits is held in memory.
    if (this.#quick.size < MOST_WAITING) {
      this.#quick.set(path, quick);
      this.#oneByOne(() => this.#makeBest(source, path, encoding))
        .catch((error: unknown) => this.#emit({ type: 'maintenance-failed', error }))
        .finally(() => this.#quick.delete(path));
    }
    return quick;
  }

  async #makeBest(source: Uint8Array, path: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const best = await compress(source, encoding, BEST);
    this.#known.set(path, digestOf(best));
    // A copy that cannot be kept costs time alone.
    await writeAtomic(path, best).catch((error: unknown) => this.#emit({ type: 'maintenance-failed', error }));
    return best;
  }
}
