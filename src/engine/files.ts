/** Small file habits of the engine: whole files only, and long loops that let others run. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { digestOf } from '../lib/digest.ts';

/** Stages and renames: a reader sees the old file or the new one, never a part. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const staged = `${file}.staged-${process.pid}`;
  try {
    writeFileSync(staged, content);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(staged, content);
  }
  renameSync(staged, file);
}

/** A file's bytes, or null when there is none to read. */
export function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** The code of a system error (`ENOENT`), or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A line that proves itself: digest, space, JSON. */
export function sealed(value: unknown): string {
  const json = JSON.stringify(value);
  return `${digestOf(json)} ${json}\n`;
}

/** The value of a sealed line without its line end, or null when it is not what was written. */
export function unsealed(line: Uint8Array): unknown {
  const body = line.subarray(33);
  const seal = Buffer.from(line.buffer, line.byteOffset, Math.min(33, line.length)).toString('latin1');
  if (seal !== `${digestOf(body)} `) return null;
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'));
}

const TURN = 8;

/** For long loops: `await` its call now and then, and others get their turn after some milliseconds of work. */
export function breather(): () => Promise<void> | null {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN) return null;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
