/** The published files of pictures and attachments, in the cache, and their readable names. */

import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetFile } from '../engine/types.ts';
import { type Digest, digestOf, shortDigest } from '../lib/digest.ts';
import { isFileSound, writeAtomic } from '../lib/files.ts';
import { type Result, succeed } from '../lib/result.ts';
import { decoded } from '../lib/url.ts';
import type { GroupFile, KnownGroup } from './ledger.ts';
import { PICTURE_RECIPE, type PictureReason, transformPicture, transformSvg } from './transform.ts';

type Sniffed = { readonly kind: 'image' | 'svg' } | { readonly kind: 'file'; readonly extension: string };

const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)*<svg[\s/>]/i;
/** Packed office documents look like any ZIP; the ending of the reference tells which one it is. */
const PACKED = ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];
const COMPOUND = ['doc', 'xls', 'ppt'];
const PLAIN = ['txt', 'csv'];
/** What pictures begin with, but for WebP and those of a brand. */
const PICTURE_STARTS = ['\xff\xd8\xff', '\x89PNG\r\n', 'GIF8', 'II*\0', 'MM\0*'];
/** Of files that begin with `ftyp`; any other brand is taken for a film. */
const PICTURE_BRANDS = 'avif avis avio mif1 mif2 msf1 miaf heic heix heim heis hevc hevx hevm hevs jpeg jpgs crx'.split(' ');

function startsWith(bytes: Buffer, signature: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + signature.length) === signature;
}

function isImage(bytes: Buffer): boolean {
  const brand = startsWith(bytes, 'ftyp', 4) ? bytes.toString('latin1', 8, 12).trimEnd() : '';
  const isWebp = startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8);
  return isWebp || PICTURE_BRANDS.includes(brand) || PICTURE_STARTS.some((start) => startsWith(bytes, start));
}

/** The ending under which a file is published. Anything a browser might run, and anything unknown, has none. */
function fileExtension(bytes: Buffer, hint: string): string | null {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (startsWith(bytes, 'PK\x03\x04')) return PACKED.includes(hint) ? hint : 'zip';
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) return COMPOUND.includes(hint) ? hint : 'doc';
  if (startsWith(bytes, '{\\rtf')) return 'rtf';
  if (startsWith(bytes, 'ftyp', 4)) return 'mp4';
  if (startsWith(bytes, 'ID3')) return 'mp3';
  const isPlain = isUtf8(bytes) && !bytes.includes(0) && !/^\s*</.test(bytes.toString('utf8', 0, 256).replace(/^\ufeff/, ''));
  return isPlain && PLAIN.includes(hint) ? hint : null;
}

/**
 * What the bytes are; the service's word and the reference's ending are not trusted with more than a hint. The package file-type
 * takes 54 ms to load, longer than sharp, and tells neither SVG nor plain text. `hint` is the reference's ending in lower case.
 * Null: nothing that may be published.
 */
export function sniff(bytes: Buffer, hint: string): Sniffed | null {
  if (isImage(bytes)) return { kind: 'image' };
  if (SVG.test(bytes.toString('utf8', 0, 4096).replace(/^\ufeff/, ''))) return { kind: 'svg' };
  const extension = fileExtension(bytes, hint);
  return extension === null ? null : { kind: 'file', extension };
}

/** Characters of a readable name. */
const LONGEST = 80;

/** The last segment of a reference, without what an address may carry after its path. */
function lastSegment(reference: string): string {
  const url = /^https?:/i.test(reference) ? URL.parse(reference) : null;
  const path = url ? (decoded(url.pathname) ?? url.pathname) : reference;
  return path.split(/[/\\]/).pop() ?? '';
}

/** The ending of a reference in lower case (`pdf`); '' without one. */
export function extensionOf(reference: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(lastSegment(reference))?.[1]?.toLowerCase() ?? '';
}

/** A file name of ASCII letters, digits, `-`, `_` and `.`, made from the reference, with the given ending. */
export function readableName(reference: string, extension: string): string {
  const stem = lastSegment(reference).replace(/\.[a-z0-9]{1,5}$/i, '');
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/-*\.[-.]*/g, '.')
    .replace(/^[-.]+/, '')
    .slice(0, LONGEST)
    .replace(/[-.]+$/, '');
  return `${plain || 'file'}.${extension}`;
}

/** What a source is published as, before its files exist. */
export interface Plan {
  readonly group: string;
  /** Makes the files, or says why the bytes cannot be published. */
  make(): Promise<Result<KnownGroup, PictureReason>>;
}

export function folderOf(cache: string, group: string): string {
  return join(cache, group.split('/')[2] ?? '');
}

async function writeFile(cache: string, group: string, name: string, bytes: Buffer): Promise<GroupFile> {
  const path = join(folderOf(cache, group), name);
  await writeAtomic(path, bytes);
  const { mtimeMs } = await stat(path);
  return { name, digest: digestOf(bytes), size: bytes.length, modified: mtimeMs };
}

/** How bytes are published: a picture as variants, a document under a readable name. Null: not at all. */
export function planMedia(cache: string, reference: string, bytes: Buffer, source: Digest): Plan | null {
  const sniffed = sniff(bytes, extensionOf(reference));
  if (!sniffed) return null;
  if (sniffed.kind === 'file') {
    const name = readableName(reference, sniffed.extension);
    const group = `/files/${shortDigest(digestOf(`${source} ${name}`))}/`;
    const media = { kind: 'file', href: `${group}${name}`, name, size: bytes.length } as const;
    return { group, make: async () => succeed({ group, source, media, files: [await writeFile(cache, group, name, bytes)] }) };
  }
  const id = shortDigest(digestOf(`${source} ${PICTURE_RECIPE}`));
  const group = `/media/${id}/`;
  return {
    group,
    async make() {
      const picture = await (sniffed.kind === 'svg' ? transformSvg(bytes) : transformPicture(bytes));
      if (!picture.ok) return picture;
      const { w, h, variants } = picture.value;
      const files: GroupFile[] = [];
      for (const { width, bytes: variant } of variants) files.push(await writeFile(cache, group, `${width}.webp`, variant));
      return succeed({ group, source, media: { kind: 'image', id, w, h }, files });
    },
  };
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
export async function recoveredFiles(cache: string, known: KnownGroup, recover: (digest: Digest) => Uint8Array | null) {
  for (const { name, digest } of known.files) {
    const bytes = recover(digest);
    if (!bytes || digestOf(bytes) !== digest) return null;
    await writeAtomic(join(folderOf(cache, known.group), name), bytes);
  }
  return verifiedFiles(cache, known);
}
