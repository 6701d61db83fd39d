/** A small site in memory for tests of the engine: collections, list and archive pages, data files named by digest. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Answer, AssetFile, InputKey, PageKey, QueryKey, Rendered, World } from '../../src/engine/types.ts';
import { type Digest, digestOf, digestOfJson } from '../../src/lib/digest.ts';
import { readIfPresent } from '../../src/lib/files.ts';
import { type CollectionName, type Content, type Item, MemoryAnswers } from './memoryAnswers.ts';
import { renderData, renderPage } from './memoryPages.ts';

export class MemorySite {
  /** The present content of the content service. */
  content: Content = { news: [], albums: [], notes: [] };
  /** The content as last fetched. */
  synced: Content = { news: [], albums: [], notes: [] };
  #before: MemoryWorld | null = null;
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
    this.#before = new MemoryWorld(this.synced, this.day, this.code, new Set(this.failing), this.#mediaDir, this.#before);
    return this.#before;
  }
}

export class MemoryWorld implements World {
  readonly codeVersion;
  /** Pages in the order in which they were rendered. */
  readonly renders: PageKey[] = [];
  /** Queries that the engine asked. */
  readonly asks: QueryKey[] = [];
  readonly #content: Content;
  readonly #day: string;
  readonly #code: number;
  readonly #failing: ReadonlySet<PageKey>;
  readonly #mediaDir: string;
  /** The content of the world before, which alone it is compared with; null: there was none. */
  readonly #before: Content | null;
  readonly #answers: MemoryAnswers;
  readonly #renderedPages = new Map<PageKey, Rendered>();
  #tree: ReadonlyMap<string, string> | undefined;

  constructor(
    content: Content,
    day: string,
    code: number,
    failing: ReadonlySet<PageKey>,
    mediaDir: string,
    before: MemoryWorld | null = null,
  ) {
    this.#before = before ? before.#content : null;
    this.#content = content;
    this.#answers = new MemoryAnswers(content, day);
    this.#day = day;
    this.#code = code;
    this.#failing = failing;
    this.#mediaDir = mediaDir;
    this.codeVersion = digestOf(`code ${code}`);
  }

  inputDigest(input: InputKey) {
    if (input === 'day') return digestOf(this.#day);
    if (input === 'month') return digestOf(this.#day.slice(0, 7));
    return digestOfJson(this.#content[input.slice('collection:'.length) as CollectionName]);
  }

  untouched(input: InputKey, since: Digest): ((query: QueryKey) => boolean) | null {
    const name = input.slice('collection:'.length) as CollectionName;
    const before = this.#before?.[name];
    if (!before || digestOfJson(before) !== since) return null;
    const item = (items: readonly Item[], id: string) => JSON.stringify(items.find((one) => one.id === id));
    return (query) => {
      const [kind, id = ''] = query.split(' ');
      return kind === 'album' && item(before, id) === item(this.#content[name], id);
    };
  }

  ask(query: QueryKey): Answer {
    this.asks.push(query);
    return this.answer(query);
  }

  answer(query: QueryKey): ReturnType<MemoryAnswers['answer']> {
    return this.#answers.answer(query);
  }

  pages(): PageKey[] {
    return [
      '/',
      '/News',
      '/Albums',
      '/About',
      '/Archive',
      ...this.#answers.months().map((month) => `/News/${month}`),
      ...this.#content.albums.map(({ id }) => `/Albums/${id}`),
      ...this.#answers.years().map((year) => `data:${year}`),
    ];
  }

  render(page: PageKey): Promise<Rendered> {
    this.renders.push(page);
    if (this.#failing.has(page)) return Promise.reject(new Error('The template broke.'));
    return Promise.resolve(this.rendered(page));
  }

  /** A page as a pure function of the content, not recorded in `renders`; memoised. */
  rendered(page: PageKey): Rendered {
    const rendered = this.#renderedPages.get(page) ?? this.#render(page);
    this.#renderedPages.set(page, rendered);
    return rendered;
  }

  #render(page: PageKey): Rendered {
    const queries = new Set<QueryKey>();
    const ask = (query: QueryKey) => {
      queries.add(query);
      return this.answer(query).value;
    };
    const files = page.startsWith('data:')
      ? [renderData(this.#answers.dataPath(page.slice(5)), page.slice(5), ask)]
      : [renderPage(page, this.#code, ask)];
    return { files, queries: [...queries] };
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
    for (const page of this.pages())
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
