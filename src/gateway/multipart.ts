import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { succeed } from '../lib/result.ts';
import { LARGEST_CV } from '../service/schemas/forms/careers.ts';
import { LARGEST_TEXT, MOST_PARTS, READ_AHEAD } from './limits.ts';
import { type TemporaryFile, writeTemporaryFile } from './temporaryFile.ts';
import { type GatewayFailure, INTERNAL, MALFORMED, type Outcome, TOO_LARGE } from './types.ts';

export interface Parts {
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Null when none was chosen. `isTruncated`: larger than the largest CV, and not kept beyond. */
  readonly file: { readonly field: string; readonly content: TemporaryFile; readonly isTruncated: boolean } | null;
}

/** Ends the parsing of a body. */
class Rejected extends Error {
  readonly failure: GatewayFailure;
  constructor(failure: GatewayFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

async function* upTo(limit: number, body: AsyncIterable<Uint8Array>, tooLarge: GatewayFailure): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw new Rejected(tooLarge);
    yield chunk;
  }
}

export interface MultipartLimits {
  /** Bytes of the whole body. */
  readonly limit: number;
  /** The failure for a larger one. */
  readonly tooLarge: GatewayFailure;
  /** Where files are written; the system's temporary folder unless told. */
  readonly folder: string | undefined;
}

/**
 * Reads a multipart body of the given type as it arrives: 64 kB of text and at most one file, which goes to disk. A
 * file beyond the largest CV is read to its end but not kept.
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  type: string,
  { limit, tooLarge, folder }: MultipartLimits,
): Promise<Outcome<Parts>> {
  const fields: [string, string][] = [];
  const files: Promise<Parts['file']>[] = [];
  const streams: Readable[] = [];
  let textBytes = 0;
  try {
    const parser = new Busboy({
      headers: { 'content-type': type },
      highWaterMark: READ_AHEAD,
      fileHwm: READ_AHEAD,
      limits: { fieldSize: LARGEST_TEXT, fileSize: LARGEST_CV, files: 2, parts: MOST_PARTS, headerPairs: 16, headerSize: 8192 },
    });
    parser.on('error', () => undefined);
    const stop = (failure: GatewayFailure) => parser.destroy(new Rejected(failure));
    parser.on('partsLimit', () => stop(MALFORMED));
    parser.on('field', (name, value, _nameTruncated, truncated) => {
      textBytes += Buffer.byteLength(name ?? '') + Buffer.byteLength(value);
      if (truncated || textBytes > LARGEST_TEXT) stop(TOO_LARGE);
      fields.push([name ?? '', value]);
    });
    parser.on('file', (field, stream, name, _encoding, mime) => {
      const written = writeTemporaryFile(stream, name ?? '', mime, folder).then(async (content) => {
        const { truncated: isTruncated = false } = stream as { truncated?: boolean };
        if (content.size > 0 || name) return { field, content, isTruncated };
        await content.remove();
        return null;
      });
      // A system error: the disk is full, or its folder is gone.
      written.catch((error: Error) => ('syscall' in error ? stop(INTERNAL) : parser.destroy(error)));
      // The parser reports a body that breaks off here too, also when nothing reads any more.
      streams.push(stream.on('error', () => undefined));
      files.push(written);
    });
    await pipeline(upTo(limit, body, tooLarge), parser);
  } catch (error) {
    // The parser does not end the files of a body that breaks off.
    for (const stream of streams) stream.destroy();
    await removeAll(files);
    return error instanceof Rejected ? error.failure : MALFORMED;
  }
  const chosen = (await Promise.all(files)).filter((file) => file !== null);
  if (chosen.length <= 1) return succeed({ fields, file: chosen[0] ?? null });
  await removeAll(files);
  return MALFORMED;
}

async function removeAll(files: readonly Promise<Parts['file']>[]): Promise<void> {
  for (const file of await Promise.allSettled(files)) {
    if (file.status === 'fulfilled') await file.value?.content.remove();
  }
}

function quoted(text: string): string {
  return `"${text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')}"`;
}

/** Writes a multipart body of the given fields and file. `length` in bytes. */
export function writeMultipart(
  boundary: string,
  fields: readonly (readonly [name: string, value: string])[],
  field: string,
  file: TemporaryFile,
): { type: string; length: number; content: AsyncIterable<Uint8Array> } {
  const texts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}\r\n\r\n${value}\r\n`,
  );
  const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(field)}; filename=${quoted(file.name)}\r\nContent-Type: ${file.type}\r\n\r\n`;
  const head = Buffer.from(texts.join('') + fileHead);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* content() {
    yield head;
    yield* file.read();
    yield tail;
  }
  return { type: `multipart/form-data; boundary=${boundary}`, length: head.length + file.size + tail.length, content: content() };
}
