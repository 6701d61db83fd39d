import { resolve } from 'node:path';
import { recordedInputs, storedFile, touch } from '../engine/index.ts';
import type { Digest } from '../lib/digest.ts';
import { readIfPresent } from '../lib/files.ts';
import type { Result } from '../lib/result.ts';
import { openMediaStore } from '../media/store.ts';
import { isVersionCompiled, openCompiledSite } from '../render/compile.ts';
import type { CompiledSite } from '../render/compiled.ts';
import { createContentClient } from '../service/client.ts';
import { LastResponses } from '../snapshot/sync/responses.ts';
import { syncSnapshot } from '../snapshot/sync/sync.ts';
import { createCodeVersion } from './codeVersion.ts';
import { openSiteDatabase } from './database.ts';
import type { RebuildRequest, SiteOptions } from './types.ts';

/** Everything that pages are made of. */
export type Sources = ReturnType<typeof openSources>;

export function openSources(options: SiteOptions) {
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

  return {
    cacheDir,
    database,
    media,
    /** The version of the code that is loaded. */
    version,
    /** Whether the code on disk is another than the one that is loaded. */
    isOutdated: () => codeVersion() !== version,
    /** Opened by the first call. */
    async compiled() {
      compiled ??= openCompiledSite(root, settings, version, () => onEvent({ type: 'compiling' }));
      const site = await compiled;
      // What kept the compiler from its work may be over.
      if (!site.ok) compiled = undefined;
      return site;
    },
    /** What is wrong with the words of a site that has yet to be compiled, as the compile would say later; null: nothing. */
    async mistakeInWords() {
      if (isVersionCompiled(root, version)) return null;
      // Loaded for a compile alone: schemas and YAML would cost each start 50 ms. Why code cannot be loaded is the compile's to tell.
      const plugin = await import('../content/plugin.ts').catch(() => null);
      return plugin?.mistakeInWords() ?? null;
    },
    /** Brings the content in the database up to date, under the caller's lock. */
    sync: ({ clean: force, collections, acceptEmpty, refreshMedia, mediaBudget }: RebuildRequest) => {
      const asked = { force, collections, acceptEmpty, refreshMedia, mediaBudget };
      const kept = { database, inputs, responses, origin, recipe: version };
      return syncSnapshot({ client, media, ...kept, timeZone, closureMark, emptyLists, now, onEvent, ...asked });
    },
    /** What the service says of its files; null: it was not asked for anything, or did not say. */
    fileWarnings: client.fileWarnings,
    async close() {
      client.close();
      await media.close();
      database.close();
    },
  };
}
