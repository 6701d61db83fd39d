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
