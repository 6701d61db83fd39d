import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { errorCode } from '../../src/lib/files.ts';
import { isContentFile } from './contentFile.ts';

/** A file of the content folder as one look found it. */
export interface FoundFile {
  readonly full: string;
  /** Changes when the file does. */
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
}

export interface FoundFolder {
  /** Every folder, the content folder itself first. */
  readonly folders: readonly string[];
  /** By path below the content folder, with `/`. */
  readonly content: ReadonlyMap<string, FoundFile>;
  /** By path below `media/`: the reference by which items name it. */
  readonly media: ReadonlyMap<string, FoundFile>;
  /** Paths below the content folder of symbolic links, which are not followed: they may lead out of it. */
  readonly links: readonly string[];
  /** By path below `certificates/`: only the register names them. */
  readonly certificates: ReadonlyMap<string, FoundFile>;
}

const MEDIA = 'media/';
const CERTIFICATES = 'certificates/';

/** Everything below a folder. One inside it that is gone again when it is to be listed, as somebody works there, holds nothing. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => entriesBelow(join(folder, name)));
  const found = await Promise.allSettled(inside);
  const below = found.flatMap((one) => {
    if (one.status === 'fulfilled') return one.value;
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(one.reason))) return [];
    throw one.reason;
  });
  return [...entries, ...below];
}

/** Looks at the whole content folder. Throws when it is not there. */
export async function lookAt(folder: string): Promise<FoundFolder> {
  const entries = await entriesBelow(folder);
  const folders = [folder];
  const content = new Map<string, FoundFile>();
  const media = new Map<string, FoundFile>();
  const certificates = new Map<string, FoundFile>();
  const below = (full: string) => full.slice(folder.length + 1).replaceAll(sep, '/');
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ parentPath, name }) => below(join(parentPath, name)));
  for (const entry of entries) if (entry.isDirectory()) folders.push(join(entry.parentPath, entry.name));
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // Between the listing and this line a file may be gone again.
  const infos = await Promise.all(names.map((name) => stat(name).catch(() => null)));
  for (const [index, full] of names.entries()) {
    const info = infos[index];
    if (!info) continue;
    const path = below(full);
    const found = { full, stamp: `${info.size}-${info.mtimeMs}-${info.ctimeMs}-${info.ino}`, size: info.size };
    if (path.startsWith(MEDIA)) media.set(path.slice(MEDIA.length), found);
    else if (path.startsWith(CERTIFICATES) && !isContentFile(path)) certificates.set(path.slice(CERTIFICATES.length), found);
    else content.set(path, found);
  }
  return { folders, content, media, certificates, links };
}

/** The references whose file came, went or changed between two looks. */
export function changedMedia(before: FoundFolder, after: FoundFolder): string[] {
  const names = new Set([...before.media.keys(), ...after.media.keys()]);
  return [...names].filter((name) => before.media.get(name)?.stamp !== after.media.get(name)?.stamp);
}
