/** `_redirects` and `_headers`: one rule a line, as Netlify and Cloudflare Pages read them. */
import { headerRules, missingRules, pageRules, redirectRules } from './rules.ts';

const line = ({ from, to, status }: { from: string; to: string; status: number }) => `${from} ${to} ${status}`;

/**
 * `_redirects` for a release that is handed to Netlify without a build there. `gatewayUrl`: the public address of a
 * worker, to which `/api/*` is forwarded; null: the host answers no forms.
 */
export function netlifyRedirects(gatewayUrl: string | null): string {
  const gateway = gatewayUrl ? [`/api/* ${gatewayUrl}/api/:splat 200`] : [];
  const rules = [...pageRules(), ...missingRules(), ...redirectRules()];
  return `${[...gateway, ...rules.map(line)].join('\n')}\n`;
}

/**
 * `_redirects` for Cloudflare Pages, which serves `/Events` from `Events.html` and unknown addresses from `404.html` by
 * itself, tells cases apart, forwards nothing, and wants plain rules before patterns.
 */
export function cloudflareRedirects(): string {
  const rules = redirectRules().filter(({ from }) => !from.endsWith('.html') && from !== '/index');
  const ordered = [...rules.filter(({ from }) => !from.endsWith('*')), ...rules.filter(({ from }) => from.endsWith('*'))];
  return `${ordered.map(line).join('\n')}\n`;
}

/** `_headers`. Cloudflare joins the values of several rules that match, so a rule that means another value detaches first. */
export function headerLines(host: 'netlify' | 'cloudflare'): string {
  const [general, ...others] = headerRules();
  const set = new Set(Object.keys(general?.headers ?? {}));
  const detach = (name: string) => (host === 'cloudflare' && set.has(name) ? [`  ! ${name}`] : []);
  const block = (path: string, headers: Readonly<Record<string, string>>, isGeneral: boolean) => {
    const lines = Object.entries(headers).flatMap(([name, value]) => [...(isGeneral ? [] : detach(name)), `  ${name}: ${value}`]);
    return `${path}\n${lines.join('\n')}\n`;
  };
  return headerRules()
    .map((rule) => block(rule.for, rule.headers, !others.includes(rule) && rule.for === general?.for))
    .join('\n');
}
