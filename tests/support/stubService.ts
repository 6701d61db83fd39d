import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from 'vitest';

/** A request as it arrived at the service. */
interface ReceivedRequest {
  readonly method: string;
  /** Path and query, raw. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type StubAnswer = (arrived: ReceivedRequest, response: ServerResponse) => void;

export interface StubService {
  readonly url: string;
  /** Completely received requests, in order. */
  readonly arrived: ReceivedRequest[];
  answer: StubAnswer;
  close(): Promise<void>;
}

/** A content service that records requests and answers each by a function of the test. */
export async function startStubService(answer: StubAnswer): Promise<StubService> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrived = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      stub.arrived.push(arrived);
      stub.answer(arrived, response);
    });
    request.on('error', () => undefined);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const stub: StubService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: [],
    answer,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return stub;
}

/** Answers every call with a JSON value. */
export function answersJson(value: unknown, status = 200): StubAnswer {
  return (_arrived, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

/** The service of a test file. Before each test its record is emptied and its answer reset. */
export async function stubServiceOfFile(answer: StubAnswer): Promise<StubService> {
  const service = await startStubService(answer);
  beforeEach(() => {
    service.arrived.length = 0;
    service.answer = answer;
  });
  afterAll(() => service.close());
  return service;
}
