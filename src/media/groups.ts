/** The published files of pictures and attachments, in the cache. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Digest, digestOf, shortDigest } from '../lib/digest.ts';
import { isFileSound, writeAtomic } from '../lib/files.ts';
import { type Result, succeed } from '../lib/result.ts';
import type { AssetFile } from '../types/media.ts';
import type { GroupFile, KnownGroup } from './ledger.ts';
import { extensionOf, readableName } from './names.ts';
import { sniff } from './sniff.ts';
import { PICTURE_RECIPE, type PictureReason, transformPicture, transformSvg } from './transform.ts';

/** What a source is published as, before its files exist. */
export interface Plan {
  readonly group: string;
  /** Makes the files, or says why the bytes cannot be published. */
  make(): Promise<Result<KnownGroup, PictureReason>>;
}

/** Where the cache keeps a group's files. */
export function folderOf(cache: string, group: string): string {
  return join(cache, group.split('/')[2] ?? '');
}

async function writeFile(cache: string, group: string, name: string, bytes: Buffer): Promise<GroupFile> {
  const path = join(folderOf(cache, group), name);
  await writeAtomic(path, bytes);
  const { mtimeMs } = await stat(path);
  return { name, digest: digestOf(bytes), size: bytes.length, modified: mtimeMs };
}

function planPicture(cache: string, bytes: Buffer, source: Digest, isSvg: boolean): Plan {
  const id = shortDigest(digestOf(`${source} ${PICTURE_RECIPE}`));
  const group = `/media/${id}/`;
  return {
    group,
    async make() {
      const picture = await (isSvg ? transformSvg(bytes) : transformPicture(bytes));
      if (!picture.ok) return picture;
      const { w, h, variants } = picture.value;
      const files: GroupFile[] = [];
      for (const { width, bytes: variant } of variants) files.push(await writeFile(cache, group, `${width}.webp`, variant));
      return succeed({ group, source, media: { kind: 'image', id, w, h }, files });
    },
  };
}

function planFile(cache: string, bytes: Buffer, source: Digest, name: string): Plan {
  const group = `/files/${shortDigest(digestOf(`${source} ${name}`))}/`;
  const href = `${group}${name}`;
  return {
    group,
    async make() {
      const files = [await writeFile(cache, group, name, bytes)];
      return succeed({ group, source, media: { kind: 'file', href, name, size: bytes.length }, files });
    },
  };
}

/** How bytes are published: a picture as variants, a document under a readable name. Null: not at all. */
export function planMedia(cache: string, reference: string, bytes: Buffer, source: Digest): Plan | null {
  const sniffed = sniff(bytes, extensionOf(reference));
  if (!sniffed) return null;
  if (sniffed.kind !== 'file') return planPicture(cache, bytes, source, sniffed.kind === 'svg');
  return planFile(cache, bytes, source, readableName(reference, sniffed.extension));
}

/** The files of a group; null when one of them is not as it was written. */
export function verifiedFiles(cache: string, known: KnownGroup): AssetFile[] | null {
  const assets: AssetFile[] = [];
  for (const file of known.files) {
    const source = join(folderOf(cache, known.group), file.name);
    if (!isFileSound(source, file, ({ mtimeMs }) => mtimeMs === file.modified)) return null;
    assets.push({ path: `${known.group.slice(1)}${file.name}`, source, digest: file.digest, size: file.size });
  }
  return assets;
}

/** The same after files that are lost have been put back from elsewhere, where that can be. */
export async function recoveredFiles(
  cache: string,
  known: KnownGroup,
  recover: (digest: Digest) => Buffer | null,
): Promise<AssetFile[] | null> {
  for (const { name, digest } of known.files) {
    const bytes = recover(digest);
    if (!bytes || digestOf(bytes) !== digest) return null;
    await writeAtomic(join(folderOf(cache, known.group), name), bytes);
  }
  return verifiedFiles(cache, known);
}

/** Deletes a group's files. */
export async function removeGroup(cache: string, group: string): Promise<void> {
  await rm(folderOf(cache, group), { recursive: true, force: true });
}
