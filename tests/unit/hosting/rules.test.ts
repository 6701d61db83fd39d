import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { type Match, parseJSON } from 'netlify-redirector';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES, WITH_PAGES_BELOW } from '../../../src/collections/addresses.ts';
import { cloudflareRedirects, headerLines, netlifyRedirects, netlifyToml } from '../../../src/hosting/rules.ts';
import { caddyfile, nginxSite, otherName, workerAddress } from '../../../src/hosting/servers.ts';
import { CACHE_FOREVER, HSTS, HSTS_WITH_SUBDOMAINS, SECURITY_HEADERS } from '../../../src/lib/headers.ts';
import { TEMPORARY } from '../../support/temporary.ts';

interface NetlifySite {
  /** Errors of parsing the rules. */
  readonly errors: readonly unknown[];
  /** The rule that applies to an address; null: none. */
  match(address: string): Match | null;
  /** The status and the file or address that answer an address of a site with these files. */
  answer(address: string): { readonly status: number; readonly to: string };
  /** Headers of a path, as Netlify's development server merges them: a later rule's value wins. */
  headers(path: string): Readonly<Record<string, string>>;
}

/** A site on Netlify: its rules read by Netlify's parsers and applied by Netlify's engine. `files` are paths with a slash. */
async function netlifySite(
  rules: { config?: string; redirects?: string; headers?: string },
  files: ReadonlySet<string>,
): Promise<NetlifySite> {
  const { redirects, errors } = await parseAllRedirects({
    netlifyConfigPath: rules.config,
    redirectsFiles: rules.redirects ? [rules.redirects] : [],
    configRedirects: [],
    minimal: false,
  });
  const { headers, errors: headerErrors } = await parseAllHeaders({
    netlifyConfigPath: rules.config,
    headersFiles: rules.headers ? [rules.headers] : [],
    configHeaders: [],
    minimal: true,
  });
  const inEngine = (redirects as { query?: object }[]).map(({ query, ...rule }) => ({ ...rule, params: query }));
  const matcher = await parseJSON(JSON.stringify(inEngine), {});
  const match = (address: string) => {
    const { pathname, search } = new URL(address, 'https://www.example.org');
    const nothing = () => '';
    const request = { scheme: 'https', host: 'www.example.org', path: decodeURIComponent(pathname), query: search.slice(1) };
    return matcher.match({ ...request, headers: {}, cookieValues: {}, getHeader: nothing, getCookie: nothing });
  };
  return {
    errors: [...errors, ...headerErrors],
    match,
    answer(address) {
      const { pathname } = new URL(address, 'https://www.example.org');
      const file = [pathname, `${pathname}.html`, `${pathname}index.html`].find((path) => files.has(path));
      const found = match(address);
      if (file && !found?.force) return { status: 200, to: file };
      return found ? { status: found.status, to: found.to } : { status: 404, to: '/404.html' };
    },
    headers(path) {
      const applies = (pattern: string) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern);
      const rulesFor = (headers as { for: string; values: Record<string, string> }[]).filter((rule) => applies(rule.for));
      return Object.assign({}, ...rulesFor.map(({ values }) => values)) as Record<string, string>;
    },
  };
}

const CONFIG = fileURLToPath(new URL('../../../netlify.toml', import.meta.url));
const pages = PAGES.filter((page) => page !== '/');
const FILES = new Set([
  ...['/index.html', '/404.html', '/News/2026-03.html', '/SubGallery/abc.html', '/assets/a.js'],
  ...pages.map((page) => `${page}.html`),
]);

let folder: string;
let sites: Record<'netlify.toml' | '_redirects and _headers', NetlifySite>;

beforeAll(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'site-rules-'));
  const redirects = join(folder, '_redirects');
  const headers = join(folder, '_headers');
  await writeFile(redirects, netlifyRedirects('https://gateway.example.org'));
  await writeFile(headers, headerLines('netlify'));
  sites = {
    'netlify.toml': await netlifySite({ config: CONFIG }, FILES),
    '_redirects and _headers': await netlifySite({ redirects, headers }, FILES),
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the committed netlify.toml says what the rules say ("npm run hosting" writes it)', async () => {
  const written = await readFile(CONFIG);
  expect(written.toString()).toBe(netlifyToml(written));
});

