import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { errorCode } from '../../src/lib/files.ts';
import { messageOf } from '../../src/lib/result.ts';
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
  /** Why folders inside cannot be listed, by path below the content folder: what they hold is what was found before. */
  readonly unlisted: ReadonlyMap<string, string>;
}

export const emptyFolder = (folder: string): FoundFolder => ({
  folders: [folder],
  content: new Map(),
  media: new Map(),
  certificates: new Map(),
  links: [],
  unlisted: new Map(),
});

const MEDIA = 'media/';
const CERTIFICATES = 'certificates/';

const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error));

interface Entries {
  readonly entries: readonly Dirent[];
  readonly unlisted: readonly (readonly [folder: string, why: string])[];
}

/** Everything below a folder. One inside it that is gone again when it is to be listed, as somebody works there, holds nothing. */
async function entriesBelow(folder: string): Promise<Entries> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const below = await Promise.all(
    inside.map((path) =>
      entriesBelow(path).catch((error: unknown): Entries => {
        return { entries: [], unlisted: isGone(error) ? [] : [[path, messageOf(error)]] };
      }),
    ),
  );
  return {
    entries: [...entries, ...below.flatMap((one) => one.entries)],
    unlisted: below.flatMap((one) => one.unlisted),
  };
}

/** Looks at the whole content folder, which was as `before`. Throws when it is not there. */
export async function lookAt(folder: string, before: FoundFolder): Promise<FoundFolder> {
  const { entries, unlisted: listings } = await entriesBelow(folder);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const infos = await Promise.allSettled(names.map((name) => stat(name)));
  // Between the listing and the line above a file may be gone again; a folder may be listed and yet not be entered.
  const closed = infos.flatMap((info, index) => {
    if (info.status === 'fulfilled' || isGone(info.reason)) return [];
    return [[dirname(names[index] ?? ''), messageOf(info.reason)] as const];
  });
  const own = closed.find(([path]) => path === folder);
  if (own) throw new Error(own[1]);
  // Once, however many files it holds.
  const unlisted = new Map([...listings, ...closed]);
  const below = (full: string) => full.slice(folder.length + 1).replaceAll(sep, '/');
  const isUnlisted = (full: string) => unlisted.keys().some((path) => full === path || full.startsWith(path + sep));
  const kept = (files: ReadonlyMap<string, FoundFile>) => new Map([...files].filter(([, { full }]) => isUnlisted(full)));
  const content = kept(before.content);
  const media = kept(before.media);
  const certificates = kept(before.certificates);
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ parentPath, name }) => below(join(parentPath, name)));
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  for (const [index, full] of names.entries()) {
    const info = infos[index];
    if (info?.status !== 'fulfilled') continue;
    const path = below(full);
    const { size, mtimeMs, ctimeMs, ino } = info.value;
    const found = { full, stamp: `${size}-${mtimeMs}-${ctimeMs}-${ino}`, size };
    if (path.startsWith(MEDIA)) media.set(path.slice(MEDIA.length), found);
    else if (path.startsWith(CERTIFICATES) && !isContentFile(path)) certificates.set(path.slice(CERTIFICATES.length), found);
    else content.set(path, found);
  }
  return {
    // No changes of one that cannot be listed are told.
    folders: [folder, ...inside.filter((path) => !isUnlisted(path))],
    content,
    media,
    certificates,
    links,
    unlisted: new Map(Array.from(unlisted, ([path, why]) => [below(path), why])),
  };
}

/** The ways in which Unicode writes a name: a Mac's file may have another one than a text that names it. */
export const spellings = (name: string): readonly string[] => [...new Set([name, name.normalize('NFC'), name.normalize('NFD')])];

/** The file of a name, whichever way either is written. */
export function fileNamed(files: ReadonlyMap<string, FoundFile>, name: string): FoundFile | undefined {
  const spelling = spellings(name).find((one) => files.has(one));
  return spelling === undefined ? undefined : files.get(spelling);
}

/** The references whose file came, went or changed between two looks. */
export function changedMedia(before: FoundFolder, after: FoundFolder): string[] {
  const names = new Set([...before.media.keys(), ...after.media.keys()]);
  return [...names].filter((name) => before.media.get(name)?.stamp !== after.media.get(name)?.stamp);
}
