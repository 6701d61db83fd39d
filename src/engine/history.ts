/** Kept releases, as the differences between them tell. */
import type { ReleaseSummary } from './api.ts';
import type { ChangeTuple, FileRow, HistoryEntry } from './record.ts';
import type { State } from './state.ts';

/** What differs between two kept releases, by path; null when one of them is not kept. */
export function changesBetween(history: readonly HistoryEntry[], from: string, to: string): Map<string, ChangeTuple> | null {
  const start = history.findIndex(({ release }) => release === from);
  const end = history.findIndex(({ release }) => release === to);
  if (start === -1 || end === -1) return null;
  const net = new Map<string, ChangeTuple>();
  for (const { changes } of history.slice(Math.min(start, end) + 1, Math.max(start, end) + 1)) {
    for (const [path, before, now] of changes) net.set(path, [path, net.get(path)?.[1] ?? (net.has(path) ? null : before), now]);
  }
  for (const [path, [, before, now]] of net) {
    if (before?.[0] === now?.[0]) net.delete(path);
    else if (end < start) net.set(path, [path, now, before]);
  }
  return net;
}

/** What a published tree takes up and loses by these changes. */
export function installAndRemove(changes: Iterable<ChangeTuple>) {
  const install: FileRow[] = [];
  const remove: string[] = [];
  for (const [path, , now] of changes) {
    if (now) install.push({ path, digest: now[0], size: now[1] });
    else remove.push(path);
  }
  return { install, remove };
}

/** The files of a kept release; null when it is not kept. */
export function filesOf(state: State, release: string): ReadonlyMap<string, FileRow> | null {
  if (release === state.release) return state.files;
  const net = changesBetween(state.history, state.release, release);
  if (!net) return null;
  const files = new Map(state.files);
  for (const [path, , now] of net.values()) {
    if (now) files.set(path, { path, digest: now[0], size: now[1] });
    else files.delete(path);
  }
  return files;
}

/** The kept releases, newest first. */
export function summaries({ history }: State, live: string | undefined): readonly ReleaseSummary[] {
  const summary = ({ release, at, changes }: HistoryEntry): ReleaseSummary => {
    const written = changes.filter(([, , now]) => now).length;
    return { release, builtAt: at, live: release === live, written, removed: changes.length - written };
  };
  return history.map(summary).reverse();
}
