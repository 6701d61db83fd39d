import { getMimeType, mimes } from 'hono/utils/mime';

/** Media types worth compressing, without parameters. */
export const COMPRESSIBLE_TYPES: readonly string[] = [
  'application/json',
  'application/manifest+json',
  'application/xml',
  'image/svg+xml',
  'image/x-icon',
  'text/calendar',
  'text/css',
  'text/csv',
  'text/html',
  'text/javascript',
  'text/plain',
];

/** The Content-Type of a published file by its ending. */
export function contentType(path: string): string {
  return getMimeType(path) ?? 'application/octet-stream';
}

/** Whether a file is worth compressing, by its ending. */
export function isCompressible(path: string): boolean {
  return COMPRESSIBLE_TYPES.includes(contentType(path).split(';', 1)[0] ?? '');
}

/** Content-Type by ending, for web servers. */
export const TYPES_BY_ENDING: Readonly<Record<string, string>> = mimes;
