/** Reads what the addresses in a page mean: a group of supplied files, or one file of the release. */
import { addressPath, visitAddresses } from './links.ts';
import type { OutputFile, RenderingWorld } from './types.ts';

/** What a page names, each once. */
export interface PageNames {
  /** Address paths that must be answered by a file of the release. */
  readonly addresses: Set<string>;
  /** Groups that must be supplied, with the address paths that ask for them. */
  readonly groups: Map<string, Set<string>>;
  /** Groups that stand in data for scripts: supplied where they can be. */
  readonly mentioned: Set<string>;
}

interface Meaning {
  readonly path: string;
  readonly group: string | null;
}

export class Names {
  readonly #world: RenderingWorld;
  readonly #dynamic: readonly string[];
  /** Addresses repeat on every page; each is read once. Null: nothing to check. */
  readonly #meanings = new Map<string, Meaning | null>();

  constructor(world: RenderingWorld, dynamic: readonly string[]) {
    this.#world = world;
    this.#dynamic = dynamic;
  }

  of(files: readonly OutputFile[], also: readonly string[]): PageNames {
    const names: PageNames = { addresses: new Set(), groups: new Map(), mentioned: new Set() };
    const visit = (address: string, needed: boolean) => {
      if (needed) this.#need(address, names);
      else {
        const group = this.#meaning(address)?.group;
        if (group) names.mentioned.add(group);
      }
    };
    for (const { path, bytes } of files) if (path.endsWith('.html')) visitAddresses(bytes, visit);
    for (const address of also) this.#need(address, names);
    return names;
  }

  #need(address: string, names: PageNames): void {
    const meaning = this.#meaning(address);
    if (!meaning) return;
    if (meaning.group === null) names.addresses.add(meaning.path);
    else {
      const paths = names.groups.get(meaning.group);
      if (paths) paths.add(meaning.path);
      else names.groups.set(meaning.group, new Set([meaning.path]));
    }
  }

  #meaning(address: string): Meaning | null {
    const known = this.#meanings.get(address);
    if (known !== undefined) return known;
    const own = ownText(address);
    const path = addressPath(own);
    const dynamic = this.#dynamic.some((prefix) => path.startsWith(prefix));
    const meaning = dynamic ? null : { path, group: this.#world.groupOf(path) };
    // A group's addresses stand on the few pages that show it.
    if (!meaning?.group) this.#meanings.set(own, meaning);
    return meaning;
  }
}

/** A copy: a part of a document would keep all of it. */
function ownText(part: string): string {
  return ` ${part}`.slice(1);
}
