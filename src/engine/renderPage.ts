/** Renders one page and puts its files into the store, in whichever thread. */
import { digestOf } from '../lib/digest.ts';
import { ReferenceReader, type References } from './addresses.ts';
import type { Answer } from './answers.ts';
import type { FileRow } from './releases.ts';
import type { Store } from './store.ts';
import type { PageKey, QueryKey, RenderingWorld } from './types.ts';

export interface PageToRender {
  readonly key: PageKey;
  /** Its files that the store holds already. */
  readonly stored: readonly FileRow[];
}

export interface RenderedPage extends References {
  readonly key: PageKey;
  readonly queries: readonly QueryKey[];
  readonly files: readonly FileRow[];
}

/** An answer as traces record it. */
export type AnswerTuple = readonly [query: QueryKey, answer: Answer];

/** Whether a file of a page was in the store before the page was rendered. */
export function wasStored({ stored }: PageToRender, { path, digest }: FileRow): boolean {
  return stored.some((known) => known.path === path && known.digest === digest);
}

/** Thrown for a file that its world refuses to publish. */
export class RefusedFile extends Error {}

/** Renders pages of one world into one store. */
export class PageRenderer {
  readonly #world: RenderingWorld;
  readonly #ask: (query: QueryKey) => unknown;
  readonly #store: Store;
  readonly #references: ReferenceReader;

  constructor(world: RenderingWorld, ask: (query: QueryKey) => unknown, store: Store, dynamicPrefixes: readonly string[]) {
    this.#world = world;
    this.#ask = ask;
    this.#store = store;
    this.#references = new ReferenceReader(world, dynamicPrefixes);
  }

  /** Throws what the world throws, and {@link RefusedFile}. */
  async render(page: PageToRender): Promise<RenderedPage> {
    const queries = new Set<QueryKey>();
    const files = await this.#world.render(page.key, (query) => {
      queries.add(query);
      return this.#ask(query);
    });
    const rows = files.map(({ path, bytes }): FileRow => {
      const refused = this.#world.refuse?.(path, bytes);
      if (refused) throw new RefusedFile(refused);
      const row = { path, digest: digestOf(bytes), size: bytes.length };
      if (!wasStored(page, row)) this.#store.put(row.digest, bytes);
      return row;
    });
    return { key: page.key, queries: [...queries], files: rows, ...this.#references.read(files) };
  }
}
