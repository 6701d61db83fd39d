import { resolve } from 'node:path';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { recordedInputs, storedFile, touch } from '../engine/index.ts';
import type { Digest } from '../lib/digest.ts';
import { readIfPresent } from '../lib/files.ts';
import type { Result } from '../lib/result.ts';
import { openMediaStore } from '../media/store.ts';
import { openCompiledSite } from '../render/compile.ts';
import type { CompiledSite } from '../render/compiled.ts';
import { createContentClient } from '../service/client.ts';
import type { FileWarning } from '../service/fileWarnings.ts';
import { LastResponses } from '../snapshot/sync/responses.ts';
import { syncSnapshot } from '../snapshot/sync/sync.ts';
import type { SyncOutcome } from '../snapshot/sync/types.ts';
import type { MediaStore } from '../types/media.ts';
import { createCodeVersion } from './codeVersion.ts';
import { openSiteDatabase } from './database.ts';
import type { RebuildRequest, SiteOptions } from './types.ts';

/** Everything that pages are made of. */
export interface Sources {
  readonly cacheDir: string;
  readonly database: SiteDatabase;
  readonly media: MediaStore;
  /** The version of the code that is loaded. */
  readonly version: Digest;
  /** Whether the code on disk is another than the one that is loaded. */
  isOutdated(): boolean;
  /** Opened by the first call. */
  compiled(): Promise<Result<CompiledSite>>;
  /** What is wrong with the words of a site that is being compiled, which the compile says later; null: nothing. */
  mistakeInWords(): Promise<string | null>;
  /** Brings the content in the database up to date, under the caller's lock. */
  sync(request: RebuildRequest): Promise<SyncOutcome>;
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
  const database = openSiteDatabase(cacheDir, (why) => onEvent({ type: 'begun-anew', why }));
  const media = openMediaStore({ database, cacheDir, dataDir, baseUrl, origin, hosts, timeout: 1.5 * timeout, recover });
  const { codeVersion = createCodeVersion(root, settings) } = options;
  const version = codeVersion();
  const inputs = {
    touch: (touched: Iterable<string>) => touch(database, touched),
    recorded: (beginning: string) => recordedInputs(database, beginning),
  };
  const responses = new LastResponses();
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
    database,
    media,
    version,
    isOutdated: () => codeVersion() !== version,
    async compiled() {
      compiled ??= openCompiledSite(root, settings, version, onCompile);
      const site = await compiled;
      // What kept the compiler from its work may be over.
      if (!site.ok) compiled = undefined;
      return site;
    },
    mistakeInWords: () => mistake,
    sync: ({ clean: force, collections, acceptEmpty, refreshMedia, mediaBudget }) => {
      const asked = { force, collections, acceptEmpty, refreshMedia, mediaBudget };
      const kept = { database, inputs, responses, origin, recipe: version };
      return syncSnapshot({ client, media, ...kept, timeZone, closureMark, emptyLists, now, onEvent, ...asked });
    },
    fileWarnings: client.fileWarnings,
    async close() {
      client.close();
      await media.close();
      database.close();
    },
  };
}
