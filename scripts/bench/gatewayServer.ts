/** The gateway in a process of its own before a service: `node scripts/bench/gatewayServer.ts SERVICE`. No rate limit. */
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createGateway, SERVER_OPTIONS } from '../../src/gateway/index.ts';

const gateway = createGateway({
  contentServiceUrl: process.argv[2] ?? '',
  token: 'the token of the benchmark',
  schoolCode: 'HTSJ',
  siteUrl: 'http://localhost',
  submissionsPerMinute: 0,
  trustedProxies: [],
  log: () => {},
});
const server = serve({ fetch: gateway.fetch, port: 0, hostname: '127.0.0.1', serverOptions: SERVER_OPTIONS }, () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
