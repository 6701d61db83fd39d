import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawItem } from '../lib/generatedItems.ts';
import { type BenchContent, benchContent } from './content.ts';
import { quantile, run } from './process.ts';

interface Figure {
  readonly what: string;
  readonly milliseconds: number;
  readonly note: string;
}

/** Cards on a page, as on the site's own lists. */
const PAGE_SIZE = 24;
const LISTS = ['news', 'events', 'gallery', 'video'] as const;

/** Another generator that builds pages of the same items: lists of 24 cards and one page an album. */
interface Generator {
  readonly name: string;
  /** Writes the project; done once. */
  prepare(folder: string, content: BenchContent): Promise<void>;
  /** Changes one news title in the project's sources. */
  change(folder: string, content: BenchContent, title: string): Promise<void>;
  readonly command: string;
  args(folder: string): string[];
}

/** One route that makes all pages; it reads the content from where it lies. */
const astroPage = (file: string) => `---
import { readFileSync } from 'node:fs';
export function getStaticPaths() {
  const content = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));
  const pages = [];
  for (const name of ${JSON.stringify(LISTS)}) {
    for (let at = 0; at < content[name].length; at += ${PAGE_SIZE}) {
      const items = content[name].slice(at, at + ${PAGE_SIZE});
      pages.push({ params: { path: at === 0 ? name : name + '/' + at }, props: { title: name, items } });
    }
  }
  for (const album of content.gallery) pages.push({ params: { path: 'album/' + album._id }, props: { title: album.title, items: [album] } });
  return pages;
}
const { title, items } = Astro.props;
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><main><h1>{title}</h1>{items.map((item) => (
  <article><h2>{item.title}</h2><p>{item.description}</p>{(item.attachments ?? []).map((photo) => <img src={photo} alt="">)}</article>
))}</main></body></html>
`;

const writeJson = (folder: string, content: unknown) => writeFile(join(folder, 'content.json'), JSON.stringify(content));
const changed = (content: BenchContent, title: string) => ({
  ...content,
  news: content.news.map((item, at) => (at === 3 ? { ...item, title } : item)),
});

