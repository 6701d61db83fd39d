import { Agent, request } from 'node:http';
import { memoryOf, quantile, type Server, serve } from './process.ts';

export interface GatewayFigures {
  /** Milliseconds that the gateway adds to a submission, at the median of one after the other. */
  readonly overhead: number;
  /** Submissions of contact size a second, 64 at a time. */
  readonly perSecond: number;
  /** Bytes resident before, at the peak of, and after 200 uploads of 4 MB at once. */
  readonly before: number;
  readonly peak: number;
  readonly after: number;
}

const CONTACT = JSON.stringify({
  name: 'Asha Example',
  email: 'asha@example.org',
  phone: '0000000000',
  subject: 'Admission to class V',
  message: 'When may we visit the school? '.repeat(8),
});

function post(agent: Agent, url: string, body: string | Buffer, type: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}.`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Sends `count` submissions, `width` at a time. */
async function send(count: number, width: number, one: () => Promise<void>): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function median(url: string, agent: Agent): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 400; at += 1) {
    const started = performance.now();
    await post(agent, url, CONTACT, 'application/json');
    if (at >= 100) times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
}

function upload(): { readonly body: Buffer; readonly type: string } {
  const boundary = 'the-boundary-of-the-benchmark';
  const fields = { name: 'Asha Example', phone: '0000000000', subject: '', profession: 'Teacher', experience: '4 years' };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="attachments"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const bytes = Buffer.alloc(4 * 1024 * 1024 - 1024, 32);
  bytes.write('%PDF-1.4\n');
  const body = Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

async function measureUploads(gateway: Server, url: string): Promise<Pick<GatewayFigures, 'before' | 'peak' | 'after'>> {
  const { body, type } = upload();
  const agent = new Agent({ keepAlive: true });
  await send(16, 4, () => post(agent, url, body, type));
  const before = memoryOf(gateway)?.now ?? 0;
  await send(200, 200, () => post(agent, url, body, type));
  agent.destroy();
  const { peak = 0, now: after = 0 } = memoryOf(gateway) ?? {};
  return { before, peak, after };
}

/** Measures the gateway on loopback, against a service that only reads. */
export async function measureGateway(): Promise<GatewayFigures> {
  const sink = await serve('sink.ts', []);
  const gateway = await serve('gatewayServer.ts', [sink.url]);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const path = '/api/form/HTSJ/abc';
  try {
    const direct = await median(sink.url + path, agent);
    const through = await median(gateway.url + path, agent);
    const count = 8000;
    await send(2000, 64, () => post(agent, gateway.url + path, CONTACT, 'application/json'));
    const started = performance.now();
    await send(count, 64, () => post(agent, gateway.url + path, CONTACT, 'application/json'));
    const perSecond = (count / (performance.now() - started)) * 1000;
    return { overhead: through - direct, perSecond, ...(await measureUploads(gateway, `${gateway.url}/api/form/HTSJ/XYZ`)) };
  } finally {
    agent.destroy();
    await gateway.stop();
    await sink.stop();
  }
}
