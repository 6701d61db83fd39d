/** Who asks: whether a page of this site, and from which address. */
import { BlockList, isIP } from 'node:net';
import type { GatewayBindings } from './types.ts';

export type AddressOf = (request: Request, bindings: GatewayBindings | undefined) => string;

/** Strips port, brackets, zone and IPv4-mapped prefix, as proxies and sockets write them. */
function normalised(address: string): string {
  const text = address.trim().replace(/^\[|\](?::\d+)?$/g, '');
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(text) ?? [];
  return ipv4 ?? text.replace(/%.*$/, '');
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) list.addAddress(normalised(address), family(normalised(address)));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

/** The address or, as an IPv6 client owns a whole /64, its network. */
function rateLimitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** The socket's address or, where that is a trusted proxy, the last in `X-Forwarded-For` that is not. Throws for a bad one. */
export function clientAddresses(trustedProxies: readonly string[]): AddressOf {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, family(address));

  return (request, bindings) => {
    let client = normalised(bindings?.address ?? bindings?.incoming?.socket.remoteAddress ?? 'unknown');
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map(normalised);
    while (isTrusted(client)) {
      const hop = hops.pop();
      if (!hop || isIP(hop) === 0) break;
      client = hop;
    }
    return rateLimitKey(client);
  };
}

/** Whether a POST's headers name this site. Without them it is of no browser (curl) and passes: nothing rests on cookies. */
export function isSameOrigin(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  // "none": started by the visitor, such as reloading the answer to a form.
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  // The hosts alone are compared: behind a proxy that ends TLS the schemes differ.
  return origin === new URL(siteUrl).origin || new URL(origin).host === new URL(request.url).host;
}
