/** Rules for addresses and headers, written once, and as Netlify and Cloudflare Pages read them. */
import { PAGES, WITH_PAGES_BELOW } from '../collections/addresses.ts';
import { CACHE_FOREVER, DIGEST_NAMED, DOCUMENT_FOLDERS, DOCUMENT_POLICY, HSTS, SECURITY_HEADERS } from '../lib/headers.ts';
import { OTHER_NAMES } from '../lib/routes.ts';

interface AddressRule {
  /** A path, or one that ends in `/*` for everything below it. */
  readonly from: string;
  /** `:splat` stands for what `*` matched. */
  readonly to: string;
  /** 200 and 404: answered with that file. 301: redirected, keeping the query. */
  readonly status: 200 | 301 | 404;
}

type HeaderRule = { readonly for: string; readonly headers: Readonly<Record<string, string>> };

const pages = PAGES.filter((page) => page !== '/');

/** Wrong spellings for hosts that know no patterns; a mixed one is corrected by the 404 page's script. */
const wrongCases = (page: string) => [page.toLowerCase(), page.toUpperCase()].filter((spelling) => spelling !== page);

/** Every page from its own file. These come first, so that a host that folds case never redirects a page to itself. */
const PAGE_RULES = pages.map((page): AddressRule => ({ from: page, to: `${page}.html`, status: 200 }));

/** Unknown addresses below a page, before a rule for another spelling can catch them. */
const MISSING_RULES = WITH_PAGES_BELOW.map((page): AddressRule => ({ from: `${page}/*`, to: '/404.html', status: 404 }));

const REDIRECT_RULES = [
  ...Object.entries(OTHER_NAMES),
  ...pages.flatMap((page) => wrongCases(page).map((from) => [from, page] as const)),
  ...WITH_PAGES_BELOW.flatMap((page) => wrongCases(page).map((from) => [`${from}/*`, `${page}/:splat`] as const)),
].map(([from, to]): AddressRule => ({ from, to, status: 301 }));

/** Headers by address, the general ones first. Pages are revalidated by their ETag, which is every host's default. */
function headerRules(hsts: string = HSTS): [HeaderRule, ...HeaderRule[]] {
  return [
    { for: '/*', headers: { ...SECURITY_HEADERS, 'Strict-Transport-Security': hsts } },
    ...DOCUMENT_FOLDERS.map((folder) => ({ for: `${folder}*`, headers: { 'Content-Security-Policy': DOCUMENT_POLICY } })),
    ...DIGEST_NAMED.map((folder) => ({ for: `${folder}*`, headers: { 'Cache-Control': CACHE_FOREVER } })),
  ];
}

const line = ({ from, to, status }: AddressRule) => `${from} ${to} ${status}\n`;

/** `_redirects` of an upload to Netlify. `gatewayUrl`: address of the worker that answers `/api/*`; null: nothing does. */
export function netlifyRedirects(gatewayUrl: string | null): string {
  const gateway = gatewayUrl ? `/api/* ${gatewayUrl}/api/:splat 200\n` : '';
  return gateway + [...PAGE_RULES, ...MISSING_RULES, ...REDIRECT_RULES].map(line).join('');
}

/** `_redirects` for Cloudflare Pages, which finds pages and `404.html` by itself, and wants plain rules before patterns. */
export function cloudflareRedirects(): string {
  const rules = REDIRECT_RULES.filter(({ from }) => !from.endsWith('.html') && from !== '/index');
  const { plain = [], patterns = [] } = Object.groupBy(rules, ({ from }) => (from.endsWith('*') ? 'patterns' : 'plain'));
  return [...plain, ...patterns].map(line).join('');
}

/** `_headers`. Cloudflare joins the values of all rules that match, so a rule that changes a general value detaches it first. */
export function headerLines(host: 'netlify' | 'cloudflare', hsts?: string): string {
  const [general, ...others] = headerRules(hsts);
  const block = (path: string, headers: HeaderRule['headers'], replaced: HeaderRule['headers']) => {
    const lines = Object.entries(headers).flatMap(([name, value]) => [
      ...(host === 'cloudflare' && name in replaced ? [`  ! ${name}`] : []),
      `  ${name}: ${value}`,
    ]);
    return `${path}\n${lines.join('\n')}\n`;
  };
  const { headers } = general;
  return [block(general.for, headers, {}), ...others.map((rule) => block(rule.for, rule.headers, headers))].join('\n');
}

/** Begins the rules in `netlify.toml`; what stands before is written by hand. */
const RULES = '# Each page under its own spelling, so that upper-case letters are kept.\n';

/** A value as a basic string of TOML; our values hold neither quotes nor control characters. */
const quoted = (value: string) => JSON.stringify(value);

const redirect = ({ from, to, status }: AddressRule) =>
  `[[redirects]]\n  from = ${quoted(from)}\n  to = ${quoted(to)}\n  status = ${status}\n\n`;

function headersTable(rule: HeaderRule): string {
  const values = Object.entries(rule.headers).map(([name, value]) => `    ${name} = ${quoted(value)}\n`);
  return `[[headers]]\n  for = ${quoted(rule.for)}\n  [headers.values]\n${values.join('')}`;
}

/** A `netlify.toml` as it is written, with the rules as they are now; the rules alone where there is none. */
export function netlifyToml(written: Buffer | null, hsts?: string): string {
  const [settings = ''] = (written ?? '').toString().split(RULES, 1);
  return [
    settings,
    RULES,
    ...PAGE_RULES.map(redirect),
    '# Unknown addresses below a page, before a rule for another spelling could catch them.\n',
    ...MISSING_RULES.map(redirect),
    '# Other spellings and names. What no rule and no file answers gets 404.html.\n',
    ...REDIRECT_RULES.map(redirect),
    '# Headers. Pages are revalidated by their ETag, which is Netlify’s default.\n',
    headerRules(hsts).map(headersTable).join('\n'),
  ].join('');
}
