/** A small site in memory for tests of the engine: collections, list and archive pages, data files named by digest. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AssetFile, OutputFile, PageKey, PageSet, QueryKey, Trace, World } from '../../src/engine/types.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { readIfPresent } from '../../src/lib/files.ts';
import { type CollectionName, type Content, inputsOf, isPermanent, MemoryAnswers } from './memoryAnswers.ts';
import { renderData, renderPage } from './memoryPages.ts';

export class MemorySite {
  /** The present content of the content service. */
  content: Content = { news: [], albums: [], notes: [] };
  /** The content as last fetched. */
  synced: Content = { news: [], albums: [], notes: [] };
  day = '2026-11-21';
  code = 1;
  /** Pages that fail to render. */
  readonly failing = new Set<PageKey>();
  readonly #mediaDir: string;

  constructor(mediaDir: string) {
    this.#mediaDir = mediaDir;
  }

  /** Fetches all collections but those that cannot be had, which keep their last good content. */
  sync(unreachable: readonly CollectionName[] = []): void {
    const fetched = { ...this.content };
    for (const name of unreachable) fetched[name] = this.synced[name];
    this.synced = fetched;
  }

  /** The present site, which later changes leave as it is. */
  world(): MemoryWorld {
    return new MemoryWorld(this.synced, this.day, this.code, new Set(this.failing), this.#mediaDir);
  }
}

interface RenderedPage {
  readonly files: readonly OutputFile[];
  readonly queries: readonly QueryKey[];
}

export class MemoryWorld implements World {
  readonly codeVersion;
  readonly pages = 'pages';
  readonly moments;
  readonly isPermanent = isPermanent;
  /** Pages in the order in which they were rendered. */
  readonly renders: PageKey[] = [];
  /** Queries that the engine had evaluated. */
  readonly asks: QueryKey[] = [];
  readonly #code: number;
  readonly #failing: ReadonlySet<PageKey>;
  readonly #mediaDir: string;
  readonly #answers: MemoryAnswers;
  readonly #renderedPages = new Map<PageKey, RenderedPage>();
  #tree: ReadonlyMap<string, string> | undefined;

  constructor(content: Content, day: string, code: number, failing: ReadonlySet<PageKey>, mediaDir: string) {
    this.#answers = new MemoryAnswers(content, day);
    this.#code = code;
    this.#failing = failing;
    this.#mediaDir = mediaDir;
    this.codeVersion = digestOf(`code ${code}`);
    this.moments = inputsOf(content, day);
  }

  evaluate(query: QueryKey, trace: Trace): unknown {
    this.asks.push(query);
    return this.#answers.evaluate(query, trace);
  }

  answer(query: QueryKey): unknown {
    return this.#answers.answer(query);
  }

  /** Every page that exists. */
  allPages(set: QueryKey = this.pages): PageKey[] {
    const { pages, sets } = this.answer(set) as PageSet;
    return [...pages, ...sets.flatMap((one) => this.allPages(one))];
  }

  render(page: PageKey, ask: (query: QueryKey) => unknown): Promise<readonly OutputFile[]> {
    this.renders.push(page);
    if (this.#failing.has(page)) return Promise.reject(new Error('The template broke.'));
    return Promise.resolve(this.#render(page, ask));
  }

  /** A page as a pure function of the content, not recorded in `renders`; memoised. */
  rendered(page: PageKey): RenderedPage {
    const known = this.#renderedPages.get(page);
    if (known) return known;
    const queries = new Set<QueryKey>();
    const files = this.#render(page, (query) => {
      queries.add(query);
      return this.answer(query);
    });
    const rendered = { files, queries: [...queries] };
    this.#renderedPages.set(page, rendered);
    return rendered;
  }

  #render(page: PageKey, ask: (query: QueryKey) => unknown): readonly OutputFile[] {
    if (!page.startsWith('data:')) return [renderPage(page, this.#code, ask)];
    return [renderData(this.#answers.dataPath(page.slice(5)), page.slice(5), ask)];
  }

  assets(): Promise<readonly AssetFile[]> {
    return Promise.resolve([this.#asset(`app.${this.#code}.js`, `run(${this.#code})`), this.#asset('robots.txt', 'Allow: /')]);
  }

  groupOf(address: string): string | null {
    return /^\/media\/[^/]+\//.exec(address)?.[0] ?? null;
  }

  resolveAssets(group: string): Promise<readonly AssetFile[] | null> {
    if (group.includes('lost')) return Promise.resolve(null);
    return Promise.resolve(['small', 'large'].map((size) => this.#asset(`${group.slice(1)}${size}.webp`, `${group} ${size}`)));
  }

  #asset(path: string, text: string): AssetFile {
    const source = join(this.#mediaDir, path);
    mkdirSync(dirname(source), { recursive: true });
    if (readIfPresent(source)?.toString() !== text) {
      // Replaced, not overwritten: the store may hold a hard link to this file.
      rmSync(source, { force: true });
      writeFileSync(source, text);
    }
    return { path, source, digest: digestOf(text), size: Buffer.byteLength(text) };
  }

  /** The published tree as it must be, computed without the engine: path → text. */
  tree(): ReadonlyMap<string, string> {
    this.#tree ??= this.#makeTree();
    return this.#tree;
  }

  #makeTree(): ReadonlyMap<string, string> {
    const tree = new Map<string, string>();
    for (const page of this.allPages())
      for (const { path, bytes } of this.rendered(page).files) tree.set(path, Buffer.from(bytes).toString());
    const groups = new Set<string>();
    for (const html of tree.values()) for (const [group] of html.matchAll(/\/media\/[^/"]+\//g)) groups.add(group);
    tree.set(`app.${this.#code}.js`, `run(${this.#code})`);
    tree.set('robots.txt', 'Allow: /');
    for (const group of groups)
      for (const size of ['small', 'large']) tree.set(`${group.slice(1)}${size}.webp`, `${group} ${size}`);
    return tree;
  }
}
