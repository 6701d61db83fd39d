/** The sample's pictures take long to transform: test runs share the variants, in a folder that git ignores. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const journalIn = (media: string) => readFile(join(media, 'journal.jsonl'), 'utf8').catch(() => '');

/** Copies the media of an earlier run into a new cache. False: there are none. */
export async function takeMedia(shared: string, cacheDir: string): Promise<boolean> {
  if (!existsSync(shared)) return false;
  await cp(shared, join(cacheDir, 'media'), { recursive: true, preserveTimestamps: true });
  return true;
}

/** Copies the media of a cache to the shared folder, unless it holds the same. */
export async function leaveMedia(shared: string, cacheDir: string): Promise<void> {
  const media = join(cacheDir, 'media');
  if ((await journalIn(media)) === (await journalIn(shared))) return;
  const staged = `${shared}.${process.pid}`;
  await mkdir(dirname(shared), { recursive: true });
  await cp(media, staged, { recursive: true, preserveTimestamps: true });
  await rm(shared, { recursive: true, force: true });
  // Runs that end at the same time have the same media: the second copy is not needed.
  await rename(staged, shared).catch(() => rm(staged, { recursive: true, force: true }));
}
