/**
 * The state on disk: a log of records, of which the pointer says how far it counts. Renaming the pointer is what makes
 * a release live; whatever else a kill leaves behind counts for nothing.
 */
import { appendFileSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fromChecksummed, readChecksummed, readIfPresent, toChecksummed, writeAtomicSync } from '../lib/files.ts';
import { applyRecord } from './applyRecord.ts';
import { type ChangeRecord, FORMAT, isRecord } from './record.ts';
import { fullRecord, type State } from './state.ts';

/** The part of a log that counts. */
export interface LogPosition {
  /** File name. */
  readonly log: string;
  readonly bytes: number;
}

export interface Pointer extends LogPosition {
  readonly format: number;
  /** The release being served. */
  readonly live: string;
  /** A rollback holds until resumed. */
  readonly held: boolean;
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
  /** Bytes of the log's first record: beyond a multiple of it, compacting pays. */
  #base = 0;

  constructor(cacheDir: string) {
    this.#dir = join(cacheDir, 'engine');
    this.#pointerFile = join(cacheDir, 'current');
  }

  /** Changes whenever another pointer is in place. */
  pointerVersion(): string {
    const stat = statSync(this.#pointerFile, { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino} ${stat.mtimeNs}` : '';
  }

  readPointer(): Pointer | null {
    const value = readChecksummed(this.#pointerFile);
    return isPointer(value) ? value : null;
  }

  writePointer(pointer: Omit<Pointer, 'format'>): Pointer {
    const whole = { format: FORMAT, ...pointer };
    writeAtomicSync(this.#pointerFile, toChecksummed(whole));
    return whole;
  }

  /** The state that a pointer stands for, or why it cannot be had: then everything is rendered. */
  load({ log, bytes: end }: LogPosition, keep: number): State | { readonly unreadable: string } {
    const bytes = readIfPresent(join(this.#dir, log));
    if (!bytes || bytes.length < end) return { unreadable: bytes ? 'it is truncated' : 'it is missing' };
    let state: State | null = null;
    for (let at = 0; at < end; ) {
      const found = bytes.indexOf(NEWLINE, at);
      const next = (found === -1 ? bytes.length : found) + 1;
      const record = fromChecksummed(bytes.subarray(at, next));
      if (!isRecord(record)) return { unreadable: `it is damaged at byte ${at} or of another version` };
      if (at === 0) this.#base = next;
      state = applyRecord(state, record, keep);
      if (!state) return { unreadable: 'its first record is incomplete' };
      at = next;
    }
    return state ?? { unreadable: 'it is empty' };
  }

  /** Writes a record behind what counts of the log, into a new one when there is none. Counts once the pointer says so. */
  append(position: LogPosition | null, record: ChangeRecord): LogPosition {
    const line = Buffer.from(toChecksummed(record));
    const file = position && join(this.#dir, position.log);
    const size = file ? statSync(file, { throwIfNoEntry: false })?.size : undefined;
    if (!position || !file || record.full || size === undefined || size < position.bytes)
      return this.#start(record.release, line);
    if (size > position.bytes) truncateSync(file, position.bytes);
    appendFileSync(file, line);
    return { log: position.log, bytes: position.bytes + line.length };
  }

  #start(release: string, line: Buffer): LogPosition {
    const log = `${release.toLowerCase()}-${process.pid}-${Math.floor(performance.timeOrigin + performance.now()).toString(36)}.log`;
    writeAtomicSync(join(this.#dir, log), line);
    this.#base = line.length;
    return { log, bytes: line.length };
  }

  /** Whether the log is so much longer than its first record (twice, and `headroom` bytes) that reading it is slow. */
  isLong({ bytes }: LogPosition, headroom: number): boolean {
    return bytes > this.#base * 2 + headroom;
  }

  /** A new log that says the same in one record. Counts once the pointer says so. */
  compact(state: State): LogPosition {
    return this.append(null, fullRecord(state));
  }

  /** Removes logs that no pointer names. */
  gc({ log }: LogPosition): void {
    for (const name of readdirSync(this.#dir)) if (name !== log) rmSync(join(this.#dir, name), { recursive: true, force: true });
  }
}
