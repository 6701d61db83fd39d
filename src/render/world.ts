import type { CollectionName } from '../collections/index.ts';
import type { AssetFile, Rendered, RenderingWorld, World, WorldModuleRef } from '../engine/types.ts';
import { errorCode } from '../lib/files.ts';
import { groupOf } from '../lib/paths.ts';
import { readDataPage } from '../snapshot/dataPages.ts';
import { collectionOf, type QueryEvaluator } from '../snapshot/evaluator.ts';
import { mediaAddresses } from '../snapshot/media.ts';
import { untouchedQueries } from '../snapshot/queries/untouched.ts';
import { createReader } from '../snapshot/reader.ts';
import { serialiseAnswers } from '../snapshot/serialised.ts';
import type { Snapshot } from '../snapshot/types.ts';
import type { CompiledSite, CompiledSiteRef } from './compiled.ts';
import { finishDocument, outputPath, type PolicyOrigins } from './document.ts';
import { createSecretCheck, type Secret } from './secrets.ts';
import type { WorldData } from './workerWorld.ts';

/** Resolves the pictures and files of the content. */
export interface MediaAssets {
  resolveAssets(group: string): Promise<readonly AssetFile[] | null>;
}

/** What rendering takes. */
export interface RenderingParts {
  readonly site: CompiledSite;
  readonly answers: QueryEvaluator;
  readonly origins: PolicyOrigins;
  /** What no published file may hold. */
  readonly secrets: readonly Secret[];
}

export interface WorldParts extends RenderingParts {
  readonly media: MediaAssets;
  /** An earlier snapshot, of which {@link World.untouched} may tell something. */
  readonly before?: Snapshot | null;
}

/** The pages of the school's website: the compiled site, and the answers about one snapshot on one day. */
export function createRenderingWorld({ site, answers, origins, secrets }: RenderingParts): RenderingWorld {
  async function renderDocument(page: string): Promise<Rendered> {
    const queries = new Set<string>();
    const rendered = await site.render(
      page,
      createReader(answers, (query) => queries.add(query)),
    );
    if (rendered.status !== 200 && !(page === '/404' && rendered.status === 404)) {
      throw new Error(`The page ${page} rendered with status ${rendered.status}.`);
    }
    const path = outputPath(page);
    const document = path.endsWith('.html')
      ? finishDocument(rendered, { sheets: rendered.sheets, origins, sharedScript: site.sharedScript })
      : { bytes: rendered.bytes, addresses: [] };
    return { files: [{ path, ...document }], queries: [...queries] };
  }

  return {
    ask: (query) => answers.ask(query),
    groupOf,
    refuse: createSecretCheck(secrets),
    async render(page) {
      const data = readDataPage(answers, page);
      if (!data) return renderDocument(page);
      if (!data.data) throw new Error(`The snapshot has no data file ${page}.`);
      const body = data.data.body();
      const file = {
        path: data.data.href.slice(1),
        bytes: Buffer.from(body),
        addresses: [...mediaAddresses(JSON.parse(body)), ...(data.data.names ?? [])],
      };
      return { files: [file], queries: [data.query] };
    },
  };
}

/** The school's website as the engine sees it. */
export function createWorld(parts: WorldParts): World {
  const { site, answers, origins, secrets, media, before } = parts;
  return {
    ...createRenderingWorld(parts),
    codeVersion: site.version,
    inputDigest: (input) => answers.inputDigest(input),
    untouched(input, since) {
      const name = collectionOf(input);
      if (!before || !name || before.digest(name) !== since || !isReadable(before, name)) return null;
      return untouchedQueries(name, before, answers.snapshot);
    },
    pages: () => answers.ask('renderedKeys()').value as readonly string[],
    workerModule() {
      const data: WorldData = { site: siteRef(site), answers: serialiseAnswers(answers), origins, secrets };
      return { module: WORLD_MODULE, data };
    },
    assets: async () => site.assets,
    resolveAssets: (group) => media.resolveAssets(group),
  };
}

/** False: another process has put another file in the place of the earlier items, which are read when they are needed. */
function isReadable(before: Snapshot, name: CollectionName): boolean {
  try {
    return before.collection(name).rows.length >= 0;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return false;
  }
}

/** The module by which a render worker renders the same pages. */
const WORLD_MODULE = new URL('./workerWorld.ts', import.meta.url).href;

function siteRef({ folder, version, siteUrl }: CompiledSite): CompiledSiteRef {
  return { folder, version, siteUrl };
}

/** Has a render worker load a site's code ahead of its world. */
export function preloadRef(site: CompiledSite): WorldModuleRef {
  return { module: WORLD_MODULE, data: siteRef(site) };
}
