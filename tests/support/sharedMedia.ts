/** The sample's pictures take long to transform: test runs hand them on, in a folder that git ignores. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const journalIn = (media: string) => readFile(join(media, 'journal.jsonl'), 'utf8').catch(() => '');

/** Gives a fresh cache the media that an earlier run left. False: there are none. */
export async function takeMedia(shared: string, cacheDir: string): Promise<boolean> {
  if (!existsSync(shared)) return false;
  await cp(shared, join(cacheDir, 'media'), { recursive: true, preserveTimestamps: true });
  return true;
}

/** Leaves the media of a cache to the next run, unless that knows them all already. */
export async function leaveMedia(shared: string, cacheDir: string): Promise<void> {
  const media = join(cacheDir, 'media');
  if ((await journalIn(media)) === (await journalIn(shared))) return;
  const staged = `${shared}.${process.pid}`;
  await mkdir(dirname(shared), { recursive: true });
  await cp(media, staged, { recursive: true, preserveTimestamps: true });
  await rm(shared, { recursive: true, force: true });
  // Two runs that end at the same time leave the same: the second one's is not needed.
  await rename(staged, shared).catch(() => rm(staged, { recursive: true, force: true }));
}
