import { digestOf } from '../lib/digest.ts';
import { createReferenceReader, type References } from './addresses.ts';
import type { Store } from './fileStore.ts';
import type { FileRow } from './releases.ts';
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

/** Whether a file of a page was in the store before the page was rendered. */
export function wasStored({ stored }: PageToRender, { path, digest }: FileRow): boolean {
  return stored.some((known) => known.path === path && known.digest === digest);
}

/** Thrown for a file that its world refuses to publish. */
export class RefusedFile extends Error {}

/** Gives what renders pages of one world into one store, in whichever thread. It throws what the world throws, and {@link RefusedFile}. */
export function createPageRenderer(
  world: RenderingWorld,
  ask: (query: QueryKey) => unknown,
  store: Store,
  dynamicPrefixes: readonly string[],
): (page: PageToRender) => Promise<RenderedPage> {
  const readReferences = createReferenceReader(world, dynamicPrefixes);
  return async (page) => {
    const queries = new Set<QueryKey>();
    const files = await world.render(page.key, (query) => {
      queries.add(query);
      return ask(query);
    });
    const rows = files.map(({ path, bytes }): FileRow => {
      const refused = world.refuse?.(path, bytes);
      if (refused) throw new RefusedFile(refused);
      const row = { path, digest: digestOf(bytes), size: bytes.length };
      if (!wasStored(page, row)) store.put(row.digest, bytes);
      return row;
    });
    return { key: page.key, queries: [...queries], files: rows, ...readReferences(files) };
  };
}
