/** What was told to `ALERT_URL`, kept on disk so that it is told once by all processes together. */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomic } from '../lib/files.ts';

export interface Told {
  readonly failing: boolean;
  readonly stale: readonly string[];
  readonly held: readonly string[];
  readonly missing: readonly string[];
  readonly deployFailing: boolean;
}

const NOTHING: Told = { failing: false, stale: [], held: [], missing: [], deployFailing: false };

/** Bytes. The file is filled up with spaces to a multiple, so that what is told later mostly needs no more room than it has. */
const BLOCK = 4096;

function encode(told: Told): Buffer {
  const json = Buffer.from(JSON.stringify(told));
  return Buffer.concat([json, Buffer.alloc(BLOCK - (json.length % BLOCK), ' ')]);
}

/** Writes over a file that is at least as long. A write that is cut short leaves a damaged file: what is wrong is told again. */
async function overwrite(path: string, bytes: Buffer): Promise<boolean> {
  const handle = await open(path, 'r+');
  try {
    if ((await handle.stat()).size < bytes.length) return false;
    await handle.write(bytes, 0, bytes.length, 0);
    await handle.truncate(bytes.length);
    return true;
  } finally {
    await handle.close();
  }
}

export function openTold(cacheDir: string) {
  const file = join(cacheDir, 'alerts.json');

  async function write(told: Told): Promise<void> {
    const bytes = encode(told);
    try {
      await writeAtomic(file, bytes);
    } catch (error) {
      // A full disk has no room for a new file beside the old one, but the old one keeps its own.
      if (!(await overwrite(file, bytes).catch(() => false))) throw error;
    }
  }

  return {
    write,
    /** Missing or damaged: nothing was told, and the file is made, while there is room for it. */
    async read(): Promise<Told> {
      try {
        return { ...NOTHING, ...(JSON.parse(await readFile(file, 'utf8')) as Told) };
      } catch {
        await write(NOTHING).catch(() => {});
        return NOTHING;
      }
    },
  };
}
