/** A content service or a gateway in a process of its own, to be killed: `service FOLDER DATABASE` or `gateway SERVICE`. */
import { createAdaptorServer } from '@hono/node-server';
import { startContentService } from '../../scripts/content-service/service.ts';
import { createGateway, SERVER_OPTIONS } from '../../src/gateway/index.ts';

const [, , what, first = '', database = ''] = process.argv;

if (what === 'service') {
  const service = await startContentService({ folder: first, database, port: 0, token: null, schoolCode: 'HTSJ' });
  process.stdout.write(`${service.url}\n`);
} else {
  const gateway = createGateway({
    contentServiceUrl: first,
    token: null,
    schoolCode: 'HTSJ',
    siteUrl: 'https://school.example',
    submissionsPerMinute: 0,
    trustedProxies: [],
    log: () => undefined,
  });
  const server = createAdaptorServer({ fetch: gateway.fetch, serverOptions: SERVER_OPTIONS });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address?.port}\n`);
  });
}
