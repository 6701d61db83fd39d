/**
 * Compressed copies beside the files of the store, made on first demand: quickly for whoever waits, and then once more at
 * the best level, which takes some thirty times as long (measured: a page of 41 kB in 1.7 and in 59 ms).
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { type Digest, digestOf } from '../lib/digest.ts';
import { readIfPresent, writeAtomic } from '../lib/files.ts';
import { LruMap } from '../lib/lruMap.ts';
import { isCompressible } from '../lib/mime.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import type { RecentFiles } from './recentFiles.ts';
import type { ReleaseFile } from './releases.ts';
import type { EngineEvent } from './types.ts';

/** Copies that wait to be made at the best level. */
const MOST_WAITING = 100;
/** Copies that need not be decompressed to know that they are right. */
const MOST_KNOWN = 10_000;

const SUFFIX = { br: '.br', gzip: '.gz' } as const;
/** Below a packet's size there is nothing to gain. */
const LEAST = 1000;
/** Above, files are sent in parts as they are: whoever reads a large copy slowly holds all of it in memory. */
const MOST = 4 * 1024 * 1024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

const LEVELS = { quick: { br: 4, gzip: 4 }, best: { br: 11, gzip: 9 } } as const;

export type Encoding = keyof typeof SUFFIX;
/** `quick`: somebody waits. */
export type Level = keyof typeof LEVELS;

function compress(bytes: Uint8Array, encoding: Encoding, how: Level): Promise<Buffer<ArrayBuffer>> {
  const level = LEVELS[how][encoding];
  if (encoding === 'gzip') return deflate(bytes, { level });
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotli(bytes, { params });
}

async function isCopyOf({ digest, size }: ReleaseFile, copy: Buffer, encoding: Encoding): Promise<boolean> {
  try {
    return digestOf(await decompress[encoding](copy, { maxOutputLength: size })) === digest;
  } catch {
    return false;
  }
}

/** Gives what compresses files; `read` gives the bytes of one, checked. */
export function createEncoder(
  read: (file: ReleaseFile) => Promise<Uint8Array<ArrayBuffer> | null>,
  recent: RecentFiles,
  emit: (event: EngineEvent) => void,
) {
  const flight = singleFlight<string, Uint8Array<ArrayBuffer> | null>();
  /** Digests of the copies that this process made, or found to be right, by path. */
  const known = new LruMap<string, Digest>(MOST_KNOWN);
  /** Copies by path of which the best is still being made. */
  const quicks = new Map<string, Uint8Array<ArrayBuffer>>();
  const oneByOne = pLimit(1);
  const onFailed = (error: unknown) => emit({ type: 'maintenance-failed', error });

  async function makeBest(source: Uint8Array, path: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const best = await compress(source, encoding, 'best');
    known.set(path, digestOf(best));
    // A copy that cannot be kept costs time alone.
    await writeAtomic(path, best).catch(onFailed);
    return best;
  }

  async function findOrMake(file: ReleaseFile, path: string, encoding: Encoding, level: Level) {
    const kept = recent.read(path, (bytes) => digestOf(bytes) === known.get(path));
    if (kept) return kept;
    const found = readIfPresent(path);
    if (found && (await isCopyOf(file, found, encoding))) {
      known.set(path, digestOf(found));
      return found;
    }
    const source = await read(file);
    if (!source) return null;
    if (level === 'best') return makeBest(source, path, encoding);
    const quick = await compress(source, encoding, 'quick');
    // Beyond, another reader has another quick one made: what waits is held in memory.
    if (quicks.size < MOST_WAITING) {
      quicks.set(path, quick);
      oneByOne(() => makeBest(source, path, encoding))
        .catch(onFailed)
        .finally(() => quicks.delete(path));
    }
    return quick;
  }

  return async (file: ReleaseFile, encoding: Encoding, level: Level): Promise<Uint8Array<ArrayBuffer> | null> => {
    if (file.size < LEAST || file.size > MOST || !isCompressible(file.path)) return null;
    const copy = file.file + SUFFIX[encoding];
    const quick = level === 'quick' ? quicks.get(copy) : undefined;
    return quick ?? flight(`${level} ${copy}`, () => findOrMake(file, copy, encoding, level));
  };
}
