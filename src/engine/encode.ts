/** Compressed copies beside the files of the store, made on first demand: the smallest take far longer than a page does. */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { type Digest, digestOf } from '../lib/digest.ts';
import { readIfPresent, writeAtomic } from '../lib/files.ts';
import { isCompressible } from '../lib/mime.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import type { EngineEvent, ReleaseFile } from './api.ts';

export type Encoding = 'br' | 'gzip';

const SUFFIX = { br: '.br', gzip: '.gz' } as const;
/** Below a packet's size there is nothing to gain. */
const LEAST = 1000;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

function compress(bytes: Uint8Array, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return deflate(bytes, { level: 9 });
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(bytes, { params: { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: bytes.length } });
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
  readonly #emit: (event: EngineEvent) => void;
  readonly #flight = singleFlight<string, Uint8Array<ArrayBuffer> | null>();
  /** Digests of the copies that this process made, or found to be right, by path. */
  readonly #known = new Map<string, Digest>();

  constructor(read: (file: ReleaseFile) => Promise<Uint8Array<ArrayBuffer> | null>, emit: (event: EngineEvent) => void) {
    this.#read = read;
    this.#emit = emit;
  }

  /** The compressed bytes; null when a file does not gain by it or is lost. */
  encoded(file: ReleaseFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | null> {
    if (file.size < LEAST || !isCompressible(file.path)) return Promise.resolve(null);
    const copy = file.file + SUFFIX[encoding];
    return this.#flight(copy, () => this.#findOrMake(file, copy, encoding));
  }

  async #findOrMake(file: ReleaseFile, path: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | null> {
    const found = readIfPresent(path);
    if (found && digestOf(found) === this.#known.get(path)) return found;
    if (found && (await isCopyOf(file, found, encoding))) {
      this.#known.set(path, digestOf(found));
      return found;
    }
    const source = await this.#read(file);
    if (!source) return null;
    const made = await compress(source, encoding);
    this.#known.set(path, digestOf(made));
    // A copy that cannot be kept costs time alone.
    await writeAtomic(path, made).catch((error: unknown) => this.#emit({ type: 'maintenance-failed', error }));
    return made;
  }
}
