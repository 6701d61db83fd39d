/** Removing files from every release, as if they had never been published. */
import type { Digest } from '../lib/digest.ts';
import type { Bytes, ChangeRecord, ChangeTuple, FileTuple, HistoryEntry } from './record.ts';
import { fullRecord, type State } from './state.ts';

export interface PurgePlan {
  readonly digests: ReadonlySet<Digest>;
  /** Paths of the state's own release that hold them. */
  readonly paths: readonly string[];
}

/** All files with the same bytes as those of the groups, under whatever path: of the state's release and the kept ones. */
export function planPurge(state: State, groups: readonly string[]): PurgePlan {
  const isMeant = (path: string) => groups.some((group) => `/${path}`.startsWith(group));
  const current = Array.from(state.files.values(), ({ path, digest }) => [path, digest] as const);
  const earlier = state.history.flatMap(({ changes }) => changes.flatMap(bothSides));
  const digests = new Set([...current, ...earlier].filter(([path]) => isMeant(path)).map(([, digest]) => digest));
  return { digests, paths: current.filter(([, digest]) => digests.has(digest)).map(([path]) => path) };
}

function bothSides([path, before, now]: ChangeTuple): (readonly [string, Digest])[] {
  return [before, now].flatMap((bytes) => (bytes ? [[path, bytes[0]] as const] : []));
}

/** A full record of the state without them. A page that was itself such a file is left out: the next rebuild renders it. */
export function recordWithout(state: State, digests: ReadonlySet<Digest>): ChangeRecord {
  const whole = fullRecord(state);
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
