/** Shared by the writers of server configurations. */

import { PAGES, WITH_PAGES_BELOW } from '../collections/addresses.ts';
import { SECURITY_HEADERS } from '../lib/headers.ts';

export interface ServerOptions {
  /** What the server listens on: a domain or `:8080` for Caddy, a name for nginx. */
  readonly address: string;
  /** Absolute path of the published tree. */
  readonly root: string;
  /** Address of the worker: `http://127.0.0.1:4321`. */
  readonly workerUrl: string;
  /** Value of Strict-Transport-Security; null where TLS does not end here. */
  readonly hsts: string | null;
  /** A host name that is redirected to `address`: with or without `www.`. Null: none. */
  readonly redirectFrom: string | null;
  /** Whether the worker answers every request; else the server sends the files of `root` itself. */
  readonly isProxy: boolean;
  /** Whether compressed copies lie beside the files of `root`. */
  readonly isPrecompressed: boolean;
}

/** Every page with a pattern of what may follow it, for matching in any case. */
export function spellings(): { readonly page: string; readonly tail: string }[] {
  const below = new Set(WITH_PAGES_BELOW);
  return PAGES.filter((page) => page !== '/').map((page) => ({ page, tail: below.has(page) ? '(?:/[\\w~-]+)*' : '' }));
}

/** Headers of every response but the policy, which depends on the file. */
export function generalHeaders({ hsts }: ServerOptions): [name: string, value: string][] {
  const { 'Content-Security-Policy': _policy, ...others } = SECURITY_HEADERS;
  return Object.entries({ ...others, ...(hsts !== null && { 'Strict-Transport-Security': hsts }) });
}

/** The name beside a site's own that people type: `www.` added to a name of two labels, or taken away. Null: none. */
export function otherName(hostname: string): string | null {
  if (hostname.startsWith('www.')) return hostname.slice(4);
  return /^[^.]+\.[a-z]+$/i.test(hostname) ? `www.${hostname}` : null;
}

/** An address of the worker as typed, `10.0.0.5:4321` included; null when it is none. */
export function workerAddress(text: string): string | null {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text}`);
  const isOrigin = url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username && !/\s/.test(text);
  return isOrigin ? url.origin : null;
}
