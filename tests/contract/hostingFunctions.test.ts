import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { APPLICATION, CONTACT, pdf } from '../support/gateway.ts';
import { type StubService, startStubService } from '../support/stubService.ts';

const SITE = 'https://school.example';
const SECRET = 'the secret of the tests';

/** The modules of Netlify's functions as a fresh instance loads them, in an environment. */
async function functionsIn(env: Readonly<Record<string, string>>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return {
    api: await import('../../src/functions/api.ts'),
    rebuild: await import('../../src/functions/rebuild.ts'),
    refresh: await import('../../src/functions/refresh.ts'),
  };
}

afterEach(() => vi.unstubAllEnvs());

describe('the functions on Netlify', () => {
  let service: StubService;
  beforeEach(async () => {
    service = await startStubService((_arrived, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    );
  });
  afterEach(() => service.close());
  const open = (more = {}) =>
    functionsIn({ CONTENT_SERVICE_URL: service.url, CONTENT_SERVICE_TOKEN: 'school-token', URL: SITE, ...more });

  test('say by themselves where they answer, how often, and when', async () => {
    const { api, rebuild, refresh } = await open();
    expect(api.config).toMatchObject({ path: '/api/*', rateLimit: { windowSize: 60, aggregateBy: ['ip', 'domain'] } });
    expect(rebuild.config).toMatchObject({ path: '/hooks/rebuild', method: 'POST', rateLimit: { windowSize: 60 } });
    expect(refresh.config).toEqual({ schedule: '*/15 * * * *' });
  });

  test('forward a contact form with the token, from the visitor that Netlify names', async () => {
    const { api } = await open();
    const headers = { 'content-type': 'application/json', origin: SITE, 'sec-fetch-site': 'same-origin' };
    const request = new Request(`${SITE}/api/form/HTSJ/abc`, { method: 'POST', headers, body: JSON.stringify(CONTACT) });
    expect((await api.default(request, { ip: '192.0.2.7' })).status).toBe(200);
    expect(service.arrived.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/form/HTSJ/abc']);
    expect(service.arrived[0]?.headers.authorization).toBe('Bearer school-token');
    expect(JSON.parse(String(service.arrived[0]?.body))).toEqual(CONTACT);
  });

  test('forward an application with its CV as multipart', async () => {
    const { api } = await open();
    const body = new FormData();
    for (const [name, value] of Object.entries(APPLICATION)) body.append(name, value);
    body.append('attachments', pdf(100_000));
    const request = new Request(`${SITE}/api/form/HTSJ/XYZ`, { method: 'POST', headers: { origin: SITE }, body });
    expect((await api.default(request, { ip: '192.0.2.7' })).status).toBe(200);
    const [arrived] = service.arrived;
    const form = await new Response(Uint8Array.from(arrived?.body ?? []), {
      headers: { 'content-type': arrived?.headers['content-type'] ?? '' },
    }).formData();
    expect((form.get('attachments') as File).size).toBe(100_000);
    expect(form.get('profession')).toBe(APPLICATION.profession);
  });

  test('let nothing else through', async () => {
    const { api } = await open();
    expect((await api.default(new Request(`${SITE}/api/news/all/HTSJ`), { ip: '192.0.2.7' })).status).toBe(404);
    expect(service.arrived).toEqual([]);
  });

  test('order a build by webhook when it is signed, and by the schedule only when the site tells its state', async () => {
    const env = { REBUILD_SECRET: SECRET, BUILD_HOOK_URL: `${service.url}/hook`, SITE_URL: service.url };
    const { rebuild, refresh } = await open(env);
    const call = (authorization: string) => new Request(`${SITE}/hooks/rebuild`, { method: 'POST', headers: { authorization } });
    expect((await rebuild.default(call('Bearer wrong'))).status).toBe(401);
    expect(service.arrived).toEqual([]);
    expect((await rebuild.default(call(`Bearer ${SECRET}`))).status).toBe(202);
    const hooks = () => service.arrived.filter(({ url }) => url === '/hook').length;
    expect(hooks()).toBe(1);
    expect((await refresh.default()).status).toBe(204);
    expect(hooks()).toBe(1);
  });
});
