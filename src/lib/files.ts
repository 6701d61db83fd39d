/** Files that are whole or absent, files that carry their checksum, and the check that a file is as it was written. */
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Digest, digestOf } from './digest.ts';

/** The code of a system error (`ENOENT`), or an empty text. */
export const errorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Puts a staged file in its place, whatever stands there: a foreign folder is removed. */
async function place(staged: string, path: string): Promise<void> {
  try {
    await rename(staged, path);
  } catch (error) {
    if (errorCode(error) !== 'EISDIR') throw error;
    await rm(path, { recursive: true, force: true });
    await rename(staged, path);
  }
}

/** Writes a file whole or not at all, and its folders. `durable`: flushed before the rename, to survive a power loss. */
export async function writeAtomic(path: string, content: string | Uint8Array, durable = false, mode = 0o666): Promise<void> {
  const staged = `${path}.${randomBytes(6).toString('hex')}.staged`;
  const handle = await open(staged, 'w', mode).catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true });
    return open(staged, 'w', mode);
  });
  try {
    await handle.writeFile(content);
    if (durable) await handle.sync();
    await handle.close();
    await place(staged, path);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(staged, { force: true });
    throw error;
  }
}

/** Milliseconds after which what is staged is left over: its process was ended, or the disk was full. */
const STAGED_TIMEOUT = 10 * 60_000;

/** Bytes of a file, or of all files below a folder. */
export function sizeOf(path: string): number {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** The files of a folder and of those below it, by their paths from it, with forward slashes. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}

/** Removes the staged files and folders that were left over anywhere below a folder. Bytes freed. */
export function removeLeftOver(folder: string): number {
  let freed = 0;
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : []) {
    if (!entry.name.endsWith('.staged')) continue;
    const path = join(entry.parentPath, entry.name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // A time that is to come is of a clock that was wrong.
    if (!stats || Math.abs(Date.now() - stats.mtimeMs) < STAGED_TIMEOUT) continue;
    freed += sizeOf(path);
    rmSync(path, { recursive: true, force: true });
  }
  return freed;
}

/** Changes whenever a file is replaced or written to; empty when there is none. */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : '';
}

/** A file's bytes, or null when there is none that can be read. */
export function readIfPresent(path: string): Buffer<ArrayBuffer> | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Characters before the JSON of a checksummed line: the digest and a space. */
const HEAD = 33;

/** A JSON value as a line that carries its checksum: digest, space, JSON, line end. */
export function toChecksummed(value: unknown): string {
  const json = JSON.stringify(value);
  return `${digestOf(json)} ${json}\n`;
}

/** The value of a checksummed line, with or without its line end; null when it is not as it was written. */
export function fromChecksummed(line: Uint8Array): unknown {
  const text = Buffer.from(line.buffer, line.byteOffset, line.at(-1) === 10 ? line.length - 1 : line.length);
  const body = text.subarray(HEAD);
  if (text.toString('latin1', 0, HEAD) !== `${digestOf(body)} `) return null;
  return JSON.parse(body.toString('utf8'));
}

/** The value of a file that is one checksummed line; null when the file is missing or damaged. */
export function readChecksummed(path: string): unknown {
  const bytes = readIfPresent(path);
  return bytes && fromChecksummed(bytes);
}

/** File systems' clocks tick coarsely: a change this many milliseconds after a record may carry an older time. */
const CLOCK_SLACK = 50;

/** Trusts files that nothing has touched since a moment (epoch milliseconds); null: none. */
export function untouchedSince(since: number | null): (stats: Stats) => boolean {
  return (stats) => since !== null && stats.ctimeMs < since - CLOCK_SLACK;
}

/** `size`: bytes. */
export type FileFacts = { readonly digest: Digest; readonly size: number };

/** What stands at a path itself, links not followed; null: nothing. */
export function lstatIfPresent(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // A file stands where a folder of the path belongs.
    if (errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Whether a file holds the right bytes; they are read unless `isTrusted` says by its times that nothing has touched it. */
export function isFileSound(path: string, { digest, size }: FileFacts, isTrusted: (stats: Stats) => boolean): boolean {
  const stats = lstatIfPresent(path);
  if (!stats?.isFile() || stats.size !== size) return false;
  if (isTrusted(stats)) return true;
  const bytes = readIfPresent(path);
  return bytes !== null && digestOf(bytes) === digest;
}
