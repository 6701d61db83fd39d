/** What every host must do with addresses and headers, said once. The writers beside this file put it into each host's words. */
import { CACHE_FOREVER, DIGEST_NAMED, HSTS, SECURITY_HEADERS } from '../lib/headers.ts';
import { OTHER_NAMES, PAGES, WITH_PAGES_BELOW } from '../lib/routes.ts';

export interface AddressRule {
  /** A path, or one that ends in `/*` for everything below it. */
  readonly from: string;
  /** `:splat` stands for what `*` stood for. */
  readonly to: string;
  /** 200 and 404: answered with that file at the address asked for. 301: led elsewhere, the query kept. */
  readonly status: 200 | 301 | 404;
}

export interface HeaderRule {
  readonly for: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Folders of documents that a browser shows with its own viewer. */
const DOCUMENTS = ['/documents/', '/files/'] as const;

/**
 * A browser's PDF viewer is an embedded object, which `object-src 'none'` would forbid inside the document itself; who
 * may frame it is all that is left to say.
 */
export const DOCUMENT_POLICY = "frame-ancestors 'self'";

const pages = PAGES.filter((page) => page !== '/');

/** Spellings in which a host that knows no patterns is asked for a page; a mixed one is put right by the 404 page's script. */
function wrongCases(page: string): string[] {
  return [page.toLowerCase(), page.toUpperCase()].filter((spelling) => spelling !== page);
}

/**
 * Every page from its own file under its own spelling. They come first, so that a host that folds case never leads a
 * page to itself.
 */
export function pageRules(): AddressRule[] {
  return pages.map((page) => ({ from: page, to: `${page}.html`, status: 200 }));
}

/** Addresses that are led to the right one. */
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
export function headerRules(): HeaderRule[] {
  return [
    { for: '/*', headers: { ...SECURITY_HEADERS, 'Strict-Transport-Security': HSTS } },
    ...DOCUMENTS.map((folder) => ({ for: `${folder}*`, headers: { 'Content-Security-Policy': DOCUMENT_POLICY } })),
    ...DIGEST_NAMED.map((folder) => ({ for: `${folder}*`, headers: { 'Cache-Control': CACHE_FOREVER } })),
  ];
}
