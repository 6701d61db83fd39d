/** The compiled site of a version of the code travels too: bundling takes seconds. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isCompiled } from '../lib/compiledFolder.ts';
import { writeAtomic } from '../lib/files.ts';
import type { S3Client } from '../targets/s3/client.ts';
import { getObject, packFiles, putObject, unpackFiles } from './objects.ts';

/** Uploads a compiled folder; its key, or null when there is none. Throws a `Refusal`. */
export async function putCompiled(bucket: S3Client, folder: string, name: string): Promise<string | null> {
  const root = join(folder, name);
  if (!isCompiled(root)) return null;
  const entries = readdirSync(root, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
  const files = paths.map((path) => [path, readFileSync(join(root, path))] as const);
  return putObject(bucket, 'compiled', packFiles(files));
}

/** Downloads a compiled folder that is not here. When it cannot be had, the site is compiled. */
export async function restoreCompiled(bucket: S3Client, folder: string, name: string, key: string): Promise<void> {
  const target = join(folder, name);
  if (isCompiled(target)) return;
  const pack = await getObject(bucket, key);
  if (!pack) return;
  const staged = join(folder, `${randomUUID()}.staged`);
  for (const [path, bytes] of unpackFiles(pack)) await writeAtomic(join(staged, path), bytes);
  // Another process may have compiled or brought the same meanwhile.
  if (existsSync(target)) await rm(staged, { recursive: true, force: true });
  else await rename(staged, target);
}
