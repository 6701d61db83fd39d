/**
 * Answers that outlast the process: a first line with all of them, then a line for each rebuild with those that came out
 * differently. A line that is not whole, and all behind it, counts for nothing: an answer holds only while its inputs do.
 */
import { appendFile } from 'node:fs/promises';
import type { Digest } from '../lib/digest.ts';
import { fromChecksummed, readIfPresent, stampOf, toChecksummed, writeAtomic } from '../lib/files.ts';
import { PERSISTED_QUERIES } from './queries/index.ts';
import type { Answer, EarlierAnswers, QueryKey } from './query.ts';

export type AnswerEntry = readonly [key: QueryKey, answer: Answer];

/** An answer whose value is that of the answer before; only what it was made from is another. */
type Confirmed = Pick<Answer, 'inputs' | 'made' | 'from'>;

const basisOf = ({ value: _, digest: __, ...basis }: Answer): Confirmed => basis;

interface Line {
  /** Version of the code that answered; another one may answer differently. */
  readonly version: Digest;
  readonly answers: readonly AnswerEntry[];
  readonly confirmed?: readonly (readonly [QueryKey, Confirmed])[];
  readonly gone?: readonly QueryKey[];
}

const LINE_END = 10;

/** Those answers that are small and stand for whole collections. */
export function persistedAnswers(answers: EarlierAnswers): AnswerEntry[] {
  return [...answers].filter(([key]) => PERSISTED_QUERIES.has(key.slice(0, key.indexOf('('))));
}

function applyLine(answers: Map<QueryKey, Answer>, { answers: changed, confirmed = [], gone = [] }: Line): void {
  for (const [key, answer] of changed) answers.set(key, answer);
  for (const [key, basis] of confirmed) {
    const known = answers.get(key);
    if (known) answers.set(key, { value: known.value, digest: known.digest, ...basis });
  }
  for (const key of gone) answers.delete(key);
}

export interface AnswerFile {
  /** None when the file is missing, damaged or of another version. */
  read(): EarlierAnswers;
  /** Writes the answers that are worth a file; only what changed, where this process knows what the file holds. */
  write(answers: EarlierAnswers): Promise<void>;
}

/** `version`: of the code that answers. */
export function openAnswerFile(path: string, version: Digest): AnswerFile {
  /** What the file holds, as of `stamp`. */
  let held: ReadonlyMap<QueryKey, Answer> | null = null;
  let stamp: string | null = null;
  let firstLine = 0;
  let length = 0;

  async function writeWhole(entries: readonly AnswerEntry[]): Promise<void> {
    const line = toChecksummed({ version, answers: entries } satisfies Line);
    await writeAtomic(path, line);
    firstLine = line.length;
    length = line.length;
  }

  function differenceTo(now: ReadonlyMap<QueryKey, Answer>, before: ReadonlyMap<QueryKey, Answer>): Line {
    const answers: AnswerEntry[] = [];
    const confirmed: [QueryKey, Confirmed][] = [];
    for (const [key, answer] of now) {
      const known = before.get(key);
      if (known === answer) continue;
      if (known?.digest === answer.digest) confirmed.push([key, basisOf(answer)]);
      else answers.push([key, answer]);
    }
    return { version, answers, confirmed, gone: [...before.keys()].filter((key) => !now.has(key)) };
  }

  return {
    read() {
      const found = stampOf(path);
      const bytes = readIfPresent(path);
      const answers = new Map<QueryKey, Answer>();
      for (let at = 0; bytes && at < bytes.length; ) {
        const end = bytes.indexOf(LINE_END, at) + 1 || bytes.length;
        const line = fromChecksummed(bytes.subarray(at, end)) as Line | null;
        if (line?.version !== version) return answers;
        applyLine(answers, line);
        if (at === 0) firstLine = end;
        at = end;
      }
      if (bytes) [held, stamp, length] = [answers, found, bytes.length];
      return answers;
    },
    async write(all) {
      const entries = persistedAnswers(all);
      const now = new Map(entries);
      const line = held && stampOf(path) === stamp ? toChecksummed(differenceTo(now, held)) : null;
      if (line === null || length + line.length > 2 * firstLine) await writeWhole(entries);
      else {
        await appendFile(path, line);
        length += line.length;
      }
      held = now;
      stamp = stampOf(path);
    },
  };
}
