/**
 * Whether a POST's Origin and Sec-Fetch-Site headers name this site. A request without either comes from no browser page
 * (curl, a server's script) and passes: nothing here rests on cookies, and the rate limits count it too.
 */
export function isSameOrigin(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  // "none": started by the visitor, such as reloading the answer to a form.
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  // The hosts alone are compared: behind a proxy that ends TLS the schemes differ.
  return origin === new URL(siteUrl).origin || new URL(origin).host === new URL(request.url).host;
}
