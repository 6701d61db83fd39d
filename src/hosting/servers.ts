/** Shared by the writers of server configurations. */
import { PAGES, WITH_PAGES_BELOW } from '../lib/routes.ts';

export interface ServerOptions {
  /** What the server listens on: a domain or `:8080` for Caddy, a name for nginx. */
  readonly address: string;
  /** Absolute path of the published tree. */
  readonly root: string;
  /** Address of the worker: `http://127.0.0.1:4321`. */
  readonly workerUrl: string;
  /** Whether TLS ends here, so that HSTS is sent. */
  readonly tls: boolean;
}

/** Every page with a pattern of what may follow it, for matching in any case. */
export function spellings(): { readonly page: string; readonly tail: string }[] {
  const below = new Set(WITH_PAGES_BELOW);
  return PAGES.filter((page) => page !== '/').map((page) => ({ page, tail: below.has(page) ? '(?:/[\\w~-]+)*' : '' }));
}
