/**
 * What is known about media references and the files made of them: a journal of JSON lines, so that a new picture costs
 * one line. A line that breaks off is as if it had not been written.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import type { Digest } from '../lib/digest.ts';
import { writeAtomic, writeAtomicSync } from '../lib/files.ts';
import type { Media } from '../types/media.ts';
import type { Validators } from '../types/service.ts';

/** What a reference was found to be. */
export interface KnownReference {
  readonly reference: string;
  /** The service that gave it: another one means other bytes by the same name. */
  readonly from: string;
  /** Digest of the bytes as the service gave them. */
  readonly source: Digest;
  readonly media: Media;
  readonly validators: Validators;
}

/** The published files of one picture or attachment. */
export interface KnownGroup {
  /** `/media/{id}/` or `/files/{id}/`. */
  readonly group: string;
  readonly source: Digest;
  readonly media: Media;
  readonly files: readonly GroupFile[];
}

export interface GroupFile {
  readonly name: string;
  readonly digest: Digest;
  readonly size: number;
  /** Equal time and size: not touched since it was written. */
  readonly modified: number;
}

type Line = KnownReference | KnownGroup | { readonly forgotten: string };

export interface Ledger {
  /** As `ensureLedger` answered it. */
  readonly identity: string;
  readonly references: ReadonlyMap<string, KnownReference>;
  readonly groups: ReadonlyMap<string, KnownGroup>;
  add(line: KnownReference | KnownGroup): Promise<void>;
  /** Forgets a reference. */
  forget(reference: string): Promise<void>;
  /** Whether another process has added to the journal, or put another in its place. */
  isBehind(): boolean;
  /** Writes the journal anew with what `keeps` only. */
  compact(keeps: (line: KnownReference | KnownGroup) => boolean): Promise<void>;
}

function parseLines(lines: readonly string[]): Line[] {
  try {
    return JSON.parse(`[${lines.join(',')}]`) as Line[];
  } catch {
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return [];
      }
    });
  }
}

function firstLine(path: string): string {
  try {
    const file = openSync(path, 'r');
    const start = Buffer.alloc(500);
    const length = readSync(file, start, 0, start.length, 0);
    closeSync(file);
    return start.toString('utf8', 0, length).split('\n')[0] ?? '';
  } catch {
    return '';
  }
}

/**
 * Makes sure that there is a journal of a version, and answers its identity: another one than before when the journal had
 * to be begun anew, so that nothing goes on relying on what an earlier one knew.
 */
export function ensureLedger(path: string, version: string): string {
  const header = firstLine(path);
  if (header.startsWith(`${JSON.stringify({ version }).slice(0, -1)},`)) return header;
  const begun = JSON.stringify({ version, identity: randomUUID() });
  writeAtomicSync(path, `${begun}\n`);
  return begun;
}

/** Opens a journal that `ensureLedger` found sound. */
export function openLedger(path: string): Ledger {
  const references = new Map<string, KnownReference>();
  const groups = new Map<string, KnownGroup>();
  const take = (line: Line) => {
    if ('forgotten' in line) references.delete(line.forgotten);
    else if ('group' in line) groups.set(line.group, line);
    else references.set(line.reference, line);
  };
  const text = readFileSync(path, 'utf8');
  const [header, ...lines] = text.split('\n').filter(Boolean);
  for (const line of parseLines(lines)) take(line);
  // After a line that broke off, the next one begins on its own.
  let lead = text.endsWith('\n') ? '' : '\n';
  let queue: Promise<void> = Promise.resolve();
  /** The journal as this process has read or written it, and its own lines that are on their way. */
  let { ino: inode } = statSync(path);
  let size = Buffer.byteLength(text);
  let pending = 0;

  function enqueue(act: () => Promise<void>): Promise<void> {
    pending += 1;
    queue = queue.then(act).finally(() => {
      pending -= 1;
    });
    return queue;
  }

  function write(line: Line): Promise<void> {
    take(line);
    const added = `${lead}${JSON.stringify(line)}\n`;
    lead = '';
    return enqueue(async () => {
      await appendFile(path, added);
      size += Buffer.byteLength(added);
    });
  }

  return {
    identity: header ?? '',
    references,
    groups,
    add: write,
    isBehind() {
      const found = statSync(path, { throwIfNoEntry: false });
      return pending === 0 && (found?.ino !== inode || found.size !== size);
    },
    forget: (reference) => write({ forgotten: reference }),
    compact(keeps) {
      for (const line of references.values()) if (!keeps(line)) references.delete(line.reference);
      for (const line of groups.values()) if (!keeps(line)) groups.delete(line.group);
      const kept = [...groups.values(), ...references.values()].map((line) => `${JSON.stringify(line)}\n`);
      lead = '';
      return enqueue(async () => {
        await writeAtomic(path, `${header}\n${kept.join('')}`);
        ({ ino: inode, size } = statSync(path));
      });
    },
  };
}
