/** What the writers of server configurations share. */
import { PAGES, WITH_PAGES_BELOW } from '../lib/routes.ts';

export interface ServerOptions {
  /** What the server listens on, in its own words: a domain or `:8080` for Caddy, a name for nginx. */
  readonly address: string;
  /** Absolute path of the published tree. */
  readonly root: string;
  /** Where the worker listens, for what is no file: `http://127.0.0.1:4321`. */
  readonly workerUrl: string;
  /** Whether TLS ends here, so that HSTS is sent. */
  readonly tls: boolean;
}

/** Addresses that the worker answers by program. */
export const DYNAMIC = ['/api/', '/hooks/', '/healthz'] as const;

/** Identities that stand in a path as they are; only these can be looked up by a server's own rules. */
export const ALBUM_ID = '^[a-z0-9_-]{1,64}$';

/** Every page with the pattern of what may follow it, for matching regardless of case and of slashes at the end. */
export function spellings(): { readonly page: string; readonly tail: string }[] {
  const below = new Set(WITH_PAGES_BELOW);
  return PAGES.filter((page) => page !== '/').map((page) => ({ page, tail: below.has(page) ? '(?:/[\\w~-]+)*' : '' }));
}
