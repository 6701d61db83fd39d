/** What readers of a worker notice of a publish, seen from outside. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ask, changeTitle, ended, hook, publishTitle } from './http.ts';
import { quantile, run } from './process.ts';

const READERS = 4;
/** Milliseconds between a reader's answer and the next question. */
const PAUSE = 2;
/** Nobody publishes twice within half a second; what is written down after going live has its time. */
const BETWEEN = 500;
/** Times that every page is rendered. */
const FULL_RUNS = 2;
/** Photos that are new in one publish. */
const PHOTOS = 12;

/**
 * Milliseconds. Medians: until a title is live, asked for every 10 ms (`quiet`) and every 2 ms (`busy`), and how long the reader after
 * the first one who sees it waits (`next`). The others are the 99th percentile of how long four readers, who ask again 2 ms after
 * each answer, wait while nothing is published (`idle`), titles are published one after the other, every page is rendered, new
 * photos are taken in, and `gc` runs. `folder` is the worker's.
 */
export async function measureReaders(worker: string, service: string, folder: string, runs: number) {
  let number = 0;
  const nextTitle = () => {
    number += 1;
    return `Read title ${number}`;
  };
  const publishChange = async (collection: string) => {
    await changeTitle(service, nextTitle(), collection);
    await ended(worker, await hook(worker, [collection]));
  };

  async function publish(interval: number) {
    const seen = await publishTitle(worker, service, nextTitle(), interval);
    await setTimeout(BETWEEN);
    return seen;
  }

  async function waitsWhile(work: () => Promise<void>): Promise<number> {
    let isOver = false;
    const waits: number[] = [];
    const read = async () => {
      while (!isOver) {
        const asked = performance.now();
        await ask('GET', `${worker}/Events`);
        waits.push(performance.now() - asked);
        await setTimeout(PAUSE);
      }
    };
    const readers = Array.from({ length: READERS }, read);
    await work();
    isOver = true;
    await Promise.all(readers);
    return quantile(waits, 0.99);
  }

  const quiet: number[] = [];
  const busy: number[] = [];
  const next: number[] = [];
  for (let at = 0; at < runs; at += 1) {
    quiet.push((await publish(10)).live);
    const seen = await publish(PAUSE);
    busy.push(seen.live);
    next.push(seen.next);
  }
  const idle = await waitsWhile(() => setTimeout(runs * BETWEEN));
  const publishing = await waitsWhile(async () => {
    for (let at = 0; at < runs; at += 1) await publishChange('news');
  });
  // Every page shows the highlights.
  const everyPage = await waitsWhile(async () => {
    for (let at = 0; at < FULL_RUNS; at += 1) await publishChange('highlight');
  });
  const importing = await waitsWhile(async () => {
    for (let at = 0; at < PHOTOS; at += 1) await ask('POST', `${service}/change/events/${at}/images`, `photo-${at}.jpg`);
    await ended(worker, await hook(worker, ['events']));
  });
  const collecting = await waitsWhile(async () => {
    await run([join(import.meta.dirname, 'once.ts'), 'gc', service, folder]);
  });
  const medians = { quiet: quantile(quiet, 0.5), busy: quantile(busy, 0.5), next: quantile(next, 0.5) };
  return { ...medians, idle, publishing, everyPage, importing, collecting };
}
