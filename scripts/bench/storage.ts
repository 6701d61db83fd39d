/** What a change costs with object storage: until it is there, and on a machine that begins with nothing. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SECRET } from './http.ts';
import { quantile, run, type Server, serve } from './process.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const ONCE = join(import.meta.dirname, 'once.ts');

interface Rebuilt {
  readonly rendered: number;
}

async function tagOf(address: string): Promise<string> {
  return (await fetch(address, { method: 'HEAD' })).headers.get('etag') ?? '';
}

/** From the webhook's POST until the record of the upload, its last object, is there. */
async function published(worker: Server, record: string): Promise<number> {
  const before = await tagOf(record);
  const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };
  const started = performance.now();
  await fetch(`${worker.url}/hooks/rebuild`, { method: 'POST', headers, body: '{"collections":["news"]}' });
  while ((await tagOf(record)) === before) {
    if (performance.now() - started > 60_000) throw new Error('The upload did not end within a minute.');
    await setTimeout(2);
  }
  return performance.now() - started;
}

/** One line for each delay of a request in milliseconds. */
export async function measureStorage(size: number, runs: number, delays: readonly number[]): Promise<string> {
  const lines = [`### Object storage, ${size} items a collection, one title changed`, ''];
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bench-'));
  const service = await serve('service.ts', [String(size), String(Date.now())]);
  const change = (title: string) => fetch(`${service.url}/change/news/3/title`, { method: 'POST', body: title });
  try {
    for (const delay of delays) {
      const storage = await serve('storage-server.ts', [String(delay)]);
      const env = { ...KEYS, S3_ENDPOINT: storage.url };
      const sharing = { ...env, STATE_URL: 's3://site/state' };
      const rebuild = async (name: string) => {
        const { output, milliseconds } = await run(
          process.execPath,
          [ONCE, 'rebuild', service.url, join(folder, name)],
          undefined,
          sharing,
        );
        return { ...(JSON.parse(output) as Rebuilt), milliseconds };
      };
      await rebuild('first');
      const cold: number[] = [];
      let rendered = 0;
      for (let at = 0; at < runs; at += 1) {
        await change(`Title ${delay} ${at} on an empty machine`);
        const one = await rebuild(`empty-${delay}-${at}`);
        cold.push(one.milliseconds);
        ({ rendered } = one);
        await rm(join(folder, `empty-${delay}-${at}`), { recursive: true });
      }
      await rm(join(folder, 'first'), { recursive: true });
      const worker = await serve('worker.ts', [service.url, join(folder, 'worker'), SECRET], {
        ...env,
        DEPLOY_TARGET: 's3',
        S3_BUCKET: 'site',
        S3_PREFIX: 'public',
        DEPLOY_MIN_INTERVAL: '0',
      });
      const record = `${storage.url}/site/public/.deployed.json`;
      await published(worker, record);
      const warm: number[] = [];
      for (let at = 0; at < runs; at += 1) {
        await change(`Title ${delay} ${at} on a worker`);
        warm.push(await published(worker, record));
      }
      await worker.stop();
      await storage.stop();
      await rm(join(folder, 'worker'), { recursive: true });
      lines.push(
        `${delay} ms a request: from the webhook's POST to the last object ${quantile(warm, 0.5).toFixed(0)} ms (median); an empty machine, ` +
          `from its start to its end ${(quantile(cold, 0.5) / 1000).toFixed(2)} s, ${rendered} pages rendered.`,
      );
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return lines.join('\n');
}
