import { resolve } from 'node:path';
import { type SharedState, storedFile } from '../engine/index.ts';
import { type Digest, shortDigest } from '../lib/digest.ts';
import { readIfPresent } from '../lib/files.ts';
import type { Result } from '../lib/result.ts';
import { openMediaStore } from '../media/store.ts';
import { openCompiledSite } from '../render/compile.ts';
import type { CompiledSite } from '../render/compiled.ts';
import { createContentClient } from '../service/client.ts';
import { openSnapshotStore, type SnapshotStore } from '../snapshot/store.ts';
import { syncSnapshot } from '../snapshot/sync/sync.ts';
import type { SyncOutcome } from '../snapshot/sync/types.ts';
import type { MediaStore } from '../types/media.ts';
import type { FileWarning } from '../types/service.ts';
import { createCodeVersion } from './codeVersion.ts';
import { createQueryCache, type QueryCache } from './queryCache.ts';
import { openSharedState } from './sharedState.ts';
import type { RebuildRequest, SiteOptions } from './types.ts';

/** Everything that pages are made of. */
export interface Sources {
  readonly cacheDir: string;
  readonly media: MediaStore;
  /** Null: the state is this machine's alone. */
  readonly shared: SharedState | null;
  /** Whether the code on disk is another than the one that is loaded. */
  isOutdated(): boolean;
  /** Opened by the first call, as is the compiled site. */
  store(): Promise<SnapshotStore>;
  compiled(): Promise<Result<CompiledSite>>;
  /** What is wrong with the words of a site that is being compiled, which the compile says later; null: nothing. */
  mistakeInWords(): Promise<string | null>;
  readonly queryCache: QueryCache;
  sync(store: SnapshotStore, request: RebuildRequest): Promise<SyncOutcome>;
  /** What the service says of its files; null: it was not asked for anything, or did not say. */
  fileWarnings(): Promise<readonly FileWarning[] | null>;
  close(): Promise<void>;
}

export function openSources(options: SiteOptions): Sources {
  const { root, settings, contentServiceUrl: baseUrl, onEvent = () => {}, now = Date.now } = options;
  const { schoolCode, timeZone, closureMark, emptyLists, contentServiceToken: token, mediaHosts: hosts } = settings;
  const cacheDir = resolve(root, settings.cacheDir);
  const dataDir = resolve(root, settings.dataDir);
  const timeout = settings.contentServiceTimeout * 1000;
  const client = createContentClient({ baseUrl, schoolCode, token, timeout, deadline: 1.5 * timeout });
  // The embedded service is the same one on whatever port it runs.
  const origin = `${settings.contentServiceUrl ?? 'embedded'} ${schoolCode}`;
  const recover = (digest: Digest) => readIfPresent(storedFile(cacheDir, digest));
  const media = openMediaStore({ cacheDir, dataDir, baseUrl, origin, hosts, timeout: 1.5 * timeout, recover });
  const { codeVersion = createCodeVersion(root, settings) } = options;
  const version = codeVersion();
  const shared = openSharedState(root, settings, {
    compiledName: () => shortDigest(version),
    tell: (message) => onEvent({ type: 'shared-state', message }),
  });
  let store: Promise<SnapshotStore> | undefined;
  let compiled: Promise<Result<CompiledSite>> | undefined;
  let mistake: Promise<string | null> = Promise.resolve(null);

  function onCompile(): void {
    onEvent({ type: 'compiling' });
    // Loaded for a compile alone: schemas and YAML would cost each start 50 ms. Why code cannot be loaded is the compile's to tell.
    mistake = import('../content/plugin.ts').then(
      ({ mistakeInWords }) => mistakeInWords(),
      () => null,
    );
  }

  return {
    cacheDir,
    media,
    shared,
    isOutdated: () => codeVersion() !== version,
    queryCache: createQueryCache(cacheDir, version),
    store() {
      store ??= openSnapshotStore({ cacheDir, origin, recipe: version });
      return store;
    },
    async compiled() {
      compiled ??= openCompiledSite(root, settings, version, onCompile);
      const site = await compiled;
      // What kept the compiler from its work may be over.
      if (!site.ok) compiled = undefined;
      return site;
    },
    mistakeInWords: () => mistake,
    sync: (store, { clean: force, collections, acceptEmpty, refreshMedia, mediaBudget }) => {
      const asked = { force, collections, acceptEmpty, refreshMedia, mediaBudget };
      return syncSnapshot({ client, media, store, timeZone, closureMark, emptyLists, now, onEvent, ...asked });
    },
    fileWarnings: client.fileWarnings,
    async close() {
      client.close();
      await media.close();
    },
  };
}
