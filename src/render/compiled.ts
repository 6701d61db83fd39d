/** A compiled version of the website, loaded: pages are rendered from it one at a time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AssetFile } from '../engine/types.ts';
import { assetsFile } from '../lib/compiledFolder.ts';
import type { Digest } from '../lib/digest.ts';
import type { Reader } from '../snapshot/queries/index.ts';
import { createFragmentCache, createSheets, type Fragment, placeholder, sheetPlaceholder } from './fragments.ts';

/** What a compiled folder holds besides its code: scripts and everything under `public/`. */
export type AssetRecord = Omit<AssetFile, 'source'>;

/** Where a compiled site lies, and the address it is for: enough to load it in another thread. */
export interface CompiledSiteRef {
  readonly folder: string;
  readonly version: Digest;
  readonly siteUrl: string;
}

export type CompiledSite = Awaited<ReturnType<typeof loadCompiledSite>>;

export type CompiledPage = Awaited<ReturnType<CompiledSite['render']>>;

interface AstroApp {
  readonly manifest: {
    /** Loads the module of a route. */
    readonly pageMap?: Map<string, () => Promise<unknown>>;
    readonly routes: readonly { readonly styles: readonly { readonly type: string; content?: string }[] }[];
  };
  render(request: Request, options: { locals: App.Locals; routeData: unknown }): Promise<Response>;
  match(request: Request): unknown;
  /** Renders the page for errors. `error`: what a page or its module has thrown. */
  renderError(request: Request, options: { readonly error?: unknown }): Promise<Response>;
}

/**
 * Pages of one kind are answered by one route, which is looked up once: `/News/2025-03` is a `/News` of two segments.
 * Files of one ending are a kind of their own.
 */
function routeKind(page: string): string {
  const [, first = '', ...rest] = page.split('/');
  return `${first} ${rest.length} ${/\.[a-z]+$/.exec(page)?.[0] ?? ''}`;
}

/** A route's module is asked for with every page, which the loader answers slowly also when it knows it. */
function keepModules({ manifest: { pageMap } }: AstroApp): void {
  for (const [route, load] of pageMap ?? []) {
    let loaded: Promise<unknown> | undefined;
    pageMap?.set(route, () => {
      loaded ??= load();
      return loaded;
    });
  }
}

/** Has a page that throws fail with its own error, which tells what is wrong, in place of the page for errors. */
function throwErrors(app: AstroApp): void {
  const renderError = app.renderError.bind(app);
  app.renderError = async (request, options) => {
    if (options.error) throw options.error;
    return renderError(request, options);
  };
}

/** Takes the texts of the style sheets out of the app: they are most of each page, and none of its own. */
function takeSheets({ manifest: { routes } }: AstroApp): string[] {
  const numbers = new Map<string, number>();
  // Routes with the same sheets may share them.
  for (const style of new Set(routes.flatMap(({ styles }) => styles))) {
    if (style.type !== 'inline' || style.content === undefined) continue;
    const number = numbers.get(style.content) ?? numbers.size;
    numbers.set(style.content, number);
    style.content = sheetPlaceholder(number);
  }
  return [...numbers.keys()];
}

/** What the scripts in pages share, by the name that the bundler is told to give it (astro.config.mjs). */
const SHARED = /^assets\/start\.[^/]*\.js$/;

async function openBundle(folder: string) {
  // React picks its quick build when it is loaded; a tool's own setting must not make pages slower or different.
  process.env.NODE_ENV = 'production';
  const { createApp } = await import(pathToFileURL(join(folder, 'server/entry.mjs')).href);
  const app: AstroApp = createApp({ streaming: false });
  keepModules(app);
  throwErrors(app);
  const sheets = createSheets(takeSheets(app));
  return { app, sheets, getFragment: createFragmentCache(sheets) };
}

/** By folder. A bundle is opened once in a thread: its sheets can be taken out only once. */
const bundles = new Map<string, ReturnType<typeof openBundle>>();

function bundleIn(folder: string) {
  const opened = bundles.get(folder) ?? openBundle(folder);
  bundles.set(folder, opened);
  return opened;
}

/** Loads the compiled site in `folder`; its code is read when the first page is rendered. */
export async function loadCompiledSite({ folder, version, siteUrl }: CompiledSiteRef) {
  const records = JSON.parse(await readFile(assetsFile(folder), 'utf8')) as AssetRecord[];
  const sharedScript = records.find(({ path }) => SHARED.test(path));
  const routes = new Map<string, unknown>();
  return {
    version,
    folder,
    siteUrl,
    /** Reads the code now, which the first page would otherwise wait for. */
    open: async () => void (await bundleIn(folder)),
    /** Scripts and everything under `public/`. */
    assets: records.map((record): AssetFile => ({ ...record, source: join(folder, 'client', record.path) })),
    /** Address of the script that those in pages share; null when they share none. */
    sharedScript: sharedScript ? `/${sharedScript.path}` : null,
    async render(page: string, reader: Reader) {
      const { app, getFragment, sheets } = await bundleIn(folder);
      const request = new Request(siteUrl + page);
      const kind = routeKind(page);
      const routeData = routes.get(kind) ?? app.match(request);
      routes.set(kind, routeData);
      const fragments: Fragment[] = [];
      const share: App.Locals['share'] = async (...of) => placeholder(fragments.push(await getFragment(...of)) - 1);
      const response = await app.render(request, { locals: { reader, share }, routeData });
      // `bytes`: UTF-8; `fragments`: markup that it shares with other pages, by the number in its placeholder.
      return { status: response.status, bytes: await response.bytes(), fragments, sheets };
    },
  };
}
