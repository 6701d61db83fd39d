/** What a change costs with object storage: until it is there, and on a machine that begins with nothing. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { changeTitle, hook, SECRET } from './http.ts';
import { makeFolder, once, quantile, type Server, serve } from './process.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

interface Places {
  readonly folder: string;
  /** The content service's address. */
  readonly service: string;
}

/** Until an upload counts as lost, ms: the first one takes the whole site. */
const PATIENCE = 600_000;

async function tagOf(address: string): Promise<string> {
  return (await fetch(address, { method: 'HEAD' })).headers.get('etag') ?? '';
}

/** From the webhook's POST until the record of the upload, its last object, is there. */
async function published(worker: Server, record: string): Promise<number> {
  const before = await tagOf(record);
  const started = performance.now();
  await hook(worker.url, ['news']);
  while ((await tagOf(record)) === before) {
    if (performance.now() - started > PATIENCE) throw new Error('The upload did not end within ten minutes.');
    await setTimeout(2);
  }
  return performance.now() - started;
}

/** What one change costs on a machine that begins with nothing: median in seconds, and the pages rendered. */
async function emptyMachines(places: Places, title: string, runs: number, sharing: NodeJS.ProcessEnv) {
  const times: number[] = [];
  let rendered = 0;
  for (let at = -1; at < runs; at += 1) {
    await changeTitle(places.service, `${title} ${at}`);
    const folder = join(places.folder, `machine${at}`);
    const rebuilt = await once('rebuild', places.service, folder, undefined, sharing);
    await rm(folder, { recursive: true });
    // The first one makes the state.
    if (at < 0) continue;
    times.push(rebuilt.whole);
    rendered = rebuilt.rendered;
  }
  return { seconds: quantile(times, 0.5) / 1000, rendered };
}

/** What one change costs on a worker that uploads each release: median in ms. */
async function uploads(places: Places, title: string, runs: number, settings: NodeJS.ProcessEnv): Promise<number> {
  const env = { ...settings, DEPLOY_TARGET: 's3', S3_BUCKET: 'site', S3_PREFIX: 'public', DEPLOY_MIN_INTERVAL: '0' };
  const worker = await serve('worker.ts', [places.service, join(places.folder, 'worker'), SECRET], env);
  const times: number[] = [];
  try {
    for (let at = -1; at < runs; at += 1) {
      await changeTitle(places.service, `${title} ${at}`);
      const milliseconds = await published(worker, `${settings.S3_ENDPOINT}/site/public/.deployed.json`);
      // The first one uploads the whole site.
      if (at >= 0) times.push(milliseconds);
    }
  } finally {
    await worker.stop();
    await rm(join(places.folder, 'worker'), { recursive: true });
  }
  return quantile(times, 0.5);
}

/** One line for each delay of a request in milliseconds. */
export async function measureStorage(size: number, runs: number, delays: readonly number[]): Promise<string> {
  const lines = [`### Object storage, ${size} items a collection, one title changed`, ''];
  const folder = await makeFolder();
  const service = await serve('service.ts', [String(size), String(Date.now())]);
  const places = { folder, service: service.url };
  try {
    for (const delay of delays) {
      const storage = await serve('storageServer.ts', [String(delay)]);
      const settings = { ...KEYS, S3_ENDPOINT: storage.url };
      try {
        const empty = await emptyMachines(places, `Empty ${delay}`, runs, { ...settings, STATE_URL: 's3://site/state' });
        const upload = await uploads(places, `Upload ${delay}`, runs, settings);
        lines.push(
          `${delay} ms a request: from the webhook's POST to the last object ${upload.toFixed(0)} ms (median); an empty machine, ` +
            `from its start to its end, ${empty.seconds.toFixed(2)} s, ${empty.rendered} pages rendered.`,
        );
      } finally {
        await storage.stop();
      }
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return lines.join('\n');
}
