/** A world of many pages that a render worker can share. Loaded by the engine's render worker as well. */
import type { OutputFile, PageKey, PageSet, QueryKey, RenderingWorld, Trace, World } from '../../../src/engine/types.ts';
import { digestOf, digestOfJson } from '../../../src/lib/digest.ts';

export interface ThreadData {
  readonly pages: readonly PageKey[];
  /** Titles by page; a page without one fails to render. */
  readonly titles: ReadonlyMap<PageKey, string>;
  /** Number of pages that the worker has rendered. */
  readonly inWorker: Int32Array<SharedArrayBuffer>;
}

function rendering({ pages, titles, inWorker }: ThreadData, isWorker: boolean): RenderingWorld {
  function evaluate(query: QueryKey, { read }: Trace): string | PageSet {
    read('titles');
    if (query === 'pages') return { pages, sets: [] };
    const title = titles.get(query);
    if (title === undefined) throw new Error(`There is no title for ${query}.`);
    return title;
  }
  async function render(page: PageKey, ask: (query: QueryKey) => unknown): Promise<readonly OutputFile[]> {
    if (isWorker) {
      Atomics.add(inWorker, 0, 1);
      Atomics.notify(inWorker, 0);
    }
    // The engine's thread waits with its first page until the worker has begun one.
    else await Atomics.waitAsync(inWorker, 0, 0).value;
    const addresses = pages.slice(0, 3);
    const bytes = Buffer.from(`<h1>${ask(page)}</h1>${addresses.join(' ')}`);
    return [{ path: `${page.slice(1)}.html`, bytes, addresses }];
  }
  const refuse = (_path: string, bytes: Uint8Array) =>
    Buffer.from(bytes).includes('unpublishable') ? 'The file must not be published.' : null;
  return { evaluate, render, groupOf: () => null, isPermanent: () => false, refuse };
}

/**
 * The world in the worker.
 * @public loaded by its address
 */
export async function openWorld(data: unknown): Promise<RenderingWorld> {
  return rendering(data as ThreadData, true);
}

/**
 * Notifies whoever waits for it.
 * @public loaded by its address
 */
export async function preload(data: unknown): Promise<void> {
  if (!(data instanceof Int32Array)) return;
  Atomics.store(data, 0, 1);
  Atomics.notify(data, 0);
}

/** The whole world, with a module for the worker or without. */
export function threadWorld(data: ThreadData, { alone = false, code = 1 } = {}): World {
  const inWorker = alone ? new Int32Array(new SharedArrayBuffer(4)).fill(1) : data.inWorker;
  return {
    ...rendering({ ...data, inWorker }, false),
    codeVersion: digestOf(`code ${code}`),
    pages: 'pages',
    moments: new Map([['titles', digestOfJson([...data.titles])]]),
    assets: async () => [],
    resolveAssets: async () => null,
    ...(alone ? {} : { workerModule: () => ({ module: import.meta.url, data }) }),
  };
}
