/** Renders one page and puts its files into the store, in whichever thread. */
import { type Digest, digestOf } from '../lib/digest.ts';
import { Names, type PageNames } from './names.ts';
import type { FileTuple } from './record.ts';
import type { Store } from './store.ts';
import type { InputKey, PageKey, Question, RenderingWorld } from './types.ts';

export interface PageToRender {
  readonly key: PageKey;
  /** Its files that the store holds already. */
  readonly held: readonly FileTuple[];
}

export interface RenderedPage {
  readonly key: PageKey;
  readonly asked: readonly Question[];
  readonly files: readonly FileTuple[];
  readonly names: PageNames;
}

/** An answer as traces know it. */
export type AnswerTuple = readonly [question: Question, digest: Digest, inputs: readonly InputKey[]];

/** The files among `files` that were not `held`. */
export function newFiles({ held }: PageToRender, files: readonly FileTuple[]): FileTuple[] {
  return files.filter(([path, digest]) => !held.some((known) => known[0] === path && known[1] === digest));
}

/** Renders pages of one world into one store. */
export class PageRenderer {
  readonly #world: RenderingWorld;
  readonly #store: Store;
  readonly #names: Names;

  /** `dynamic`: prefixes of local addresses that no file answers. */
  constructor(world: RenderingWorld, store: Store, dynamic: readonly string[]) {
    this.#world = world;
    this.#store = store;
    this.#names = new Names(world, dynamic);
  }

  /** Throws what the world throws. */
  async render(page: PageToRender): Promise<RenderedPage> {
    const { files, asked, names = [] } = await this.#world.render(page.key);
    const bytesOf = new Map(files.map(({ path, bytes }) => [path, bytes]));
    const tuples = files.map(({ path, bytes }): FileTuple => [path, digestOf(bytes), bytes.length]);
    for (const [path, digest] of newFiles(page, tuples)) this.#store.put(digest, bytesOf.get(path) as Uint8Array);
    return { key: page.key, asked: [...new Set(asked)], files: tuples, names: this.#names.of(files, names) };
  }
}
