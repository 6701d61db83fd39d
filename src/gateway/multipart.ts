import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { type Result, succeed } from '../lib/result.ts';
import { LARGEST_CV } from '../service/schemas/forms/careers.ts';
import { READ_AHEAD } from './server.ts';
import { type SpooledFile, spool } from './spool.ts';
import { type Refusal, refuse } from './types.ts';

/** Bytes of all text fields together, and the most that a body with a file may add to the file itself. */
export const LARGEST_TEXT = 64 * 1024;
const MOST_PARTS = 32;

export interface Parts {
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The file, and whether it was cut off at the largest size; null when none was chosen. */
  readonly file: { readonly field: string; readonly spooled: SpooledFile; readonly truncated: boolean } | null;
}

class Abuse extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The disk is full, or its folder is gone. */
const noRoom = refuse('gateway-failed', 'This could not be done. Please try again later.');
const unreadable = refuse('malformed', 'The form could not be read. Please go back and send it again.');
const tooLarge = refuse('too-large', 'The form is too large. Please shorten it and send it again.');

/** A body as far as it is no larger than told, in bytes. */
async function* upTo(most: number, body: AsyncIterable<Uint8Array>, beyond: Refusal): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw new Abuse(beyond);
    yield chunk;
  }
}

export interface MultipartLimits {
  /** Bytes of the whole body. */
  readonly most: number;
  /** The answer to a larger one. */
  readonly beyond: Refusal;
  /** Where files go; the system's temporary folder unless told. */
  readonly folder: string | undefined;
}

/**
 * Reads a multipart body of the given type as it arrives: at most one file, which goes to disk, and 64 kB of text. A
 * file beyond the largest CV is read to its end but not kept.
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  type: string,
  { most, beyond, folder }: MultipartLimits,
): Promise<Result<Parts, never> | Refusal> {
  const fields: [string, string][] = [];
  const files: Promise<Parts['file']>[] = [];
  const streams: Readable[] = [];
  let textBytes = 0;
  try {
    const parser = new Busboy({
      headers: { 'content-type': type },
      highWaterMark: READ_AHEAD,
      fileHwm: READ_AHEAD,
      limits: {
        fieldSize: LARGEST_TEXT,
        fileSize: LARGEST_CV,
        files: 2,
        parts: MOST_PARTS,
        headerPairs: 16,
        headerSize: 8 * 1024,
      },
    });
    parser.on('error', () => undefined);
    const stop = (refusal: Refusal) => parser.destroy(new Abuse(refusal));
    parser.on('partsLimit', () => stop(unreadable));
    parser.on('field', (name, value, _nameTruncated, truncated) => {
      textBytes += Buffer.byteLength(name ?? '') + Buffer.byteLength(value);
      if (truncated || textBytes > LARGEST_TEXT) stop(tooLarge);
      fields.push([name ?? '', value]);
    });
    parser.on('file', (field, stream, name, _encoding, mime) => {
      const kept = spool(stream, name ?? '', mime, folder).then(async (spooled) => {
        const { truncated } = stream as { truncated?: boolean };
        if (spooled.size > 0 || name) return { field, spooled, truncated: truncated === true };
        await spooled.drop();
        return null;
      });
      kept.catch((error: Error) => ('syscall' in error ? stop(noRoom) : parser.destroy(error)));
      // The parser reports a body that breaks off here too, also after nobody reads any more.
      streams.push(stream.on('error', () => undefined));
      files.push(kept);
    });
    await pipeline(upTo(most, body, beyond), parser);
  } catch (error) {
    // The parser does not end the files of a body that breaks off.
    for (const stream of streams) stream.destroy();
    await dropAll(files);
    return error instanceof Abuse ? error.refusal : unreadable;
  }
  const kept = (await Promise.all(files)).filter((file) => file !== null);
  if (kept.length <= 1) return succeed({ fields, file: kept[0] ?? null });
  await dropAll(files);
  return unreadable;
}

async function dropAll(files: readonly Promise<Parts['file']>[]): Promise<void> {
  for (const file of await Promise.allSettled(files)) {
    if (file.status === 'fulfilled') await file.value?.spooled.drop();
  }
}

function quoted(text: string): string {
  return `"${text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')}"`;
}

/** A multipart body anew: only the fields and the one file given, byte by byte as their own. `length` in bytes. */
export function writeMultipart(
  boundary: string,
  fields: readonly (readonly [name: string, value: string])[],
  field: string,
  file: SpooledFile,
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
