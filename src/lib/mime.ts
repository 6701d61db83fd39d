import { mimes } from 'hono/utils/mime';

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

export const TYPES_BY_ENDING: Readonly<Record<string, string>> = {
  ...mimes,
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function contentType(path: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(TYPES_BY_ENDING, ending) ? TYPES_BY_ENDING[ending] : undefined;
  return type ?? 'application/octet-stream';
}

export const isCompressible = (path: string): boolean => COMPRESSIBLE_TYPES.includes(contentType(path).split(';', 1)[0] ?? '');
