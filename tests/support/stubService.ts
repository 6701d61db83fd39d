import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';
import { listen } from '../../scripts/lib/listen.ts';

/** A request as it arrived at the service. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, raw. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type StubAnswer = (arrived: ReceivedRequest, response: ServerResponse) => void;

export type StubService = Awaited<ReturnType<typeof startStubService>>;

/** A service that records requests and answers each by a function of the test. */
export async function startStubService(answer: StubAnswer) {
  const { url, close } = await listen(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    // The caller has gone.
    if (body === null) return;
    const arrived = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    // Completely received requests, in order.
    stub.arrived.push(arrived);
    stub.answer(arrived, response);
  });
  const stub = { url, arrived: [] as ReceivedRequest[], answer, close };
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
