/** `_redirects` and `_headers`: one rule a line, as Netlify and Cloudflare Pages read them. */
import { headerRules, missingRules, pageRules, redirectRules } from './rules.ts';

const line = ({ from, to, status }: { from: string; to: string; status: number }) => `${from} ${to} ${status}`;

/**
 * `_redirects` for a release that is uploaded to Netlify. `gatewayUrl`: public address of the worker that answers
 * `/api/*`; null: nothing answers forms.
 */
export function netlifyRedirects(gatewayUrl: string | null): string {
  const gateway = gatewayUrl ? [`/api/* ${gatewayUrl}/api/:splat 200`] : [];
  const rules = [...pageRules(), ...missingRules(), ...redirectRules()];
  return `${[...gateway, ...rules.map(line)].join('\n')}\n`;
}

/**
 * `_redirects` for Cloudflare Pages, which serves `/Events` from `Events.html` and unknown addresses from `404.html` by
 * itself, is case-sensitive, forwards nothing, and wants plain rules before patterns.
 */
export function cloudflareRedirects(): string {
  const rules = redirectRules().filter(({ from }) => !from.endsWith('.html') && from !== '/index');
  const ordered = [...rules.filter(({ from }) => !from.endsWith('*')), ...rules.filter(({ from }) => from.endsWith('*'))];
  return `${ordered.map(line).join('\n')}\n`;
}

/** `_headers`. Cloudflare joins the values of all rules that match, so a rule that changes a general value detaches it first. */
export function headerLines(host: 'netlify' | 'cloudflare', hsts?: string): string {
  const [general, ...others] = headerRules(hsts);
  const block = (path: string, headers: Readonly<Record<string, string>>, replaced: Readonly<Record<string, string>>) => {
    const lines = Object.entries(headers).flatMap(([name, value]) => [
      ...(host === 'cloudflare' && name in replaced ? [`  ! ${name}`] : []),
      `  ${name}: ${value}`,
    ]);
    return `${path}\n${lines.join('\n')}\n`;
  };
  const { headers } = general;
  return [block(general.for, headers, {}), ...others.map((rule) => block(rule.for, rule.headers, headers))].join('\n');
}
