/**
 * The state on disk: a log of records, of which the pointer says how far it counts. Renaming the pointer is what makes
 * a release live; whatever else a kill leaves behind counts for nothing.
 */
import { appendFileSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, sealed, unsealed, writeWhole } from './files.ts';
import { type ChangeRecord, FORMAT, isRecord } from './record.ts';
import { applyRecord, type State, snapshotOf } from './state.ts';

export interface Pointer {
  readonly format: number;
  /** The release being served. */
  readonly live: string;
  readonly held: boolean;
  /** The log file and how many of its bytes count. */
  readonly log: string;
  readonly bytes: number;
}

const NEWLINE = 10;

function isPointer(value: unknown): value is Pointer {
  const pointer = value as Pointer;
  return (
    typeof value === 'object' &&
    value !== null &&
    pointer.format === FORMAT &&
    typeof pointer.live === 'string' &&
    typeof pointer.held === 'boolean' &&
    /^[a-z0-9-]+\.log$/.test(pointer.log) &&
    Number.isInteger(pointer.bytes)
  );
}

export class Log {
  readonly #dir: string;
  readonly #pointerFile: string;
  /** Bytes of the log that its first record took: beyond a multiple of it, compacting pays. */
  #base = 0;

  constructor(cacheDir: string) {
    this.#dir = join(cacheDir, 'engine');
    this.#pointerFile = join(cacheDir, 'current');
  }

  /** Changes whenever another pointer is in place. */
  pointerStamp(): string {
    const stat = statSync(this.#pointerFile, { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino} ${stat.mtimeNs}` : '';
  }

  readPointer(): Pointer | null {
    const bytes = readIfThere(this.#pointerFile);
    const value = bytes && unsealedOrNull(bytes.subarray(0, -1));
    return isPointer(value) ? value : null;
  }

  writePointer(pointer: Omit<Pointer, 'format'>): Pointer {
    const whole = { format: FORMAT, ...pointer };
    writeWhole(this.#pointerFile, sealed(whole));
    return whole;
  }

  /** The state that a pointer stands for, or why it cannot be had: then everything is rendered. */
  load(pointer: Pointer, keep: number): { readonly state: State } | { readonly state: null; readonly why: string } {
    const bytes = readIfThere(join(this.#dir, pointer.log));
    if (!bytes || bytes.length < pointer.bytes) return { state: null, why: bytes ? 'it is truncated' : 'it is missing' };
    let state: State | null = null;
    let at = 0;
    while (at < pointer.bytes) {
      const found = bytes.indexOf(NEWLINE, at);
      const end = found === -1 ? bytes.length : found;
      const record = unsealedOrNull(bytes.subarray(at, end));
      if (!isRecord(record)) return { state: null, why: `it is damaged at byte ${at} or of another version` };
      if (at === 0) this.#base = end + 1;
      state = applyRecord(state, record, keep);
      if (!state) return { state: null, why: `its first record is incomplete` };
      at = end + 1;
    }
    return state ? { state } : { state: null, why: 'it is empty' };
  }

  /** Writes a record behind what counts of the log, into a new one when there is none. Counts once the pointer says so. */
  append(pointer: Pointer | null, record: ChangeRecord): { log: string; bytes: number } {
    const line = Buffer.from(sealed(record));
    const file = pointer && join(this.#dir, pointer.log);
    const size = file ? statSync(file, { throwIfNoEntry: false })?.size : undefined;
    if (!pointer || !file || record.full || size === undefined || size < pointer.bytes) return this.#start(record.release, line);
    if (size > pointer.bytes) truncateSync(file, pointer.bytes);
    appendFileSync(file, line);
    return { log: pointer.log, bytes: pointer.bytes + line.length };
  }

  #start(release: string, line: Buffer): { log: string; bytes: number } {
    const log = `${release.toLowerCase()}-${process.pid}-${Math.floor(performance.timeOrigin + performance.now()).toString(36)}.log`;
    writeWhole(join(this.#dir, log), line);
    this.#base = line.length;
    return { log, bytes: line.length };
  }

  /** Whether the log has grown so far beyond its first record that reading it costs more than it should. */
  isLong(pointer: Pointer, slack: number): boolean {
    return pointer.bytes > this.#base * 2 + slack;
  }

  /** A new log that says the same in one record. Counts once the pointer says so. */
  compact(state: State): { log: string; bytes: number } {
    return this.#start(state.release, Buffer.from(sealed(snapshotOf(state))));
  }

  /** Removes logs that no pointer names. */
  sweep(pointer: Pointer): void {
    for (const name of readdirSync(this.#dir)) if (name !== pointer.log) rmSync(join(this.#dir, name), { force: true });
  }
}

function unsealedOrNull(line: Uint8Array): unknown {
  try {
    return unsealed(line);
  } catch {
    return null;
  }
}
