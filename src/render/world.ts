import { PERMANENT } from '../collections/addresses.ts';
import { SiteDatabase } from '../database/siteDatabase.ts';
import type { AssetFile, OutputFile, PageKey, QueryKey, RenderingWorld, World, WorldModuleRef } from '../engine/types.ts';
import { groupOf } from '../lib/paths.ts';
import { renderDataFile } from '../snapshot/dataPages.ts';
import { createReader, evaluate } from '../snapshot/queries/index.ts';
import { type Content, contentOn, momentsOn, queryKey } from '../snapshot/source.ts';
import { type CompiledSite, type CompiledSiteRef, loadCompiledSite } from './compiled.ts';
import { finishDocument, outputPath, type PolicyOrigins } from './document.ts';
import { createSecretCheck, type Secret } from './secrets.ts';

/** Resolves the pictures and files of the content. */
export interface MediaAssets {
  resolveAssets(group: string): Promise<readonly AssetFile[] | null>;
}

/** What rendering takes. */
export interface RenderingParts {
  readonly site: CompiledSite;
  readonly content: Content;
  readonly origins: PolicyOrigins;
  /** What no published file may hold. */
  readonly secrets: readonly Secret[];
}

export interface WorldParts extends RenderingParts {
  readonly media: MediaAssets;
}

/** The pages of the school's website: the compiled site, and its content on one day. */
export function createRenderingWorld({ site, content, origins, secrets }: RenderingParts): RenderingWorld {
  async function renderDocument(page: PageKey, ask: (query: QueryKey) => unknown): Promise<OutputFile> {
    const rendered = await site.render(page, createReader(ask));
    if (rendered.status !== 200 && !(page === '/404' && rendered.status === 404)) {
      throw new Error(`The page ${page} is missing: it rendered with status ${rendered.status}.`);
    }
    const path = outputPath(page);
    const document = path.endsWith('.html')
      ? finishDocument(rendered, { sheets: rendered.sheets, origins, sharedScript: site.sharedScript })
      : { bytes: rendered.bytes, addresses: [] };
    return { path, ...document };
  }

  return {
    evaluate: (query, trace) => evaluate(content, query, trace),
    groupOf,
    isPermanent: (page) => PERMANENT.has(page),
    refuse: createSecretCheck(secrets),
    render: async (page, ask) => [renderDataFile(content, page, ask) ?? (await renderDocument(page, ask))],
  };
}

/** The school's website as the engine sees it. */
export function createWorld(parts: WorldParts): World {
  const { site, content, origins, secrets, media } = parts;
  return {
    ...createRenderingWorld(parts),
    codeVersion: site.version,
    pages: queryKey('pages', []),
    moments: momentsOn(content.day),
    workerModule() {
      const data: WorldData = { site: siteRef(site), database: content.database.file, day: content.day, origins, secrets };
      return { module: WORLD_MODULE, data };
    },
    assets: async () => site.assets,
    resolveAssets: (group) => media.resolveAssets(group),
  };
}

/** The module by which a render worker renders the same pages: this one. */
const WORLD_MODULE = new URL('./world.ts', import.meta.url).href;

function siteRef({ folder, version, siteUrl }: CompiledSite): CompiledSiteRef {
  return { folder, version, siteUrl };
}

/** Has a render worker load a site's code ahead of its world. */
export function preloadRef(site: CompiledSite): WorldModuleRef {
  return { module: WORLD_MODULE, data: siteRef(site) };
}

/** All that rendering takes, as threads can hand it over. */
interface WorldData {
  readonly site: CompiledSiteRef;
  /** The file, whose content nobody changes while this world is rendered. */
  readonly database: string;
  readonly day: string;
  readonly origins: PolicyOrigins;
  readonly secrets: readonly Secret[];
}

/** In a render worker, whose engine loads this module: loads the code of a site, which its world then has. */
export async function preload(data: unknown): Promise<void> {
  await (await loadCompiledSite(data as CompiledSiteRef)).open();
}

/** The same pages in a render worker. */
export async function openWorld(data: unknown): Promise<RenderingWorld> {
  const { site, database: file, day, origins, secrets } = data as WorldData;
  const loaded = await loadCompiledSite(site);
  await loaded.open();
  const content = contentOn(new SiteDatabase({ file, schema: null }), day);
  return createRenderingWorld({ site: loaded, content, origins, secrets });
}
