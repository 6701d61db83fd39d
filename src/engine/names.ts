/** Reads what the addresses in a page mean: a group of supplied files, or one file of the release. */
import { addressPath, visitAddresses } from './links.ts';
import type { FilePart, OutputFile, RenderingWorld } from './types.ts';

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

/** What an address in a page means, and whether it must be answered. */
type Named = readonly [meaning: Meaning, needed: boolean];

export class Names {
  readonly #world: RenderingWorld;
  readonly #dynamic: readonly string[];
  /** Addresses repeat on every page; each is read once. Null: nothing to check. */
  readonly #meanings = new Map<string, Meaning | null>();
  /** What stands in the parts that pages share. */
  readonly #shared = new WeakMap<Uint8Array, readonly Named[]>();

  constructor(world: RenderingWorld, dynamic: readonly string[]) {
    this.#world = world;
    this.#dynamic = dynamic;
  }

  of(files: readonly OutputFile[], also: readonly string[]): PageNames {
    const names: PageNames = { addresses: new Set(), groups: new Map(), mentioned: new Set() };
    for (const { path, bytes, parts = [{ bytes, shared: false }] } of files)
      if (path.endsWith('.html')) for (const part of parts) for (const named of this.#namedBy(part)) addName(names, named);
    for (const address of also) {
      const meaning = this.#meaning(address);
      if (meaning) addName(names, [meaning, true]);
    }
    return names;
  }

  #namedBy({ bytes, shared }: FilePart): readonly Named[] {
    const known = shared ? this.#shared.get(bytes) : undefined;
    if (known) return known;
    const named: Named[] = [];
    visitAddresses(bytes, (address, needed) => {
      const meaning = this.#meaning(address);
      if (meaning) named.push([meaning, needed]);
    });
    if (shared) this.#shared.set(bytes, named);
    return named;
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

function addName(names: PageNames, [{ path, group }, needed]: Named): void {
  if (!needed) {
    if (group !== null) names.mentioned.add(group);
  } else if (group === null) names.addresses.add(path);
  else {
    const paths = names.groups.get(group);
    if (paths) paths.add(path);
    else names.groups.set(group, new Set([path]));
  }
}

/** A copy: a part of a document would keep all of it. */
function ownText(part: string): string {
  return ` ${part}`.slice(1);
}
