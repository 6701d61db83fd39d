/** SHA-1 digests of files, cached from deploy to deploy by our own digests. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { sha1Of } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import { type Result, succeed } from '../lib/result.ts';
import { readFileOf } from './plan.ts';
import type { DeployFile } from './types.ts';

const READS = 16;

async function readCache(file: string): Promise<Readonly<Record<string, string>>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** The SHA-1 of every file, by path. Reads only files that are not in the cache; drops from it what is gone. */
export async function sha1Digests(
  cacheDir: string,
  files: Iterable<DeployFile>,
): Promise<Result<ReadonlyMap<string, string>, 'refused'>> {
  const cacheFile = join(cacheDir, 'deploy', 'sha1.json');
  const cached = await readCache(cacheFile);
  const limit = pLimit(READS);
  const results = await limit.map(files, async (file): Promise<Result<readonly [DeployFile, string], 'refused'>> => {
    const known = cached[file.digest];
    if (known) return succeed([file, known]);
    const bytes = await readFileOf(file);
    return bytes.ok ? succeed([file, sha1Of(bytes.value)]) : bytes;
  });
  const failure = results.find((result) => !result.ok);
  if (failure && !failure.ok) return failure;
  const entries = results.flatMap((result) => (result.ok ? [result.value] : []));
  const text = JSON.stringify(Object.fromEntries(entries.map(([{ digest }, sha1]) => [digest, sha1])));
  if (text !== JSON.stringify(cached)) await writeAtomic(cacheFile, text);
  return succeed(new Map(entries.map(([{ path }, sha1]) => [path, sha1])));
}
