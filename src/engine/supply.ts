/** Brings the files that exist outside the pages into the store: assets of every release, and the groups that pages name. */
import type { Digest } from '../lib/digest.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { EngineEvent } from './api.ts';
import { breather } from './files.ts';
import type { FileTuple } from './record.ts';
import type { RenderedPage } from './render-page.ts';
import type { Store } from './store.ts';
import type { SuppliedFile, World } from './types.ts';

interface Surroundings {
  readonly store: Store;
  readonly emit: (event: EngineEvent) => void;
  readonly isStored: (file: FileTuple) => boolean;
  /** The files of a group that need not be asked for again. */
  readonly known: (group: string) => readonly { readonly path: string }[] | null;
}

export interface Supplies {
  /** Groups that were asked for now. */
  readonly groups: ReadonlyMap<string, readonly FileTuple[]>;
  /** Mentioned groups that are not to be had; nobody needs them. */
  readonly missing: ReadonlySet<string>;
}

/** Asks for each group once and checks that it answers what the pages name of it. */
export async function supplyGroups(
  pages: readonly RenderedPage[],
  world: World,
  surroundings: Surroundings,
): Promise<Result<Supplies, 'no-supply' | 'broken-link'>> {
  const desk = new Desk(world, surroundings);
  const breathe = breather();
  for (const page of pages) {
    const supplied = await supplyPage(page, desk);
    if (!supplied.ok) return supplied;
    await breathe();
  }
  return succeed(desk);
}

async function supplyPage({ key, names }: RenderedPage, desk: Desk): Promise<Result<null, 'no-supply' | 'broken-link'>> {
  for (const [group, addresses] of names.groups) {
    const paths = await desk.pathsOf(group);
    if (!paths.ok) return paths;
    for (const address of addresses) {
      if (!paths.value) return fail('no-supply', `${key} names ${address}, which is not to be had. Nothing was published.`);
      if (!paths.value.has(address)) return brokenLink(key, address);
    }
  }
  for (const group of names.mentioned) {
    const paths = await desk.pathsOf(group);
    if (!paths.ok) return paths;
  }
  return succeed(null);
}

/** Hands out each group's address paths, and gets the group's files the first time. */
class Desk implements Supplies {
  readonly groups = new Map<string, readonly FileTuple[]>();
  readonly missing = new Set<string>();
  readonly #paths = new Map<string, ReadonlySet<string>>();
  readonly #world: World;
  readonly #surroundings: Surroundings;

  constructor(world: World, surroundings: Surroundings) {
    this.#world = world;
    this.#surroundings = surroundings;
  }

  /** Null: the group is not to be had. */
  async pathsOf(group: string): Promise<Result<ReadonlySet<string> | null, 'no-supply'>> {
    const seen = this.#paths.get(group);
    if (seen || this.missing.has(group)) return succeed(seen ?? null);
    const files = this.#surroundings.known(group);
    const supplied = files ? succeed(null) : await this.#get(group);
    if (!supplied.ok) return supplied;
    const all: readonly { readonly path: string }[] | null = files ?? supplied.value;
    if (all) this.#paths.set(group, new Set(all.map(({ path }) => `/${path}`)));
    else this.missing.add(group);
    return succeed(this.#paths.get(group) ?? null);
  }

  /** The second time the world is told that its files were not what they should be. */
  async #get(group: string): Promise<Result<readonly SuppliedFile[] | null, 'no-supply'>> {
    const { store, isStored, emit } = this.#surroundings;
    let message = '';
    for (const afresh of [false, true]) {
      const supplied = await this.#world.supply(group, afresh);
      if (!supplied) return succeed(null);
      const stored = adopt(supplied, isStored, (digest, source) => store.link(digest, source));
      if (stored.ok) {
        this.groups.set(group, stored.value);
        emit({ type: 'supplied', group });
        return succeed(supplied);
      }
      message = stored.message;
    }
    return fail('no-supply', message);
  }
}

/** The one sentence for an address that nothing answers. */
export function brokenLink(page: string, address: string) {
  return fail('broken-link', `${page} names ${address}, which no file of the new release answers. Nothing was published.`);
}

/** Takes supplied files into the store by `add`, which says whether it could. */
export function adopt(
  files: readonly SuppliedFile[],
  isStored: (file: FileTuple) => boolean,
  add: (digest: Digest, source: string) => boolean,
): Result<readonly FileTuple[], 'no-supply'> {
  const tuples: FileTuple[] = [];
  for (const { path, source, digest, size } of files) {
    const file: FileTuple = [path, digest, size];
    tuples.push(file);
    if (isStored(file) || add(digest, source)) continue;
    return fail('no-supply', `${path} should be copied from ${source}, which is missing or damaged. Nothing was published.`);
  }
  return succeed(tuples);
}
