/** Response headers of the worker and of every host. The rest of the Content-Security-Policy stands in each page's meta tag. */

export const SECURITY_HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'self'; base-uri 'self'; object-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Folders of PDFs and other documents, which pages show in a frame. */
export const DOCUMENT_FOLDERS = ['/documents/', '/files/'] as const;

/** Documents stand in the site's own frames. `object-src 'none'` would forbid the PDF viewer, an object inside the document. */
export const DOCUMENT_POLICY = "frame-ancestors 'self'";

export function securityHeaders(path: string): Record<string, string> {
  const isDocument = DOCUMENT_FOLDERS.some((folder) => path.startsWith(folder));
  return { ...SECURITY_HEADERS, ...(isDocument && { 'Content-Security-Policy': DOCUMENT_POLICY }) };
}

/** Strict-Transport-Security, sent where TLS ends: one year. */
export const HSTS = 'max-age=31536000';
export const HSTS_WITH_SUBDOMAINS = `${HSTS}; includeSubDomains`;

/** Folders of files whose names hold a digest: an address always answers the same bytes. */
export const DIGEST_NAMED = ['/assets/', '/data/', '/files/', '/media/'] as const;

export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** Pages and other files with a name of their own are revalidated by ETag. */
export const CACHE_REVALIDATE = 'public, max-age=0, must-revalidate';

export const isDigestNamed = (path: string): boolean => DIGEST_NAMED.some((folder) => path.startsWith(folder));

export const cacheControl = (path: string): string => (isDigestNamed(path) ? CACHE_FOREVER : CACHE_REVALIDATE);

/** An answer for machines: never cached, never taken for another type. */
export function uncachedJson(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } });
}
