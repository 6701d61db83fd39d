/** The same pages in a render worker, whose engine loads this module. */
import { SiteDatabase } from '../database/siteDatabase.ts';
import type { RenderingWorld } from '../engine/types.ts';
import { contentOn } from '../snapshot/source.ts';
import { type CompiledSiteRef, loadCompiledSite } from './compiled.ts';
import type { PolicyOrigins } from './document.ts';
import type { Secret } from './secrets.ts';
import { createRenderingWorld } from './world.ts';

/** All that rendering takes, as threads can hand it over. */
export interface WorldData {
  readonly site: CompiledSiteRef;
  /** The file, whose content nobody changes while this world is rendered. */
  readonly database: string;
  readonly day: string;
  readonly origins: PolicyOrigins;
  readonly secrets: readonly Secret[];
}

/** Loads the code of a site, which its world then has. */
export async function preload(data: unknown): Promise<void> {
  await (await loadCompiledSite(data as CompiledSiteRef)).open();
}

/** Makes the world, its code loaded. */
export async function openWorld(data: unknown): Promise<RenderingWorld> {
  const { site, database: file, day, origins, secrets } = data as WorldData;
  const loaded = await loadCompiledSite(site);
  await loaded.open();
  const content = contentOn(new SiteDatabase({ file, schema: null }), day);
  return createRenderingWorld({ site: loaded, content, origins, secrets });
}