function plainAstro(root: string): Generator {
  return {
    name: 'Plain astro build',
    async prepare(folder, content) {
      await mkdir(join(folder, 'src/pages'), { recursive: true });
      await writeFile(join(folder, 'astro.config.mjs'), "export default { output: 'static', build: { format: 'file' } };\n");
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
      await writeFile(join(folder, 'src/pages/[...path].astro'), astroPage(join(folder, 'content.json')));
      await writeJson(folder, content);
    },
    change: (folder, content, title) => writeJson(folder, changed(content, title)),
    command: process.execPath,
    args: (folder) => [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--root', folder, '--silent'],
  };
}

const HUGO_LIST =
  '<html><head><title>{{ .Title }}</title></head><body>{{ range (.Paginate .Pages 24).Pages }}<article><h2>{{ .Title }}</h2>{{ .Content }}</article>{{ end }}</body></html>';
const HUGO_SINGLE =
  '<html><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1>{{ .Content }}{{ range .Params.photos }}<img src="{{ . }}">{{ end }}</body></html>';

const hugoFile = (folder: string, name: string, item: RawItem) => join(folder, 'content', name, `${String(item._id)}.md`);
/** A page's source: its facts as JSON, then its words. News and events have no page of their own, as on the site. */
function hugoText(name: string, item: RawItem, title: unknown = item.title): string {
  const unlisted = name === 'gallery' ? {} : { _build: { render: 'never' } };
  const facts = { title, date: item.fromDate ?? item.date, photos: item.attachments ?? [], ...unlisted };
  return `${JSON.stringify(facts, null, 1)}\n\n${String(item.description ?? '')}\n`;
}

const hugo: Generator = {
  name: 'Hugo',
  async prepare(folder, content) {
    await mkdir(join(folder, 'layouts/_default'), { recursive: true });
    await writeFile(
      join(folder, 'config.json'),
      JSON.stringify({ disableKinds: ['taxonomy', 'term', 'RSS', 'sitemap'], buildFuture: true }),
    );
    await writeFile(join(folder, 'layouts/_default/list.html'), HUGO_LIST);
    await writeFile(join(folder, 'layouts/_default/single.html'), HUGO_SINGLE);
    for (const name of LISTS) {
      await mkdir(join(folder, 'content', name), { recursive: true });
      for (const item of content[name]) await writeFile(hugoFile(folder, name, item), hugoText(name, item));
    }
  },
  async change(folder, content, title) {
    const item = content.news[3];
    if (item) await writeFile(hugoFile(folder, 'news', item), hugoText('news', item, title));
  },
  command: 'hugo',
  args: (folder) => ['--source', folder, '--quiet'],
};

const ELEVENTY_BODY =
  '{% for item in items %}<article><h2>{{ item.title }}</h2><p>{{ item.description }}</p>{% for photo in item.attachments %}<img src="{{ photo }}">{% endfor %}</article>{% endfor %}';

/** A template that is repeated for every `size` items of a list. */
function eleventyTemplate(list: string, size: number, permalink: string): string {
  const facts = { pagination: { data: `lists.${list}`, size, alias: size === 1 ? 'album' : 'items' }, permalink };
  const items = size === 1 ? '{% set items = [album] %}' : '';
  return `---json\n${JSON.stringify(facts)}\n---\n<html><head><title>${list}</title></head><body>${items}${ELEVENTY_BODY}</body></html>\n`;
}

const eleventy: Generator = {
  name: 'Eleventy',
  async prepare(folder, content) {
    await mkdir(join(folder, '_data'), { recursive: true });
    await writeFile(join(folder, '_data/lists.json'), JSON.stringify(content));
    for (const list of LISTS) {
      await writeFile(
        join(folder, `${list}.njk`),
        eleventyTemplate(list, PAGE_SIZE, `/${list}/{{ pagination.pageNumber }}.html`),
      );
    }
    await writeFile(join(folder, 'album.njk'), eleventyTemplate('gallery', 1, '/album/{{ album._id }}.html'));
  },
  change: (folder, content, title) => writeFile(join(folder, '_data/lists.json'), JSON.stringify(changed(content, title))),
  command: 'eleventy',
  args: () => ['--quiet'],
};

/** Whether a program answers to its version. */
async function isInstalled(command: string, question: string): Promise<boolean> {
  return run(command, [question]).then(
    () => true,
    () => false,
  );
}

async function measure(generator: Generator, folder: string, content: BenchContent, runs: number): Promise<Figure> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await generator.prepare(folder, content);
  await run(generator.command, generator.args(folder), folder);
  const times: number[] = [];
  for (let at = 0; at < runs; at += 1) {
    await generator.change(folder, content, `Changed title ${at}`);
    times.push((await run(generator.command, generator.args(folder), folder)).milliseconds);
  }
  return {
    what: `${generator.name}, one news item changed`,
    milliseconds: quantile(times, 0.5),
    note: 'lists of 24 cards and album pages of the same items; every file is rendered',
  };
}

/** The same items through plain `astro build` and, where they are installed, Hugo and Eleventy. */
export async function measureOthers(size: number, now: number, folder: string, root: string, runs: number): Promise<Figure[]> {
  const content = benchContent(size, now);
  // Astro finds its packages only from inside the project.
  const inside = join(root, '.compiled', 'bench-astro');
  const figures = [await measure(plainAstro(root), inside, content, runs)];
  await rm(inside, { recursive: true, force: true });
  for (const [generator, question] of [
    [hugo, 'version'],
    [eleventy, '--version'],
  ] as const) {
    if (await isInstalled(generator.command, question))
      figures.push(await measure(generator, join(folder, generator.command), content, runs));
    else process.stderr.write(`${generator.name} is not installed, so it is not measured.\n`);
  }
  return figures;
}
