/** Files of one release, and of earlier ones, as they are served. */
import { filesFor } from './addresses.ts';
import type { LiveRelease, ReleaseFile } from './api.ts';
import { filesOf } from './history.ts';
import type { FileRow, FileVersion } from './record.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

/** Null: the release is not kept. Valid until the state changes. */
export function liveRelease(state: State, release: string, held: boolean, store: Store): LiveRelease | null {
  const files = filesOf(state, release);
  const entry = state.history.find((one) => one.release === release);
  if (!files || !entry) return null;
  let others: ReadonlyMap<string, FileRow> | null = null;
  const stored = (file: FileRow): ReleaseFile => ({ ...file, file: store.file(file.digest) });
  const served = (file: FileRow | undefined): ReleaseFile | undefined => file && stored(file);
  return {
    release,
    builtAt: entry.at,
    held,
    size: files.size,
    lookup(path) {
      const [page, plain] = filesFor(path);
      return served(files.get(page) ?? files.get(plain));
    },
    *files() {
      for (const file of files.values()) yield stored(file);
    },
    recent(path) {
      others ??= filesOfEarlierReleases(state);
      return served(others.get(filesFor(path)[1]));
    },
  };
}

/** Every file that some kept release held, by path, but for what was purged; of several under one path the newest. */
export function filesOfEarlierReleases(
  state: State,
  isWanted: (path: string) => boolean = () => true,
): ReadonlyMap<string, FileRow> {
  const files = new Map<string, FileRow>();
  const add = (path: string, bytes: FileVersion | null) => {
    if (bytes && !bytes[2] && isWanted(path)) files.set(path, { path, digest: bytes[0], size: bytes[1] });
  };
  for (const { changes } of state.history.slice(1)) {
    for (const [path, before, now] of changes) {
      add(path, before);
      add(path, now);
    }
  }
  return files;
}
