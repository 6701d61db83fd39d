import { BlockList, isIP } from 'node:net';
import { editDistance } from '../editDistance.ts';
import { SETTINGS } from './declarations.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const KNOWN = Object.values(SETTINGS).map(({ name }) => name);
/** Shorter names are one slip away from ordinary variables (`PORT` from `SORT`). */
const SHORTEST_CHECKED = 7;

/** The setting that a name was probably meant to be; null for settings and for names like none. */
function meantBy(name: string): string | null {
  if (KNOWN.includes(name) || name.length < SHORTEST_CHECKED) return null;
  const slips = name.length < 12 ? 1 : 2;
  return KNOWN.find((known) => known.length >= SHORTEST_CHECKED && editDistance(name.toUpperCase(), known) <= slips) ?? null;
}

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits);
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

function isPublic(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  if (version > 0) return !PRIVATE.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return host.includes('.') && !/\.(?:localhost|local|internal|test)$/.test(host);
}

/** What is probably a slip, one line each. The environment's settings must be well-formed. */
export function settingsWarnings(env: Environment, contentServiceUrl: string | null): string[] {
  const slips = Object.keys(env)
    .filter((name) => env[name] !== undefined)
    .flatMap((name) => {
      const meant = meantBy(name);
      return meant ? [`${name} is not a setting and has no effect. Is ${meant} meant?`] : [];
    });
  if (contentServiceUrl === null || !isPublic(contentServiceUrl) || env.SITE_URL?.trim()) return slips;
  return [
    ...slips,
    `SITE_URL is not set: canonical links, sitemap and feeds lead to this machine, though the content comes from ${contentServiceUrl}.`,
  ];
}
