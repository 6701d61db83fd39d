/**
 * Whether a POST may come from where it says it comes from. Browsers name the page's origin on every POST, and newer
 * ones its relation to us; what they say must be this site. A request that names neither is no page's (curl, a script
 * on a server): it is let through, as nothing here rests on cookies and the limits count for it too.
 */
export function isOwnOrigin(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  // "none" is the visitor's own doing, such as reloading the answer to a form.
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  // Only the host is compared with the request's own: behind a proxy that ends TLS the schemes differ.
  return origin === new URL(siteUrl).origin || new URL(origin).host === new URL(request.url).host;
}
