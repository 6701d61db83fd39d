import { readFile } from 'node:fs/promises';
import { type Digest, digestOf } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import type { Answer, EarlierAnswers, QueryKey } from './evaluator.ts';
import { type DataName, dataNames, rememberDataNames } from './queries/dataFiles.ts';
import { PERSISTED_QUERIES } from './queries/index.ts';

interface KeptFile {
  /** Version of the code that answered; another one may answer differently. */
  readonly version: Digest;
  readonly answers: readonly (readonly [key: QueryKey, answer: Answer])[];
  readonly names: readonly (readonly [slot: string, name: DataName])[];
}

/** Whether the answer to a query is small and stands for a whole collection. */
export const isPersisted = (key: QueryKey) => PERSISTED_QUERIES.has(key.slice(0, key.indexOf('(')));

/** The file's text: a line with the digest of the rest, so that a damaged file is told from a whole one. */
function written(kept: KeptFile): string {
  const text = JSON.stringify(kept);
  return `${digestOf(text)}\n${text}`;
}

function readKept(text: string, version: Digest): KeptFile | null {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== digestOf(body)) return null;
  const kept = JSON.parse(body) as KeptFile;
  return kept.version === version ? kept : null;
}

/**
 * The answers that an earlier process wrote down. Each is used only while its inputs are the same, so a file that is
 * older than the content costs nothing; one that is missing, damaged or of another version counts as empty.
 */
export async function readPersistedAnswers(file: string, version: Digest): Promise<EarlierAnswers> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const kept = readKept(text, version);
  if (!kept) return new Map();
  rememberDataNames(kept.names);
  return new Map(kept.answers);
}

/** Writes down the small answers that stand for whole collections. */
export async function writePersistedAnswers(file: string, version: Digest, answers: EarlierAnswers): Promise<void> {
  const kept = [...answers].filter(([key]) => isPersisted(key));
  await writeAtomic(file, written({ version, answers: kept, names: dataNames() }));
}
