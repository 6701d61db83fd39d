/** A small site in memory for tests of the engine: collections, list and archive pages, data files named by digest. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SiteDatabase } from '../../src/database/siteDatabase.ts';
import { ENGINE_SCHEMA } from '../../src/engine/engine.ts';
import type { AssetFile, InputKey, OutputFile, PageKey, PageSet, QueryKey, Trace, World } from '../../src/engine/types.ts';
import { digestOf, digestOfJson, shortDigest } from '../../src/lib/digest.ts';
import { readIfPresent } from '../../src/lib/files.ts';
import { LockedEngine } from './lockedEngine.ts';
import { temporaryFolder } from './trees.ts';

export interface Item {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** `2026-03-01`, or null. */
  readonly day: string | null;
  /** The group of a picture. */
  readonly picture: string | null;
}

/** An item whose other fields follow from its identity. */
export const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  title: `Title ${id}`,
  body: `Body ${id}`,
  day: '2026-03-01',
  picture: null,
  ...more,
});

export type CollectionName = 'news' | 'albums' | 'notes';
type Content = Readonly<Record<CollectionName, readonly Item[]>>;

/** Kinds of query that pages ask: the mutation test drops each in turn. */
export const QUERY_KINDS = [
  'notes',
  'latest',
  'months',
  'month',
  'albums',
  'album',
  'files',
  'year',
  'today',
  'thisMonth',
] as const;
type Kind = (typeof QUERY_KINDS)[number] | 'pages' | 'albumPages' | 'dataFile';

/** Items of one part of a month's archive. */
const PART = 3;

const PERMANENT = ['/', '/News', '/Albums', '/About', '/Archive'];

const isPermanent = (page: string) => PERMANENT.includes(page);

const monthOf = ({ day }: Item) => day?.slice(0, 7) ?? 'undated';
const yearOf = ({ day }: Item) => day?.slice(0, 4) ?? 'undated';

/**
 * The inputs of fixed content on a fixed day. Each album, month and year is one, as finely as it is read; so is the order of
 * all albums.
 */
function inputsOf({ notes, albums, news }: Content, day: string): Map<InputKey, string> {
  const inputs = new Map<InputKey, unknown>([
    ['day', day],
    ['month', day.slice(0, 7)],
    ['notes', notes],
    ['albums', albums.map(({ id, title }) => [id, title])],
    ['news', news],
    ...albums.map((album) => [`album ${album.id}`, album] as const),
    ...Map.groupBy(news, (one) => `month ${monthOf(one)}`),
    ...Map.groupBy(news, (one) => `year ${yearOf(one)}`),
  ]);
  return new Map(Array.from(inputs, ([input, value]) => [input, digestOfJson(value)]));
}

/** Answers from fixed content on a fixed day. */
function memoryAnswers({ notes, albums, news: unsorted }: Content, day: string) {
  const news = [...unsorted].sort((one, other) => ((one.day ?? '') < (other.day ?? '') ? 1 : -1));
  const years = [...new Set(news.map(yearOf))];
  const months = [...Map.groupBy(news, monthOf)].flatMap(([month, items]) =>
    Array.from({ length: Math.ceil(items.length / PART) }, (_, at) => (at === 0 ? month : `${month}_${at + 1}`)),
  );
  const ofYear = (year: string) => news.filter((one) => yearOf(one) === year);

  function ofMonth(name: string): readonly Item[] {
    const [month, part = '1'] = name.split('_');
    const items = news.filter((one) => monthOf(one) === month);
    return items.reverse().slice((Number(part) - 1) * PART, Number(part) * PART);
  }

  function pagesOf(shown: readonly string[]): string[] {
    return [...PERMANENT, ...shown.map((month) => `/News/${month}`), ...years.map((year) => `data:${year}`)];
  }

  /** Path of a year's data file. */
  function dataPath(year: string): string {
    return `data/${year}.${shortDigest(digestOfJson(ofYear(year)))}.json`;
  }

  /** By kind: the input that it reads, and its answer. */
  const answers: Readonly<Record<Kind, readonly [(argument: string) => InputKey, (argument: string, ask: Ask) => unknown]>> = {
    pages: [() => 'news', (_, ask): PageSet => ({ pages: pagesOf(ask('months') as string[]), sets: ['albumPages'] })],
    albumPages: [() => 'albums', (): PageSet => ({ pages: albums.map(({ id }) => `/Albums/${id}`), sets: [] })],
    notes: [() => 'notes', () => notes.map(({ title }) => title)],
    latest: [() => 'news', (count) => news.slice(0, Number(count)).map(teaser)],
    months: [() => 'news', () => months],
    month: [(month) => `month ${month.split('_')[0]}`, ofMonth],
    albums: [() => 'albums', () => albums.map(({ id, title }) => [id, title])],
    album: [(id) => `album ${id}`, (id) => albums.find((album) => album.id === id)],
    files: [() => 'news', (_, ask) => years.map((year) => ask(`dataFile ${year}`))],
    dataFile: [(year) => `year ${year}`, dataPath],
    year: [(year) => `year ${year}`, ofYear],
    today: [() => 'day', () => day],
    thisMonth: [() => 'month', () => day.slice(0, 7)],
  };

  function evaluate(query: QueryKey, { read, ask }: Trace): unknown {
    const [kind = '', argument = ''] = query.split(' ');
    const [input, answer] = answers[kind as Kind];
    read(input(argument));
    return answer(argument, ask) ?? null;
  }

  /** The answer, not traced. */
  const answer = (query: QueryKey): unknown => evaluate(query, { read: () => {}, ask: answer });

  return { evaluate, answer, dataPath };
}

