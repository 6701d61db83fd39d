import { BlockList, isIP } from 'node:net';
import type { GatewayBindings } from './types.ts';

/** The address that a limit counts for a request. */
export type AddressOf = (request: Request, bindings: GatewayBindings | undefined) => string;

/** As proxies write it, with or without a port, and as sockets do, in plain form. */
function plain(address: string): string {
  const text = address.trim().replace(/^\[|\](?::\d+)?$/g, '');
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(text) ?? [];
  return ipv4 ?? text.replace(/%.*$/, '');
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) list.addAddress(plain(address), family(plain(address)));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

/** An IPv6 visitor owns a whole /64; counting single addresses would be no limit. */
function counted(address: string): string {
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

/**
 * How the client's address is found: the socket's, or the nearest one in `X-Forwarded-For` that is no trusted proxy,
 * and only where the socket's own is one. Throws for an entry that is neither an address nor a range.
 */
export function clientAddresses(trustedProxies: readonly string[]): AddressOf {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, family(address));

  return (request, bindings) => {
    let client = plain(bindings?.address ?? bindings?.incoming?.socket.remoteAddress ?? 'unknown');
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map(plain);
    while (isTrusted(client)) {
      const hop = hops.pop();
      if (!hop || isIP(hop) === 0) break;
      client = hop;
    }
    return counted(client);
  };
}
