/** Removing files from every release, as if they had never been published. */
import type { Digest } from '../lib/digest.ts';
import type { Bytes, ChangeRecord, ChangeTuple, FileTuple, HistoryEntry } from './record.ts';
import { type State, snapshotOf } from './state.ts';

export interface Doomed {
  readonly digests: ReadonlySet<Digest>;
  /** Paths of the state's own release that hold them. */
  readonly paths: readonly string[];
}

/** Everything that holds the same bytes as the files meant, under whatever path: in the state's release and the kept ones. */
export function doom(state: State, paths: readonly string[], groups: readonly string[]): Doomed {
  const wanted = new Set(paths);
  const isMeant = (path: string) => wanted.has(path) || groups.some((group) => `/${path}`.startsWith(group));
  const now = Array.from(state.files.values(), ({ path, digest }) => [path, digest] as const);
  const earlier = state.history.flatMap(({ changes }) => changes.flatMap(bothSides));
  const digests = new Set([...now, ...earlier].filter(([path]) => isMeant(path)).map(([, digest]) => digest));
  for (const group of groups) for (const { digest } of state.groups.get(group)?.files ?? []) digests.add(digest);
  return { digests, paths: now.filter(([, digest]) => digests.has(digest)).map(([path]) => path) };
}

function bothSides([path, before, now]: ChangeTuple): (readonly [string, Digest])[] {
  return [before, now].flatMap((bytes) => (bytes ? [[path, bytes[0]] as const] : []));
}

/** A full record of the state without them. A page that was itself such a file is forgotten, and rendered by the next rebuild. */
export function recordWithout(state: State, digests: ReadonlySet<Digest>): ChangeRecord {
  const whole = snapshotOf(state);
  const keep = (files: readonly FileTuple[]) => files.filter(([, digest]) => !digests.has(digest));
  return {
    ...whole,
    groups: whole.groups.map(([name, files]) => [name, keep(files)] as const),
    assets: keep(whole.assets ?? []),
    pages: whole.pages.filter(([, , files]) => keep(files).length === files.length),
    history: state.history.map((entry) => historyWithout(entry, digests)),
  };
}

function historyWithout({ release, at, changes }: HistoryEntry, digests: ReadonlySet<Digest>): HistoryEntry {
  const keep = (bytes: Bytes | null) => (bytes && digests.has(bytes[0]) ? null : bytes);
  return { release, at, changes: changes.map(([path, before, now]) => [path, keep(before), keep(now)] as const) };
}
