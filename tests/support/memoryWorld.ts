/** A tiny site in memory, to drive the engine with: collections, list and archive pages, data files named by digest. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Answer, AssetFile, InputKey, OutputFile, PageKey, QueryKey, Rendered, World } from '../../src/engine/types.ts';
import { type Digest, digestOf, digestOfJson, shortDigest } from '../../src/lib/digest.ts';
import { readIfPresent } from '../../src/lib/files.ts';

export interface Item {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** `2026-03-01`, or null. */
  readonly day: string | null;
  /** The group of a picture. */
  readonly picture: string | null;
}

export type CollectionName = 'news' | 'albums' | 'notes';
export type Content = Readonly<Record<CollectionName, readonly Item[]>>;

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
type Kind = (typeof QUERY_KINDS)[number];

const PART = 3;

export class MemorySite {
  /** What the content service would say now. */
  content: Content = { news: [], albums: [], notes: [] };
  /** What was fetched last. */
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

  /** The site as it is now; later changes do not reach it. */
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
  /** Of the contents that it holds no more, it knows nothing. */
  readonly #before: Content | null;
  // A world does not change, and is asked the same again and again.
  readonly #known = new Map<QueryKey, Answer & { readonly value: unknown }>();
  readonly #drawn = new Map<PageKey, Rendered>();
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

  answer(query: QueryKey): Answer & { readonly value: unknown } {
    const known = this.#known.get(query);
    if (known) return known;
    const [kind = '', argument = ''] = query.split(' ');
    const { value, inputs } = this.#answers[kind as Kind](argument);
    const answer = { value, inputs, digest: digestOfJson(value ?? null) };
    this.#known.set(query, answer);
    return answer;
  }

