/**
 * Response headers of the site, from which the worker and every host's configuration are made. The rest of the
 * Content-Security-Policy depends on the page and stands in its meta tag, so the two never contradict each other.
 */

export const SECURITY_HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'self'; base-uri 'self'; object-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Sent where TLS ends: one year. */
export const HSTS = 'max-age=31536000; includeSubDomains';

/** Folders of files whose names hold a digest: the same address answers the same bytes for ever. */
export const DIGEST_NAMED = ['/assets/', '/data/', '/files/', '/media/'] as const;

export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** Pages and other files with a name of their own are asked for again by ETag. */
export const CACHE_REVALIDATE = 'public, max-age=0, must-revalidate';

/** Whether an address holds a digest: what it answers never changes. */
export function isDigestNamed(path: string): boolean {
  return DIGEST_NAMED.some((folder) => path.startsWith(folder));
}

/** The Cache-Control of an address. */
export function cacheControl(path: string): string {
  return isDigestNamed(path) ? CACHE_FOREVER : CACHE_REVALIDATE;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};

/** The Content-Type of a published file by its ending. */
export function contentType(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

/** Whether a type is worth compressing. */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|application\/(?:json|xml)|image\/svg)/.test(type);
}
