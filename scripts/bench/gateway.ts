import pLimit from 'p-limit';
import { ask } from './http.ts';
import { memoryOf, quantile, type Server, serve } from './process.ts';

const CONTACT = JSON.stringify({
  name: 'Asha Example',
  email: 'asha@example.org',
  phone: '0000000000',
  subject: 'Admission to class V',
  message: 'When may we visit the school? '.repeat(8),
});

const sendContact = (url: string) => ask('POST', url, CONTACT, { 'content-type': 'application/json' });

/** Sends `count` submissions, `width` at a time. */
const send = (count: number, width: number, one: () => Promise<unknown>) => pLimit(width).map(Array.from({ length: count }), one);

async function median(url: string): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 400; at += 1) {
    const started = performance.now();
    await sendContact(url);
    if (at >= 100) times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
}

async function upload() {
  const form = new FormData();
  const fields = { name: 'Asha Example', phone: '0000000000', subject: '', profession: 'Teacher', experience: '4 years' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const bytes = Buffer.alloc(4 * 1024 * 1024 - 1024, 32);
  bytes.write('%PDF-1.4\n');
  form.append('attachments', new File([bytes], 'cv.pdf', { type: 'application/pdf' }));
  const { headers, body } = new Response(form);
  return { body: Buffer.concat(await Array.fromAsync(body ?? [])), type: headers.get('content-type') ?? '' };
}

async function measureUploads(gateway: Server, url: string) {
  const { body, type } = await upload();
  const one = () => ask('POST', url, body, { 'content-type': type });
  await send(16, 4, one);
  const before = memoryOf(gateway)?.now ?? 0;
  await send(200, 200, one);
  const { peak = 0, now: after = 0 } = memoryOf(gateway) ?? {};
  return { before, peak, after };
}

/**
 * Measures the gateway on loopback, against a service that only reads. `overhead`: milliseconds that it adds to a submission, at the
 * median of one after the other; `perSecond`: submissions of contact size, 64 at a time; the others: bytes resident before, at the
 * peak of, and after 200 uploads of 4 MB at once.
 */
export async function measureGateway() {
  const sink = await serve('sink.ts', []);
  const gateway = await serve('gatewayServer.ts', [sink.url]);
  const path = '/api/form/HTSJ/abc';
  try {
    const direct = await median(sink.url + path);
    const through = await median(gateway.url + path);
    const count = 8000;
    const one = () => sendContact(gateway.url + path);
    await send(2000, 64, one);
    const started = performance.now();
    await send(count, 64, one);
    const perSecond = (count / (performance.now() - started)) * 1000;
    return { overhead: through - direct, perSecond, ...(await measureUploads(gateway, `${gateway.url}/api/form/HTSJ/XYZ`)) };
  } finally {
    await gateway.stop();
    await sink.stop();
  }
}
