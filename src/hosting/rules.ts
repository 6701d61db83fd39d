/** Rules for addresses and headers, from which the modules beside this one write each host's configuration. */

import { PAGES, WITH_PAGES_BELOW } from '../collections/addresses.ts';
import { CACHE_FOREVER, DIGEST_NAMED, DOCUMENT_FOLDERS, DOCUMENT_POLICY, HSTS, SECURITY_HEADERS } from '../lib/headers.ts';
import { OTHER_NAMES } from '../lib/routes.ts';

export interface AddressRule {
  /** A path, or one that ends in `/*` for everything below it. */
  readonly from: string;
  /** `:splat` stands for what `*` matched. */
  readonly to: string;
  /** 200 and 404: answered with that file. 301: redirected, keeping the query. */
  readonly status: 200 | 301 | 404;
}

export interface HeaderRule {
  readonly for: string;
  readonly headers: Readonly<Record<string, string>>;
}

const pages = PAGES.filter((page) => page !== '/');

/** Wrong spellings for hosts that know no patterns; a mixed one is corrected by the 404 page's script. */
function wrongCases(page: string): string[] {
  return [page.toLowerCase(), page.toUpperCase()].filter((spelling) => spelling !== page);
}

/** Every page from its own file. These come first, so that a host that folds case never redirects a page to itself. */
export function pageRules(): AddressRule[] {
  return pages.map((page) => ({ from: page, to: `${page}.html`, status: 200 }));
}

/** Redirects from other spellings and names. */
export function redirectRules(): AddressRule[] {
  const names = Object.entries(OTHER_NAMES).map(([from, to]): AddressRule => ({ from, to, status: 301 }));
  const exact = pages.flatMap((page) => wrongCases(page).map((from): AddressRule => ({ from, to: page, status: 301 })));
  const below = WITH_PAGES_BELOW.flatMap((page) =>
    wrongCases(page).map((from): AddressRule => ({ from: `${from}/*`, to: `${page}/:splat`, status: 301 })),
  );
  return [...names, ...exact, ...below];
}

/** Unknown addresses below a page, before a rule for another spelling can catch them. */
export function missingRules(): AddressRule[] {
  return WITH_PAGES_BELOW.map((page) => ({ from: `${page}/*`, to: '/404.html', status: 404 }));
}

/** Headers by address, the general ones first. Pages are revalidated by their ETag, which is every host's default. */
export function headerRules(hsts: string = HSTS): [HeaderRule, ...HeaderRule[]] {
  return [
    { for: '/*', headers: { ...SECURITY_HEADERS, 'Strict-Transport-Security': hsts } },
    ...DOCUMENT_FOLDERS.map((folder) => ({ for: `${folder}*`, headers: { 'Content-Security-Policy': DOCUMENT_POLICY } })),
    ...DIGEST_NAMED.map((folder) => ({ for: `${folder}*`, headers: { 'Cache-Control': CACHE_FOREVER } })),
  ];
}

/** How a server of one's own is configured. */
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