  readonly #answers: Readonly<Record<Kind, (argument: string) => { value: unknown; inputs: InputKey[] }>> = {
    notes: () => ({ value: this.#content.notes.map(({ title }) => title), inputs: ['collection:notes'] }),
    latest: (count) => ({ value: this.#news().slice(0, Number(count)).map(teaser), inputs: ['collection:news'] }),
    months: () => ({ value: this.#months(), inputs: ['collection:news'] }),
    month: (month) => ({ value: this.#ofMonth(month), inputs: ['collection:news'] }),
    albums: () => ({ value: this.#content.albums.map(({ id, title }) => [id, title]), inputs: ['collection:albums'] }),
    album: (id) => ({ value: this.#content.albums.find((album) => album.id === id), inputs: ['collection:albums'] }),
    files: () => ({ value: this.#years().map((year) => this.#dataPath(year)), inputs: ['collection:news'] }),
    year: (year) => ({ value: this.#ofYear(year), inputs: ['collection:news'] }),
    today: () => ({ value: this.#day, inputs: ['day'] }),
    thisMonth: () => ({ value: this.#day.slice(0, 7), inputs: ['month'] }),
  };

  #news(): readonly Item[] {
    return [...this.#content.news].sort((one, other) => ((one.day ?? '') < (other.day ?? '') ? 1 : -1));
  }

  #months(): string[] {
    const parts: string[] = [];
    for (const month of new Set(this.#news().map(({ day }) => day?.slice(0, 7) ?? 'undated'))) {
      const count = this.#news().filter(({ day }) => (day?.slice(0, 7) ?? 'undated') === month).length;
      for (let part = 1; part <= Math.ceil(count / PART); part += 1) parts.push(part === 1 ? month : `${month}_${part}`);
    }
    return parts;
  }

  #ofMonth(name: string): readonly Item[] {
    const [month, part = '1'] = name.split('_');
    const items = this.#news().filter(({ day }) => (day?.slice(0, 7) ?? 'undated') === month);
    return items.reverse().slice((Number(part) - 1) * PART, Number(part) * PART);
  }

  #years(): string[] {
    return [...new Set(this.#news().map(({ day }) => day?.slice(0, 4) ?? 'undated'))];
  }

  #ofYear(year: string): readonly Item[] {
    return this.#news().filter(({ day }) => (day?.slice(0, 4) ?? 'undated') === year);
  }

  #dataPath(year: string): string {
    return `data/${year}.${shortDigest(digestOfJson(this.#ofYear(year)))}.json`;
  }

  pages(): PageKey[] {
    return [
      '/',
      '/News',
      '/Albums',
      '/About',
      '/Archive',
      ...this.#months().map((month) => `/News/${month}`),
      ...this.#content.albums.map(({ id }) => `/Albums/${id}`),
      ...this.#years().map((year) => `data:${year}`),
    ];
  }

  render(page: PageKey): Promise<Rendered> {
    this.renders.push(page);
    if (this.#failing.has(page)) return Promise.reject(new Error('The template broke.'));
    return Promise.resolve(this.draw(page));
  }

  /** The page as a pure function of the content. */
  draw(page: PageKey): Rendered {
    const drawn = this.#drawn.get(page) ?? this.#draw(page);
    this.#drawn.set(page, drawn);
    return drawn;
  }

  #draw(page: PageKey): Rendered {
    const queries = new Set<QueryKey>();
    const ask = (query: QueryKey) => {
      queries.add(query);
      return this.answer(query).value;
    };
    const files = page.startsWith('data:') ? [this.#drawData(page.slice(5), ask)] : [this.#drawPage(page, ask)];
    return { files, queries: [...queries] };
  }

  #drawData(year: string, ask: (query: QueryKey) => unknown): OutputFile {
    const items = ask(`year ${year}`) as Item[];
    const addresses = items.flatMap(({ picture }) => (picture ? [`/media/${picture}/small.webp`] : []));
    return { path: this.#dataPath(year), bytes: Buffer.from(JSON.stringify(items)), addresses };
  }

  #drawPage(page: PageKey, ask: (query: QueryKey) => unknown): OutputFile {
    const frame = `<script src="/app.${this.#code}.js"></script><a href="/">Home</a><a href='/News?q=1#top'>News</a><a href=/Albums>Albums</a>`;
    const main = this.#drawMain(page, ask);
    const html = `<!doctype html><title>${page}</title>${frame}<p>${ask('notes')}</p><main>${main}</main><p>Version ${this.#code}</p>`;
    return {
      path: page === '/' ? 'index.html' : `${page.slice(1)}.html`,
      bytes: Buffer.from(html),
      addresses: addressesIn(html),
    };
  }

  #drawMain(page: PageKey, ask: (query: QueryKey) => unknown): string {
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
      // Another file: the store may have a link to this one.
      rmSync(source, { force: true });
      writeFileSync(source, text);
    }
    return { path, source, digest: digestOf(text), size: Buffer.byteLength(text) };
  }

  /** The published tree, made without the engine: path → text. */
  tree(): ReadonlyMap<string, string> {
    this.#tree ??= this.#makeTree();
    return this.#tree;
  }

  #makeTree(): ReadonlyMap<string, string> {
    const tree = new Map<string, string>();
    for (const page of this.pages())
      for (const { path, bytes } of this.draw(page).files) tree.set(path, Buffer.from(bytes).toString());
    const groups = new Set<string>();
    for (const html of tree.values()) for (const [group] of html.matchAll(/\/media\/[^/"]+\//g)) groups.add(group);
    tree.set(`app.${this.#code}.js`, `run(${this.#code})`);
    tree.set('robots.txt', 'Allow: /');
    for (const group of groups)
      for (const size of ['small', 'large']) tree.set(`${group.slice(1)}${size}.webp`, `${group} ${size}`);
    return tree;
  }
}

/** The addresses in our own markup, whatever the quotes. */
function addressesIn(html: string): string[] {
  const values = html.matchAll(/(?:href|src|srcset)=(?:"([^"]*)"|'([^']*)'|([^\s>]*))/g);
  const all = Array.from(values, ([, double, single, plain]) => double ?? single ?? plain ?? '');
  return all.flatMap((value) => value.split(', ')).map((value) => value.split(' ')[0] ?? '');
}

/** What a list shows of an item: its body does not reach lists. */
function teaser({ id, title, day, picture }: Item): Omit<Item, 'body'> {
  return { id, title, day, picture };
}

function cards(items: readonly Partial<Item>[]): string {
  return items
    .map(({ title, body = '', day, picture }) => {
      const image = picture ? `<img srcset="/media/${picture}/small.webp 320w, /media/${picture}/large.webp 640w">` : '';
      return `<article>${title} ${body} ${day}${image}</article>`;
    })
    .join('');
}
