/** The published files of pictures and attachments, in the cache. */
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Digest, digestOf, shortDigest } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import { groupOf } from '../lib/paths.ts';
import type { Media } from '../types/entities.ts';
import type { SuppliedMedia } from '../types/media.ts';
import type { GroupFile, KnownGroup } from './ledger.ts';
import { extensionOf, readableName } from './names.ts';
import { sniff } from './sniff.ts';
import { PICTURE_RECIPE, transformPicture } from './transform.ts';

/** The group of published media; null for media that are missing. */
export function groupOfMedia(media: Media): string | null {
  if (media.kind === 'image') return `/media/${media.id}/`;
  return media.kind === 'file' ? groupOf(media.href) : null;
}

/** What a source is published as, before its files exist. */
export interface Plan {
  readonly group: string;
  /** Makes the files; null when the bytes cannot be read. */
  make(): Promise<KnownGroup | null>;
}

/** Where the cache keeps a group's files. */
export function folderOf(cache: string, group: string): string {
  return join(cache, group.split('/')[2] ?? '');
}

async function keep(cache: string, group: string, name: string, bytes: Buffer): Promise<GroupFile> {
  const path = join(folderOf(cache, group), name);
  await writeAtomic(path, bytes);
  const { mtimeMs } = await stat(path);
  return { name, digest: digestOf(bytes), size: bytes.length, modified: mtimeMs };
}

function planPicture(cache: string, bytes: Buffer, source: Digest): Plan {
  const id = shortDigest(digestOf(`${source} ${PICTURE_RECIPE}`));
  const group = `/media/${id}/`;
  return {
    group,
    async make() {
      const made = await transformPicture(bytes);
      if (!made) return null;
      const files: GroupFile[] = [];
      for (const { width, bytes: variant } of made.variants) files.push(await keep(cache, group, `${width}.webp`, variant));
      return { group, source, media: { kind: 'image', id, w: made.w, h: made.h }, files };
    },
  };
}

function planFile(cache: string, bytes: Buffer, source: Digest, name: string): Plan {
  const group = `/files/${shortDigest(digestOf(`${source} ${name}`))}/`;
  const href = `${group}${name}`;
  return {
    group,
    async make() {
      const files = [await keep(cache, group, name, bytes)];
      return { group, source, media: { kind: 'file', href, name, size: bytes.length }, files };
    },
  };
}

/** How bytes are published: a picture as variants, a document under a readable name. Null: not at all. */
export function planMedia(cache: string, reference: string, bytes: Buffer, source: Digest): Plan | null {
  const sniffed = sniff(bytes, extensionOf(reference));
  if (!sniffed) return null;
  if (sniffed.kind === 'image') return planPicture(cache, bytes, source);
  return planFile(cache, bytes, source, readableName(reference, sniffed.extension));
}

async function isSound(path: string, file: GroupFile): Promise<boolean> {
  try {
    const { size, mtimeMs } = await stat(path);
    if (size !== file.size) return false;
    return mtimeMs === file.modified || digestOf(await readFile(path)) === file.digest;
  } catch {
    return false;
  }
}

/** The files of a group; null when one of them is not as it was written. */
export async function verifiedFiles(cache: string, known: KnownGroup): Promise<SuppliedMedia[] | null> {
  const supplied: SuppliedMedia[] = [];
  for (const file of known.files) {
    const source = join(folderOf(cache, known.group), file.name);
    if (!(await isSound(source, file))) return null;
    supplied.push({ path: `${known.group.slice(1)}${file.name}`, source, digest: file.digest, size: file.size });
  }
  return supplied;
}

/** Deletes a group's files. */
export async function removeGroup(cache: string, group: string): Promise<void> {
  await rm(folderOf(cache, group), { recursive: true, force: true });
}
