/** A compiled version of the website, loaded: pages are rendered from it one at a time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SuppliedFile } from '../engine/types.ts';
import type { Digest } from '../lib/digest.ts';
import type { Reader } from '../types/views.ts';

/** What a compiled folder holds besides its code: scripts and everything under `public/`. */
export type AssetRecord = Omit<SuppliedFile, 'source'>;

/** Where a compiled site lies, and the address it is for: enough to load it again elsewhere. */
export interface SiteAddress {
  readonly folder: string;
  readonly version: Digest;
  readonly siteUrl: string;
}

/** The website compiled once for a version of the code; pages are rendered from it one at a time. */
export interface CompiledSite extends SiteAddress {
  render(page: string, reader: Reader): Promise<Response>;
  /** Reads the code now, which the first page would otherwise wait for. */
  open(): Promise<void>;
  /** Scripts and everything under `public/`. */
  readonly assets: readonly SuppliedFile[];
  /** Address of the script that those in pages share; null when they share none. */
  readonly shared: string | null;
}

interface AstroApp {
  /** `pageMap` loads the module of a route. */
  readonly manifest: { readonly pageMap?: Map<string, () => Promise<unknown>> };
  render(request: Request, options: { locals: App.Locals; routeData: unknown }): Promise<Response>;
  match(request: Request): unknown;
}

interface CompiledBundle {
  createApp(options: { streaming: boolean }): AstroApp;
}

/** Pages of one kind are answered by one route, which is looked up once: `/News/2025-03` is a `/News` of two segments. */
function routeKind(page: string): string {
  const [, first = '', ...rest] = page.split('/');
  return `${first} ${rest.length}`;
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

/** What the scripts in pages share, by the name that the bundler is told to give it (astro.config.mjs). */
const SHARED = /^assets\/start\.[^/]*\.js$/;

/** Loads the compiled site in `folder`; its code is read when the first page is rendered. */
export async function loadCompiledSite({ folder, version, siteUrl }: SiteAddress): Promise<CompiledSite> {
  const records = JSON.parse(await readFile(join(folder, 'assets.json'), 'utf8')) as AssetRecord[];
  const shared = records.find(({ path }) => SHARED.test(path));
  let app: Promise<AstroApp> | undefined;
  const openApp = () => {
    app ??= loadApp();
    return app;
  };
  const routes = new Map<string, unknown>();
  const loadApp = async () => {
    // React picks its quick build when it is loaded; a tool's own setting must not make pages slower or different.
    process.env.NODE_ENV = 'production';
    const bundle = (await import(pathToFileURL(join(folder, 'server/entry.mjs')).href)) as CompiledBundle;
    const opened = bundle.createApp({ streaming: false });
    keepModules(opened);
    return opened;
  };
  return {
    version,
    folder,
    siteUrl,
    open: async () => void (await openApp()),
    assets: records.map((record) => ({ ...record, source: join(folder, 'client', record.path) })),
    shared: shared ? `/${shared.path}` : null,
    async render(page, reader) {
      const opened = await openApp();
      const request = new Request(siteUrl + page);
      const kind = routeKind(page);
      const routeData = routes.get(kind) ?? opened.match(request);
      routes.set(kind, routeData);
      return opened.render(request, { locals: { reader }, routeData });
    },
  };
}
