import type { Elsewhere, Rendered, RenderingWorld, SuppliedFile, World } from '../engine/types.ts';
import { groupOf } from '../lib/paths.ts';
import { dataPageKey, readDataPage } from '../snapshot/dataPages.ts';
import type { QueryEvaluator } from '../snapshot/evaluator.ts';
import { createReader } from '../snapshot/reader.ts';
import { serialiseAnswers } from '../snapshot/serialised.ts';
import type { CompiledSite, SiteAddress } from './compiled.ts';
import { finishDocument, outputPath, type PolicyOrigins } from './document.ts';
import type { WorldData } from './elsewhere.ts';

/** Files beside the pages that are rendered from content like them. */
const DOCUMENTS = ['/404', '/feed.xml', '/robots.txt', '/sitemap.xml'];

/** Where pictures and files come from. */
export interface MediaSupply {
  resolveAssets(group: string): Promise<readonly SuppliedFile[] | null>;
}

/** What rendering takes. */
export interface RenderingParts {
  readonly site: CompiledSite;
  readonly answers: QueryEvaluator;
  readonly origins: PolicyOrigins;
}

export interface WorldParts extends RenderingParts {
  readonly media: MediaSupply;
}

/** The pages of the school's website: the compiled site, and the answers about one snapshot on one day. */
export function createRenderingWorld({ site, answers, origins }: RenderingParts): RenderingWorld {
  async function renderDocument(page: string): Promise<Rendered> {
    const asked = new Set<string>();
    const reader = createReader(answers, (question) => asked.add(question));
    const rendered = await site.render(page, reader);
    if (rendered.status !== 200 && !(page === '/404' && rendered.status === 404)) {
      throw new Error(`The page ${page} rendered with status ${rendered.status}.`);
    }
    const path = outputPath(page);
    if (!path.endsWith('.html')) return { files: [{ path, bytes: rendered.bytes }], asked: [...asked] };
    const parts = finishDocument(rendered, { sheets: rendered.sheets, origins, sharedScript: site.sharedScript });
    return { files: [{ path, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)), parts }], asked: [...asked] };
  }

  return {
    ask: (question) => answers.ask(question),
    groupOf,
    async render(page) {
      const data = readDataPage(answers, page);
      if (data) {
        if (!data.data) throw new Error(`The snapshot has no data file ${page}.`);
        const file = { path: data.data.href.slice(1), bytes: Buffer.from(data.data.body()) };
        return { files: [file], asked: [data.query] };
      }
      return renderDocument(page);
    },
  };
}

/** The school's website as the engine sees it. */
export function createWorld(parts: WorldParts): World {
  const { site, answers, media } = parts;
  return {
    ...createRenderingWorld(parts),
    codeVersion: site.version,
    inputDigest: (input) => answers.inputDigest(input),
    pages: () => worldPages(answers),
    elsewhere: () => elsewhere(parts),
    assets: async () => site.assets,
    supply: (group) => media.resolveAssets(group),
  };
}

/** Every page, document and data file that the snapshot calls for. */
function worldPages(answers: QueryEvaluator): string[] {
  const files = ['list("news")', 'list("events")', 'list("video")', 'gallery()', 'toppers("X")', 'toppers("XII")'];
  const views = files.map((question) => answers.ask(question).value as { files: readonly { href: string }[] });
  const calendar = answers.ask('calendarFiles()').value as readonly { href: string }[];
  const data = [...views.flatMap((view) => view.files), ...calendar].map((file) => dataPageKey(file.href));
  return [...(answers.ask('pagePaths()').value as readonly string[]), ...DOCUMENTS, ...data];
}

/** The module by which another thread renders the same pages. */
const RENDERING_MODULE = new URL('./elsewhere.ts', import.meta.url).href;

function addressOf({ folder, version, siteUrl }: CompiledSite): SiteAddress {
  return { folder, version, siteUrl };
}

function elsewhere({ site, answers, origins }: RenderingParts): Elsewhere {
  const data: WorldData = { site: addressOf(site), answers: serialiseAnswers(answers), origins, secrets: [] };
  return { module: RENDERING_MODULE, data };
}

/** Has a helper load a site's code, to be ready for the world. */
export function prepareElsewhere(helper: { prepare(module: string, hint: unknown): void }, site: CompiledSite): void {
  helper.prepare(RENDERING_MODULE, addressOf(site));
}
