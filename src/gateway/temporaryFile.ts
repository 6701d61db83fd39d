import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Bytes read at once. */
const CHUNK = 64 * 1024;

/** An uploaded file on disk. */
export interface TemporaryFile {
  readonly name: string;
  /** Media type as declared. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** The first bytes, at most eight. */
  readonly head: Uint8Array;
  /** All bytes in order. A chunk's buffer is used again for the next one. */
  read(): AsyncIterable<Uint8Array>;
  /** Frees its space. */
  remove(): Promise<void>;
}

/**
 * Writes a stream to a file that is unlinked at once, so that a CV never outlives the process, however it ends. Rejects,
 * leaving nothing, when the stream breaks off or the disk is full.
 */
export async function writeTemporaryFile(
  source: Readable,
  name: string,
  type: string,
  folder = tmpdir(),
): Promise<TemporaryFile> {
  const path = join(folder, `upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  // An open file cannot be unlinked on Windows; there it is deleted by `remove`.
  const unlinked = await rm(path).then(
    () => true,
    () => false,
  );
  const remove = async () => {
    await handle.close();
    if (!unlinked) await rm(path, { force: true });
  };
  try {
    await handle.writeFile(source);
    const { size } = await handle.stat();
    return { name, type, size, head: await headOf(handle), read: () => readAll(handle, size), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function headOf(handle: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(8), 0, 8, 0);
  return buffer.subarray(0, bytesRead);
}

async function* readAll(handle: FileHandle, size: number): AsyncIterable<Uint8Array> {
  let position = 0;
  const space = Buffer.allocUnsafe(CHUNK);
  while (position < size) {
    const { buffer, bytesRead } = await handle.read(space, 0, CHUNK, position);
    if (bytesRead === 0) throw new Error('An upload became shorter while it was forwarded.');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
