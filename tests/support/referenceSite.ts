/** What a site is to show: the last good answers of its service, built from nothing. */
import { rmSync } from 'node:fs';
import type { CollectionName } from '../../src/collections/index.ts';
import type { Site } from '../../src/site/open.ts';
import { digests } from './digests.ts';
import type { School } from './school.ts';

/** Where the mirror is built. */
export interface MirrorPlace {
  readonly dist: string;
  readonly cache: string;
  open(school: School): Site;
}

export class Mirror {
  readonly school: School;
  readonly #place: MirrorPlace;
  /** Its pictures are made once. */
  #site: Site;
  #built: { readonly content: string; readonly tree: ReadonlyMap<string, string> } | null = null;

  constructor(school: School, place: MirrorPlace) {
    this.school = school;
    this.#place = place;
    this.#site = place.open(school);
  }

  /** What another school says of a collection now counts. */
  believe(other: School, of: CollectionName): void {
    this.school.lists = { ...this.school.lists, [of]: other.lists[of] };
    const body = other.bodies.get(of);
    if (body) this.school.bodies.set(of, body);
    else this.school.bodies.delete(of);
  }

  /** The clean build's files by digest; built once for the same content and circumstances. */
  async tree(circumstances: unknown): Promise<ReadonlyMap<string, string>> {
    const { lists, bodies, media } = this.school;
    const content = JSON.stringify([circumstances, lists, [...bodies], [...media.keys()]]);
    if (this.#built?.content !== content) this.#built = { content, tree: await this.#build() };
    return this.#built.tree;
  }

  async #build(): Promise<Map<string, string>> {
    const built = await this.#site.rebuild({ clean: true });
    if (!built.ok) throw new Error(`The clean build failed: ${built.message}`);
    await this.#site.settled();
    return digests(this.#place.dist);
  }

  /** Forgets all that it has built. */
  async reopen(): Promise<void> {
    await this.#site.close();
    for (const folder of [this.#place.dist, this.#place.cache]) rmSync(folder, { recursive: true });
    this.#site = this.#place.open(this.school);
    this.#built = null;
  }

  async end(): Promise<void> {
    await this.#site.close();
    await this.school.close();
  }
}
