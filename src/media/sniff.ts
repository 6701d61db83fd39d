/**
 * What a file is, by its bytes. The service's word and the reference's ending are not trusted with more than a hint.
 * The package file-type takes 54 ms to load, longer than sharp, and tells neither SVG nor plain text.
 */
import { isUtf8 } from 'node:buffer';

export type Sniffed = { readonly kind: 'image' | 'svg' } | { readonly kind: 'file'; readonly extension: string };

const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)*<svg[\s/>]/i;
/** Packed office documents look like any ZIP; the ending of the reference tells which one it is. */
const PACKED = ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];
const COMPOUND = ['doc', 'xls', 'ppt'];
const PLAIN = ['txt', 'csv'];
const PICTURE_BRANDS = ['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix'];

function startsWith(bytes: Buffer, signature: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + signature.length) === signature;
}

function isImage(bytes: Buffer): boolean {
  const brand = startsWith(bytes, 'ftyp', 4) ? bytes.toString('latin1', 8, 12) : '';
  return (
    startsWith(bytes, '\xff\xd8\xff') ||
    startsWith(bytes, '\x89PNG\r\n') ||
    startsWith(bytes, 'GIF8') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
    startsWith(bytes, 'II*\0') ||
    startsWith(bytes, 'MM\0*') ||
    PICTURE_BRANDS.includes(brand)
  );
}

function oneOf(extensions: readonly string[], hint: string): string | null {
  return extensions.includes(hint) ? hint : null;
}

/** The ending under which a file is published. Anything a browser might run, and anything unknown, has none. */
function fileExtension(bytes: Buffer, hint: string): string | null {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (startsWith(bytes, 'PK\x03\x04')) return oneOf(PACKED, hint) ?? 'zip';
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) return oneOf(COMPOUND, hint) ?? 'doc';
  if (startsWith(bytes, '{\\rtf')) return 'rtf';
  if (startsWith(bytes, 'ftyp', 4)) return 'mp4';
  if (startsWith(bytes, 'ID3')) return 'mp3';
  const isPlain = isUtf8(bytes) && !bytes.includes(0) && !/^\s*</.test(bytes.toString('utf8', 0, 256).replace(/^\ufeff/, ''));
  return isPlain ? oneOf(PLAIN, hint) : null;
}

/** What the bytes are; `hint` is the reference's ending in lower case. Null: nothing that may be published. */
export function sniff(bytes: Buffer, hint: string): Sniffed | null {
  if (isImage(bytes)) return { kind: 'image' };
  if (SVG.test(bytes.toString('utf8', 0, 4096).replace(/^\ufeff/, ''))) return { kind: 'svg' };
  const extension = fileExtension(bytes, hint);
  return extension === null ? null : { kind: 'file', extension };
}
