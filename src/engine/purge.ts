/** Removing files from every release, as if they had never been published; others may stand in their place. */
import { type Digest, digestOf } from '../lib/digest.ts';
import type { PurgeResult } from './api.ts';
import { filesOf } from './history.ts';
import type { ChangeRecord, ChangeTuple, FileRow, FileTuple, FileVersion, HistoryEntry } from './record.ts';
import type { ReleaseRepository } from './repository.ts';
import { fullRecord, type State } from './state.ts';
import type { Store } from './store.ts';

interface PurgePlan {
  readonly digests: ReadonlySet<Digest>;
  /** What stands in the place of a removed file from now on, by path. */
  readonly replacements: ReadonlyMap<string, FileVersion>;
}

/** All files with the same bytes as those of the groups, under whatever path: of the state's release and the kept ones. */
function planPurge(
  state: State,
  groups: readonly string[],
  store: Store,
  replacement: (path: string) => Uint8Array | null,
): PurgePlan {
  const isMeant = (path: string) => groups.some((group) => `/${path}`.startsWith(group));
  const current = Array.from(state.files.values(), ({ path, digest }) => [path, digest] as const);
  const all = [...current, ...state.history.flatMap(({ changes }) => changes.flatMap(bothSides))];
  const digests = new Set(all.filter(([path]) => isMeant(path)).map(([, digest]) => digest));
  const replacements = new Map<string, FileVersion>();
  for (const path of new Set(all.filter(([, digest]) => digests.has(digest)).map(([path]) => path))) {
    const bytes = replacement(path);
    const digest = bytes && digestOf(bytes);
    if (!digest || digests.has(digest)) continue;
    store.put(digest, bytes);
    replacements.set(path, [digest, bytes.length, true]);
  }
  return { digests, replacements };
}

function bothSides([path, before, now]: ChangeTuple): (readonly [string, Digest])[] {
  return [before, now].flatMap((bytes) => (bytes ? [[path, bytes[0]] as const] : []));
}

/** What a purge changes in a published tree of these files. */
function distChange(files: ReadonlyMap<string, FileRow>, { digests, replacements }: PurgePlan) {
  const install: FileRow[] = [];
  const remove: string[] = [];
  for (const { path, digest: old } of files.values()) {
    if (!digests.has(old)) continue;
    const replaced = replacements.get(path);
    if (replaced) install.push({ path, digest: replaced[0], size: replaced[1] });
    else remove.push(path);
  }
  return { install, remove };
}

/**
 * A full record of the state without them. A page that was itself such a file is left out: the next rebuild renders it.
 * Replacements count as assets, which that rebuild drops.
 */
function recordWithout(state: State, plan: PurgePlan): ChangeRecord {
  const whole = fullRecord(state);
  const keep = (files: readonly FileTuple[]) => files.filter(([, digest]) => !plan.digests.has(digest));
  const replaced = distChange(state.files, plan).install.map(({ path, digest, size }) => [path, digest, size] as const);
  return {
    ...whole,
    groups: whole.groups.map(([name, files]) => [name, keep(files)] as const),
    assets: [...keep(whole.assets ?? []), ...replaced],
    pages: whole.pages.filter(([, , files]) => keep(files).length === files.length),
    history: state.history.map((entry) => historyWithout(entry, plan)),
  };
}

function historyWithout({ release, at, changes }: HistoryEntry, { digests, replacements }: PurgePlan): HistoryEntry {
  const keep = (path: string, bytes: FileVersion | null) =>
    bytes && digests.has(bytes[0]) ? (replacements.get(path) ?? null) : bytes;
  return { release, at, changes: changes.map(([path, before, now]) => [path, keep(path, before), keep(path, now)] as const) };
}

/** Removes files from the live release, the kept ones, the store and `dist/`, or puts their replacements there. */
export async function purge(
  repository: ReleaseRepository,
  groups: readonly string[],
  replacement: (path: string) => Uint8Array | null,
): Promise<PurgeResult> {
  const { state, dist, store, pointer } = repository;
  const plan = state && planPurge(state, groups, store, replacement);
  if (!pointer || !plan || plan.digests.size === 0) return { paths: [], files: 0 };
  const { install, remove } = distChange(filesOf(state, pointer.live) ?? state.files, plan);
  // In this order a kill leaves everything to be found again by the next attempt.
  dist.removeJournal();
  await dist.apply({ install, remove });
  const { files } = store.remove(plan.digests);
  repository.rewrite(recordWithout(state, plan));
  dist.writeJournal(pointer.live);
  repository.maintain();
  return { paths: [...remove, ...install.map(({ path }) => path)], files };
}
