import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that is whole or not there: staged beside its place, then renamed. Makes the folders it needs.
 * `durable` also flushes it before the rename, for files that must survive a power loss.
 */
export async function writeWhole(path: string, content: string | Uint8Array, durable = false): Promise<void> {
  const staged = `${path}.${randomBytes(6).toString('hex')}.staged`;
  const handle = await open(staged, 'w').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true });
    return open(staged, 'w');
  });
  try {
    await handle.writeFile(content);
    if (durable) await handle.sync();
    await handle.close();
    await rename(staged, path);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(staged, { force: true });
    throw error;
  }
}
