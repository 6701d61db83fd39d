/** SHA-1 digests by our own digests, kept from deploy to deploy: a file's is made once, when it is new. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha1Of } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { DeployFile } from './types.ts';

const AT_ONCE = 16;

async function readKept(file: string): Promise<Readonly<Record<string, string>>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** The SHA-1 of every file, by path. Reads only files whose digest was never seen before; forgets those that are gone. */
export async function sha1Digests(
  cacheDir: string,
  files: Iterable<DeployFile>,
): Promise<Result<ReadonlyMap<string, string>, 'refused'>> {
  const keptIn = join(cacheDir, 'deploy', 'sha1.json');
  const kept = await readKept(keptIn);
  const known: Record<string, string> = {};
  const digests = new Map<string, string>();
  const unknown: DeployFile[] = [];
  for (const file of files) {
    const sha1 = kept[file.digest];
    if (!sha1) unknown.push(file);
    else {
      known[file.digest] = sha1;
      digests.set(file.path, sha1);
    }
  }
  let lost: string | null = null;
  const queue = unknown.values();
  const work = async () => {
    for (const file of queue) {
      const bytes = await file.read();
      if (!bytes) lost ??= file.path;
      else {
        const sha1 = sha1Of(bytes);
        known[file.digest] = sha1;
        digests.set(file.path, sha1);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (lost !== null) return fail('refused', `${lost} is missing or damaged in the store; "npm run rebuild" makes it anew.`);
  const isSame = unknown.length === 0 && Object.keys(kept).length === Object.keys(known).length;
  if (!isSame) await writeAtomic(keptIn, JSON.stringify(known));
  return succeed(digests);
}
