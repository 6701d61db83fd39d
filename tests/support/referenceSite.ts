/** The reference that a site is compared with: a clean build of the last lists that the site must have accepted. */
import { rmSync } from 'node:fs';
import type { CollectionName } from '../../src/collections/index.ts';
import type { Site } from '../../src/site/open.ts';
import { digests } from './digests.ts';
import type { FakeContentService } from './fakeContentService.ts';

/** Where the reference site is built. */
export interface ReferencePlace {
  readonly dist: string;
  readonly cache: string;
  open(school: FakeContentService): Site;
}

export class ReferenceSite {
  readonly school: FakeContentService;
  readonly #place: ReferencePlace;
  /** Kept open, so that its pictures are transformed once. */
  #site: Site;
  #built: { readonly content: string; readonly tree: ReadonlyMap<string, string> } | null = null;

  constructor(school: FakeContentService, place: ReferencePlace) {
    this.school = school;
    this.#place = place;
    this.#site = place.open(school);
  }

  /** Takes over what another school answers for a collection. */
  accept(other: FakeContentService, name: CollectionName): void {
    this.school.lists = { ...this.school.lists, [name]: other.lists[name] };
    const body = other.bodies.get(name);
    if (body) this.school.bodies.set(name, body);
    else this.school.bodies.delete(name);
  }

  /** Path → digest of the clean build, which is repeated only when the content or `circumstances` differ. */
  async tree(circumstances: unknown): Promise<ReadonlyMap<string, string>> {
    const { lists, bodies, media } = this.school;
    const content = JSON.stringify([circumstances, lists, [...bodies], [...media.keys()]]);
    if (this.#built?.content !== content) this.#built = { content, tree: await this.#build() };
    return this.#built.tree;
  }

  async #build(): Promise<Map<string, string>> {
    const built = await this.#site.rebuild({ clean: true });
    if (!built.ok) throw new Error(`The clean build failed: ${built.message}`);
    return digests(this.#place.dist);
  }

  /** Deletes what it has built, and opens it again. */
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
