import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { type Match, parseJSON } from 'netlify-redirector';

export interface NetlifySite {
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
export async function netlifySite(
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
