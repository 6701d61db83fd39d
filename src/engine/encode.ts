/** Compressed copies beside the files of the store, made on first demand: the smallest take far longer than a page does. */
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeAtomic } from '../lib/files.ts';
import { isCompressible } from '../lib/mime.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import type { ReleaseFile } from './api.ts';

export type Encoding = 'br' | 'gzip';

export interface EncodedFile {
  /** Absolute path. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const;
/** Below a packet's size there is nothing to gain. */
const LEAST = 1000;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

function compress(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(bytes, { level: 9 });
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(bytes, { params: { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

export class Encoder {
  readonly #flight = singleFlight<string, EncodedFile | null>();

  /** The compressed copy; null when a file does not gain by it or is not there. */
  encoded(file: ReleaseFile, encoding: Encoding): Promise<EncodedFile | null> {
    if (file.size < LEAST || !isCompressible(file.path)) return Promise.resolve(null);
    const target = file.file + SUFFIX[encoding];
    return this.#flight(target, () => findOrMake(file.file, target, encoding));
  }
}

async function findOrMake(source: string, target: string, encoding: Encoding): Promise<EncodedFile | null> {
  try {
    const found = await stat(target).catch(() => null);
    if (found) return { file: target, size: found.size };
    const bytes = await compress(await readFile(source), encoding);
    await writeAtomic(target, bytes);
    return { file: target, size: bytes.length };
  } catch {
    return null;
  }
}