/** What a list shows of an item: its body does not reach lists. */
function teaser({ id, title, day, picture }: Item): Omit<Item, 'body'> {
  return { id, title, day, picture };
}

type Ask = (query: QueryKey) => unknown;

/** A year's data file. */
function renderData(path: string, year: string, ask: Ask): OutputFile {
  const items = ask(`year ${year}`) as Item[];
  const addresses = items.flatMap(({ picture }) => (picture ? [`/media/${picture}/small.webp`] : []));
  return { path, bytes: Buffer.from(JSON.stringify(items)), addresses };
}

/** A page of a version of the code. */
function renderPage(page: PageKey, code: number, ask: Ask): OutputFile {
  const navigation = `<script src="/app.${code}.js"></script><a href="/">Home</a><a href='/News?q=1#top'>News</a><a href=/Albums>Albums</a>`;
  const main = renderMain(page, ask);
  const html = `<!doctype html><title>${page}</title>${navigation}<p>${ask('notes')}</p><main>${main}</main><p>Version ${code}</p>`;
  return {
    path: page === '/' ? 'index.html' : `${page.slice(1)}.html`,
    bytes: Buffer.from(html),
    addresses: addressesIn(html),
  };
}

function renderMain(page: PageKey, ask: Ask): string {
  if (page === '/') return `${ask('today')} ${cards(ask('latest 2') as Item[])}`;
  if (page === '/About') return `${ask('thisMonth')}`;
  if (page === '/Albums')
    return (ask('albums') as string[][]).map(([id, title]) => `<a href="/Albums/${id}">${title}</a>`).join('');
  if (page === '/Archive') {
    return (ask('months') as string[]).map((month) => `<a href="/News/${month}">${month}</a>`).join('');
  }
  if (page === '/News') {
    const files = (ask('files') as string[]).map((file) => `<link rel="preload" href="/${file}">`);
    return [...files, cards(ask('latest 3') as Item[])].join('');
  }
  if (page.startsWith('/News/')) return cards(ask(`month ${page.slice(6)}`) as Item[]);
  return cards([ask(`album ${page.slice(8)}`) as Item]);
}

/** The addresses in the attributes of a page, quoted or not. */
function addressesIn(html: string): string[] {
  const values = html.matchAll(/(?:href|src|srcset)=(?:"([^"]*)"|'([^']*)'|([^\s>]*))/g);
  const all = Array.from(values, ([, double, single, plain]) => double ?? single ?? plain ?? '');
  return all.flatMap((value) => value.split(', ')).map((value) => value.split(' ')[0] ?? '');
}

function cards(items: readonly Partial<Item>[]): string {
  return items
    .map(({ title, body = '', day, picture }) => {
      const image = picture ? `<img srcset="/media/${picture}/small.webp 320w, /media/${picture}/large.webp 640w">` : '';
      return `<article>${title} ${body} ${day}${image}</article>`;
    })
    .join('');
}

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
  readonly #answers: ReturnType<typeof memoryAnswers>;
  readonly #renderedPages = new Map<PageKey, RenderedPage>();
  #tree: ReadonlyMap<string, string> | undefined;

  constructor(content: Content, day: string, code: number, failing: ReadonlySet<PageKey>, mediaDir: string) {
    this.#answers = memoryAnswers(content, day);
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

/** A database with the engine's tables. */
export function openDatabase(cacheDir: string): SiteDatabase {
  return new SiteDatabase({ file: join(cacheDir, 'site.db'), schema: ENGINE_SCHEMA });
}

export function firstSite(mediaDir: string): MemorySite {
  const site = new MemorySite(mediaDir);
  site.content = {
    news: [item('n1', { picture: 'p1' }), item('n2', { day: '2025-01-01' }), item('n3', { day: null })],
    albums: [item('a1', { picture: 'p1' }), item('a2', { picture: 'p2' })],
    notes: [item('h1')],
  };
  site.sync();
  return site;
}

export function changedSite(mediaDir: string): MemorySite {
  const site = firstSite(mediaDir);
  site.code = 2;
  site.content = {
    news: [item('n1', { picture: 'p3' }), item('n4', { day: '2024-06-01' })],
    albums: [item('a1', { picture: 'p1' }), item('a3', { picture: 'p4' })],
    notes: [item('h2')],
  };
  site.sync();
  return site;
}

/** A small site in memory with releases on disk, for tests of what follows publishing. */
export async function memoryReleases() {
  const folder = temporaryFolder();
  const site = new MemorySite(join(folder.path, 'media'));
  const content = { news: [item('n1'), item('n2')], albums: [item('a1')], notes: [item('h1')] };
  const cacheDir = join(folder.path, 'cache');
  const distDir = join(folder.path, 'dist');
  const open = (dist: string) => new LockedEngine({ database: openDatabase(cacheDir), cacheDir, distDir: dist });
  const engine = open(distDir);
  /** Publishes the site with this title of its one album. */
  const publish = async (title: string, by = engine) => {
    site.content = { ...content, albums: [{ ...item('a1'), title }] };
    site.sync();
    const result = await by.rebuild(site.world());
    if (!result.ok) throw new Error(result.message);
  };
  await publish('Title a1');
  return { cacheDir, distDir, engine, open, publish, remove: () => folder.remove() };
}
export type MemoryReleases = Awaited<ReturnType<typeof memoryReleases>>;
