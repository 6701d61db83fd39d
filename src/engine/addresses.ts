/** What local addresses mean: a file of the release, or a group of assets. */
import { decoded } from '../lib/url.ts';
import type { OutputFile, RenderingWorld } from './types.ts';

/** An address without query and fragment, percent-decoded. */
export function addressPath(address: string): string {
  const end = address.search(/[?#]/);
  const path = end === -1 ? address : address.slice(0, end);
  return path.includes('%') ? (decoded(path) ?? path) : path;
}

/** The files that may answer an address path, likeliest first: `/Events` → `Events.html`, `Events`. */
export function filesFor(path: string): readonly [string, string] {
  if (path === '/') return ['index.html', 'index.html'];
  const plain = path.slice(1);
  return [`${plain}.html`, plain];
}

/** The address paths that a file answers; the opposite of {@link filesFor}. */
export function addressesFor(file: string): readonly string[] {
  if (file === 'index.html') return ['/', '/index', '/index.html'];
  return file.endsWith('.html') ? [`/${file.slice(0, -5)}`, `/${file}`] : [`/${file}`];
}

/** What a page's files name, each once. */
export interface References {
  /** Address paths that a page or an asset of every release must answer, and that may vanish. */
  readonly addresses: ReadonlySet<string>;
  /** Asset groups, with the address paths that name them. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Gives what reads the addresses of the files of one world. `dynamicPrefixes`: address paths that a program answers and no file;
 * one that ends in a slash means all below it.
 */
export function createReferenceReader(
  world: Pick<RenderingWorld, 'groupOf' | 'isPermanent'>,
  dynamicPrefixes: readonly string[],
): (files: readonly OutputFile[]) => References {
  /** Addresses outside groups repeat on every page; each is read once. Null: a program answers it, or a page that never goes. */
  const targets = new Map<string, { readonly path: string; readonly group: string | null } | null>();

  function targetOf(address: string) {
    const known = targets.get(address);
    if (known !== undefined) return known;
    // A copy: a slice of a document's text would keep all of it in memory.
    const own = ` ${address}`.slice(1);
    const path = addressPath(own);
    const isDynamic = dynamicPrefixes.some((prefix) => (prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix));
    const target = isDynamic || world.isPermanent(path) ? null : { path, group: world.groupOf(path) };
    // A group's addresses stand on the few pages that show it.
    if (!target?.group) targets.set(own, target);
    return target;
  }

  return (files) => {
    const addresses = new Set<string>();
    const groups = new Map<string, Set<string>>();
    for (const target of files.flatMap((file) => file.addresses).map(targetOf)) {
      if (!target) continue;
      if (target.group === null) addresses.add(target.path);
      else groups.set(target.group, (groups.get(target.group) ?? new Set()).add(target.path));
    }
    return { addresses, groups };
  };
}
