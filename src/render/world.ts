import { PERMANENT } from '../collections/addresses.ts';
import { SiteDatabase } from '../database/siteDatabase.ts';
import type { OutputFile, PageKey, QueryKey, RenderingWorld, World, WorldModuleRef } from '../engine/types.ts';
import { groupOf } from '../lib/paths.ts';
import { renderDataFile } from '../snapshot/dataPages.ts';
import { createReader, evaluate } from '../snapshot/queries/index.ts';
import { type Content, contentOn, momentsOn, queryKey } from '../snapshot/source.ts';
import { type CompiledSite, type CompiledSiteRef, loadCompiledSite } from './compiled.ts';
import { finishDocument, outputPath } from './document.ts';
import { createSecretCheck, type Secret } from './secrets.ts';

interface RenderingParts {
  readonly site: CompiledSite;
  readonly content: Content;
  /** Of `PUBLIC_CONTENT_SERVICE_URL`; null: the site's own. */
  readonly serviceOrigin: string | null;
  /** What no published file may hold. */
  readonly secrets: readonly Secret[];
}

/** The pages of the school's website: the compiled site, and its content on one day. */
function createRenderingWorld({ site, content, serviceOrigin, secrets }: RenderingParts): RenderingWorld {
  async function renderDocument(page: PageKey, ask: (query: QueryKey) => unknown): Promise<OutputFile> {
    const rendered = await site.render(page, createReader(ask));
    if (rendered.status !== 200 && !(page === '/404' && rendered.status === 404)) {
      throw new Error(`The page ${page} is missing: it rendered with status ${rendered.status}.`);
    }
    const path = outputPath(page);
    const document = path.endsWith('.html')
      ? finishDocument(rendered, site.sharedScript, serviceOrigin)
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
export function createWorld(parts: RenderingParts & { readonly media: Pick<World, 'resolveAssets'> }): World {
  const { site, content, serviceOrigin, secrets, media } = parts;
  return {
    ...createRenderingWorld(parts),
    codeVersion: site.version,
    pages: queryKey('pages', []),
    moments: momentsOn(content.day),
    workerModule() {
      const { database, day } = content;
      const data: WorldData = { site: siteRef(site), database: database.file, day, serviceOrigin, secrets };
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
interface WorldData extends Pick<RenderingParts, 'serviceOrigin' | 'secrets'> {
  readonly site: CompiledSiteRef;
  /** The file, whose content nobody changes while this world is rendered. */
  readonly database: string;
  readonly day: string;
}

/** In a render worker, whose engine loads this module: loads the code of a site, which its world then has. */
export async function preload(data: unknown): Promise<void> {
  await (await loadCompiledSite(data as CompiledSiteRef)).open();
}

/** The same pages in a render worker. */
export async function openWorld(data: unknown): Promise<RenderingWorld> {
  const { site: ref, database: file, day, ...parts } = data as WorldData;
  const site = await loadCompiledSite(ref);
  await site.open();
  return createRenderingWorld({ ...parts, site, content: contentOn(new SiteDatabase({ file, schema: null }), day) });
}