describe.each(['netlify.toml', '_redirects and _headers'] as const)('on Netlify, by %s', (how) => {
  test('every rule can be read', () => expect(sites[how].errors).toEqual([]));

  test('every page is answered under its own spelling, with and without Pretty URLs’ help', () => {
    for (const page of PAGES) {
      expect(sites[how].answer(page)).toEqual({ status: 200, to: page === '/' ? '/index.html' : `${page}.html` });
      if (page !== '/') expect(sites[how].match(page)).toMatchObject({ status: 200, to: `${page}.html`, force: false });
    }
  });

  test('small and capital letters lead to the page', () => {
    for (const page of pages) {
      for (const wrong of [page.toLowerCase(), page.toUpperCase()]) {
        expect([wrong, sites[how].answer(wrong)]).toEqual([wrong, { status: 301, to: page }]);
      }
    }
  });

  test('no page leads to itself, should the host fold case', () => {
    for (const page of WITH_PAGES_BELOW) {
      expect(sites[how].answer(`${page}/unknown`)).toEqual({ status: 404, to: '/404.html' });
      expect(sites[how].answer(`${page.toLowerCase()}/unknown`)).toEqual({ status: 301, to: `${page}/unknown` });
    }
  });

  test('an archive page, a missing one and one in the wrong case', () => {
    expect(sites[how].answer('/News/2026-03')).toEqual({ status: 200, to: '/News/2026-03.html' });
    expect(sites[how].answer('/News/1803-01')).toEqual({ status: 404, to: '/404.html' });
    expect(sites[how].answer('/news/2026-03')).toEqual({ status: 301, to: '/News/2026-03' });
  });

  test.each(['abc', 'nowhere', 'A%20b', '', 'abc&x=1'])(
    'the page of albums answers for the id "%s" where no function does',
    (id) => {
      expect(sites[how].answer(`/SubGallery?id=${id}`)).toEqual({ status: 200, to: '/SubGallery.html' });
    },
  );

  test('unknown addresses get the 404 page, old names the right one', () => {
    expect(sites[how].answer('/nowhere')).toEqual({ status: 404, to: '/404.html' });
    expect(sites[how].answer('/Home')).toEqual({ status: 301, to: '/' });
  });

  test('pages carry the headers of the contract, documents keep their viewer, named files are kept for ever', () => {
    const general = { ...SECURITY_HEADERS, 'Strict-Transport-Security': HSTS };
    for (const page of PAGES) expect(sites[how].headers(page)).toEqual(general);
    expect(sites[how].headers('/nowhere')).toEqual(general);
    expect(sites[how].headers('/documents/a.pdf')).toEqual({ ...general, 'Content-Security-Policy': "frame-ancestors 'self'" });
    expect(sites[how].headers('/assets/a.js')).toEqual({ ...general, 'Cache-Control': CACHE_FOREVER });
  });
});

test('a release handed to Netlify forwards /api/ to the worker, when there is one', () => {
  const forwarded = 'https://gateway.example.org/api/events/all';
  expect(sites['_redirects and _headers'].answer('/api/events/all')).toEqual({ status: 200, to: forwarded });
  expect(sites['netlify.toml'].answer('/api/events/all').status).toBe(404);
  expect(netlifyRedirects(null)).not.toContain('/api/');
});

describe('on Cloudflare Pages', () => {
  const rules = cloudflareRedirects()
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));

  test('no rule stands before a file that it would hide, and plain rules come before patterns', () => {
    for (const [from = '', , status] of rules) {
      expect(status).toBe('301');
      expect(FILES.has(`${from}.html`), from).toBe(false);
    }
    const firstPattern = rules.findIndex(([from]) => from?.endsWith('*'));
    expect(rules.slice(firstPattern).every(([from]) => from?.endsWith('*'))).toBe(true);
    expect(rules.filter(([from]) => from?.endsWith('*')).length).toBeLessThanOrEqual(100);
  });

  test('small and capital letters lead to the page', () => {
    const targets = new Map(rules.map(([from, to]) => [from, to]));
    for (const page of pages) {
      expect(targets.get(page.toLowerCase())).toBe(page);
      expect(targets.get(page.toUpperCase())).toBe(page);
    }
  });

  test('a value that replaces another detaches it first, as the host would join the two', () => {
    expect(headerLines('cloudflare')).toContain(
      "/files/*\n  ! Content-Security-Policy\n  Content-Security-Policy: frame-ancestors 'self'\n",
    );
  });
});

describe('a server of one’s own', () => {
  const options = {
    address: 'www.example.org',
    root: '/srv/site',
    workerUrl: 'http://127.0.0.1:4321',
    hsts: null,
    redirectFrom: null,
    isProxy: false,
    isPrecompressed: false,
  };
  const writers = [caddyfile, (given: Parameters<typeof caddyfile>[0]) => nginxSite(given, '80')];

  test.each([false, true])('sends HSTS where TLS ends, and nowhere else (forwarding everything: %s)', (isProxy) => {
    for (const write of writers) {
      expect(write({ ...options, isProxy, hsts: HSTS_WITH_SUBDOMAINS })).toContain(HSTS_WITH_SUBDOMAINS);
      expect(write({ ...options, isProxy })).not.toContain('Strict-Transport-Security');
    }
  });

  test('redirects the other name, and only when there is one', () => {
    expect(caddyfile({ ...options, hsts: HSTS, redirectFrom: 'example.org' })).toContain(
      'example.org {\n\tredir https://www.example.org{uri} 301\n}',
    );
    expect(nginxSite({ ...options, redirectFrom: 'example.org' }, '80')).toContain('server_name example.org;');
    for (const write of writers) expect(write(options)).not.toMatch(/^\s*(?:server_name )?example\.org/m);
  });

  test.each([
    ['www.example.org', 'example.org'],
    ['example.org', 'www.example.org'],
    ['school.example.org', null],
    ['127.0.0.1', null],
  ])('%s is also reached as %s', (name, other) => {
    expect(otherName(name)).toBe(other);
  });

  test.each([
    ['http://10.0.0.5:4321', 'http://10.0.0.5:4321'],
    ['10.0.0.5:4321', 'http://10.0.0.5:4321'],
    ['worker.internal', 'http://worker.internal'],
    ['http://10.0.0.5:4321/site', null],
    ['not an address', null],
    ['10.0.0.5:99999', null],
  ])('the worker at %s is asked at %s', (typed, address) => {
    expect(workerAddress(typed)).toBe(address);
  });
});
