/** The same pages in another thread: what the engine's helper loads. */
import type { RenderingWorld } from '../engine/types.ts';
import { deserialiseAnswers, type SerialisedAnswers } from '../snapshot/serialised.ts';
import { loadCompiledSite, type SiteAddress } from './compiled.ts';
import type { PolicyOrigins } from './document.ts';
import { rendersNoSecrets, type Secret } from './secrets.ts';
import { createRenderingWorld } from './world.ts';

/** All that rendering takes, as threads can hand it over. */
export interface WorldData {
  readonly site: SiteAddress;
  readonly answers: SerialisedAnswers;
  readonly origins: PolicyOrigins;
  /** What no page may show. */
  readonly secrets: readonly Secret[];
}

/** Loads the code of a site, which its world then has. */
export async function prepare(hint: unknown): Promise<void> {
  await (await loadCompiledSite(hint as SiteAddress)).open();
}

/** Makes the world, its code loaded. */
export async function openWorld(data: unknown): Promise<RenderingWorld> {
  const { site, answers, origins, secrets } = data as WorldData;
  const loaded = await loadCompiledSite(site);
  await loaded.open();
  return rendersNoSecrets(createRenderingWorld({ site: loaded, answers: deserialiseAnswers(answers), origins }), secrets);
}
