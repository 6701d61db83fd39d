/** A world of many pages that two threads can render. Loaded by the engine's second thread as well. */
import type { Answered, PageKey, Rendered, RenderingWorld, World } from '../../src/engine/types.ts';
import { type Digest, digestOf } from '../../src/lib/digest.ts';

export interface ThreadData {
  readonly pages: readonly PageKey[];
  /** Titles by page; a page without one fails to render. */
  readonly titles: ReadonlyMap<PageKey, string>;
  /** How many pages the second thread has rendered. */
  readonly there: Int32Array<SharedArrayBuffer>;
}

function rendering({ pages, titles, there }: ThreadData, isThere: boolean): RenderingWorld {
  function ask(question: string): Answered {
    const title = titles.get(question);
    if (title === undefined) throw new Error(`There is no title for ${question}.`);
    return { digest: digestOf(title), inputs: ['titles'] };
  }
  async function render(page: PageKey): Promise<Rendered> {
    if (isThere) {
      Atomics.add(there, 0, 1);
      Atomics.notify(there, 0);
    }
    // The first thread waits with its first page until the other has taken part, as fast as it may be.
    else await Atomics.waitAsync(there, 0, 0).value;
    ask(page);
    const links = pages.map((other) => `<a href="${other}">${titles.get(other)}</a>`).slice(0, 3);
    const bytes = Buffer.from(`<h1>${titles.get(page)}</h1>${links.join('')}`);
    return { files: [{ path: `${page.slice(1)}.html`, bytes }], asked: [page] };
  }
  return { ask, render, groupOf: () => null };
}

/**
 * What the second thread makes of the data.
 * @public loaded by its address
 */
export async function openWorld(data: unknown): Promise<RenderingWorld> {
  return rendering(data as ThreadData, true);
}

/** The whole world, with the second thread or without. */
export function threadWorld(data: ThreadData, { module = import.meta.url, alone = false, code = 1 } = {}): World {
  const pages = rendering(alone ? { ...data, there: new Int32Array(new SharedArrayBuffer(4)).fill(1) } : data, false);
  return {
    ...pages,
    codeVersion: digestOf(`code ${code}`),
    inputDigest: (): Digest => digestOf(JSON.stringify([...data.titles])),
    pages: () => data.pages,
    assets: async () => [],
    supply: async () => null,
    ...(alone ? {} : { elsewhere: () => ({ module, data }) }),
  };
}
