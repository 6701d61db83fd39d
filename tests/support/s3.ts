import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import type { BucketSettings } from '../../src/lib/settings.ts';
import { temporaryFolder } from './trees.ts';

export interface S3Error {
  readonly status: number;
  readonly code: string;
}

export interface S3 {
  readonly settings: BucketSettings;
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** What becomes of each request from here on: passed on, reset, never answered, or refused with an error. */
  answer: (request: IncomingMessage, number: number) => 'pass' | 'reset' | 'hang' | S3Error;
  close(): Promise<void>;
}

/**
 * An S3 server (s3rver) with one bucket, behind a proxy that counts requests and can break them. The server does not
 * verify signatures of version 4.
 */
export async function startS3(): Promise<S3> {
  const folder = temporaryFolder();
  const configureBuckets = [{ name: 'site', configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder.path, configureBuckets });
  const { port } = (await server.run()) as AddressInfo;
  const requests: string[] = [];
  const proxy = createServer((incoming, response) => {
    const number = requests.push(`${incoming.method} ${decodeURIComponent(incoming.url ?? '')}`);
    const how = s3.answer(incoming, number);
    if (how === 'hang') return;
    if (how === 'reset') return void incoming.socket.destroy();
    if (how !== 'pass') return void response.writeHead(how.status).end(`<Error><Code>${how.code}</Code></Error>`);
    const { method, url: path, headers } = incoming;
    const outgoing = send({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const s3: S3 = {
    settings: { bucket: 'site', prefix: '', endpoint, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    requests,
    answer: () => 'pass',
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await server.close();
      folder.remove();
    },
  };
  return s3;
}
