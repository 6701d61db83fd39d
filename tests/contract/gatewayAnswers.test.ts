import { gzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { CONTACT, gatewayTo } from '../support/gateway.ts';
import { answersJson, startStubService, stubServiceOfFile } from '../support/stubService.ts';

const service = await stubServiceOfFile(answersJson({ ok: true }));
let gateway: ReturnType<typeof gatewayTo>;
beforeEach(() => {
  gateway = gatewayTo(service.url);
});

const call = () => gateway.postJson('/api/form/HTSJ/abc', CONTACT);

test.each([200, 201, 202, 204])('%i is a success', async (status) => {
  service.answer = (_arrived, response) => response.writeHead(status).end();
  expect((await call()).status).toBe(200);
});

test.each(['gzip', 'utf-8'])('201 that says it is encoded (%s) is a success', async (encoding) => {
  const body = encoding === 'gzip' ? gzipSync('{"ok":true}') : '{"ok":true}';
  service.answer = (_arrived, response) => response.writeHead(201, { 'content-encoding': encoding }).end(body);
  expect((await call()).status).toBe(200);
  expect(service.arrived).toHaveLength(1);
});

test.each([301, 400, 401, 404, 413, 429, 500, 503])('%i becomes 502 in own words, asked once', async (status) => {
  service.answer = (_arrived, response) => response.writeHead(status, { location: '/elsewhere' }).end('secret stack trace');
  const response = await call();
  expect(response.status).toBe(502);
  expect(await response.text()).not.toContain('secret');
  expect(service.arrived).toHaveLength(1);
  expect(gateway.events.at(-1)).toMatchObject({ call: 'form', outcome: 'service-failed', serviceStatus: status });
});

test('a connection that breaks is 502, asked once', async () => {
  service.answer = (_arrived, response) => response.destroy();
  expect((await call()).status).toBe(502);
  expect(service.arrived).toHaveLength(1);
});

test('a service that is not there is 502', async () => {
  const gone = await startStubService(answersJson({}));
  await gone.close();
  expect((await gatewayTo(gone.url).postJson('/api/form/HTSJ/abc', CONTACT)).status).toBe(502);
});

/** The status of an answer for which the service is waited for in vain, ten seconds after it was asked. */
async function statusWhenLate(ask: () => Promise<Response>): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = ask();
  await expect.poll(() => service.arrived.length).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  return (await answer).status;
}

test('no answer in time is 504', async () => {
  service.answer = () => undefined;
  expect(await statusWhenLate(call)).toBe(504);
  expect(service.arrived).toHaveLength(1);
});

test('a certificate whose answer stalls half way is 504', async () => {
  service.answer = (_arrived, response) => response.writeHead(200).write('{"data":');
  expect(await statusWhenLate(() => gateway.postJson('/api/tc/HTSJ', { name: 'a', admission: '1' }))).toBe(504);
});

test.each(['{"data":""}', '{}', '{"data":{"x":1}}', '[]', 'null', '<html>', '{"data":"a'])(
  'a certificate answer %s is 502',
  async (body) => {
    service.answer = (_arrived, response) => response.writeHead(200).end(body);
    expect((await gateway.postJson('/api/tc/HTSJ', { name: 'a', admission: '1' })).status).toBe(502);
  },
);

test('an unknown picture or album is 404, other failures 502', async () => {
  service.answer = answersJson({ message: 'internal' }, 404);
  expect((await gateway.ask('/api/image/x')).status).toBe(404);
  expect((await gateway.ask('/api/subGallery?id=x')).status).toBe(404);
  service.answer = answersJson({ message: 'internal' }, 500);
  expect((await gateway.ask('/api/image/x')).status).toBe(502);
});

test.each(['text/html', 'application/json; charset=utf-8'])('a picture that is %s is 502', async (type) => {
  service.answer = (_arrived, response) => response.writeHead(200, { 'content-type': type }).end('<script>');
  expect((await gateway.ask('/api/image/x')).status).toBe(502);
});

test.each(['image/svg+xml', 'application/javascript', 'text/plain'])('%s is only ever saved, as plain bytes', async (type) => {
  service.answer = (_arrived, response) => response.writeHead(200, { 'content-type': type }).end('bytes');
  const response = await gateway.ask('/api/image/x');
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(response.headers.get('content-disposition')).toBe('attachment');
});

test('a picture that announces or sends more than 32 MB does not pass whole', async () => {
  service.answer = (_arrived, response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 33 * 1024 * 1024 }).write('x');
  expect((await gateway.ask('/api/image/x')).status).toBe(502);
  service.answer = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const chunk = Buffer.alloc(1024 * 1024);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
  await expect((await gateway.ask('/api/image/x')).arrayBuffer()).rejects.toThrow();
});

test('a picture cut short fails at the visitor too', async () => {
  service.answer = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 100 });
    response.write('half of a picture');
    setImmediate(() => response.destroy());
  };
  await expect((await gateway.ask('/api/image/x')).arrayBuffer()).rejects.toThrow();
});
