import { isIPv6 } from 'node:net';

/** The address at which this machine reaches a server of its own that binds `host`; null: every address. */
export function localUrl(host: string | null, port: number): string {
  if (host === null || host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
