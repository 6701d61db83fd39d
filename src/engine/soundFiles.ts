/** Opens large files of the store for reading in parts, each checked before its first use and after every change. */
import { type FileHandle, open } from 'node:fs/promises';
import { digestOfChunks } from '../lib/digest.ts';
import type { ReleaseFile } from './api.ts';

export class SoundFiles {
  /** Size and times of the files that were found right, by path. */
  readonly #known = new Map<string, string>();

  /** The caller closes it. Null: the file is missing or damaged. */
  async open(file: ReleaseFile): Promise<FileHandle | null> {
    const handle = await open(file.file).catch(() => null);
    if (!handle) return null;
    if (await this.#isSound(file, handle).catch(() => false)) return handle;
    await handle.close();
    return null;
  }

  async #isSound({ file, digest, size }: ReleaseFile, handle: FileHandle): Promise<boolean> {
    const stats = await handle.stat();
    const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    if (this.#known.get(file) === stamp) return true;
    if (stats.size !== size) return false;
    const chunks = handle.createReadStream({ start: 0, autoClose: false });
    if ((await digestOfChunks(chunks)) !== digest) return false;
    this.#known.set(file, stamp);
    return true;
  }
}
