/** An S3 server (s3rver, from npm) for tests and the benchmark. */
import { rm } from 'node:fs/promises';
import { type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import S3rver from 's3rver';
import type { BucketSettings } from '../../src/lib/settings.ts';
import { listen } from '../lib/listen.ts';
import { makeFolder } from './process.ts';

export interface S3Error {
  readonly status: number;
  readonly code: string;
}

export interface S3 {
  readonly settings: BucketSettings;
  /** Where the server keeps its objects. */
  readonly folder: string;
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** What becomes of each request from here on: passed on, done but its answer lost, reset, never answered, or refused. */
  answer: (request: IncomingMessage, number: number) => 'pass' | 'lose' | 'reset' | 'hang' | S3Error;
  /** Each request waits for it. */
  before: (request: IncomingMessage) => Promise<void>;
  /** Told of each answer: method and path, bytes of the body. */
  onAnswer: (line: string, size: number) => void;
  /** False: conditions of writes are ignored, as s3rver itself does. */
  isConditional: boolean;
  /** Milliseconds that each request takes at least. */
  delay: number;
  close(): Promise<void>;
}

/**
 * An S3 server (s3rver) with one bucket, behind a proxy that counts requests and can break them. The server does not
 * verify signatures of version 4.
 */
export async function startS3(): Promise<S3> {
  const folder = await makeFolder();
  const configureBuckets = [{ name: 'site', configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets });
  const { port } = (await server.run()) as AddressInfo;
  const requests: string[] = [];
  /** Objects that were written under a condition. */
  const contested = new Set<string>();
  /**
   * Their requests one at a time: nothing comes between a condition's check and its write, and no reader meets a write,
   * whose half s3rver would send.
   */
  let turn: Promise<unknown> = Promise.resolve();
  const proxy = await listen(async (incoming, response) => {
    const number = requests.push(`${incoming.method} ${decodeURIComponent(incoming.url ?? '')}`);
    await s3.before(incoming);
    const how = s3.answer(incoming, number);
    if (how === 'hang') return;
    if (how === 'reset') return void incoming.socket.destroy();
    if (how !== 'pass' && how !== 'lose')
      return void response.writeHead(how.status).end(`<Error><Code>${how.code}</Code></Error>`);
    if (s3.delay > 0) await setTimeout(s3.delay);
    const { method, url: path = '/', headers } = incoming;
    const pass = () => {
      // A caller that gave up while others had their turn: its end has been told already.
      if (response.closed) return;
      const outgoing = send({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        if (how === 'lose') return void incoming.socket.destroy();
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
        });
        answer.on('end', () => s3.onAnswer(`${method} ${path}`, size));
        answer.pipe(response);
      });
      outgoing.on('error', () => incoming.socket.destroy());
      // A caller that gives up takes its half of the way with it.
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
      return new Promise((resolve) => response.on('close', resolve));
    };
    const { 'if-match': match, 'if-none-match': none } = headers;
    const isConditional = method === 'PUT' && s3.isConditional && (match ?? none) !== undefined;
    if (isConditional) contested.add(path);
    if (!contested.has(path)) return void pass();
    const act = async () => {
      if (!isConditional) return pass();
      const found = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD' });
      if (none ? !found.ok : found.headers.get('etag') === match) return pass();
      return void response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
    };
    turn = turn.then(act).catch(() => incoming.socket.destroy());
  });
  const s3: S3 = {
    settings: {
      bucket: 'site',
      prefix: '',
      endpoint: proxy.url,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    folder,
    requests,
    answer: () => 'pass',
    before: () => Promise.resolve(),
    onAnswer: () => {},
    isConditional: true,
    delay: 0,
    async close() {
      await proxy.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return s3;
}
