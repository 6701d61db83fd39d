/** Plain `astro build` of pages of the same items: lists of 24 cards and one page an album. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchContent } from './content.ts';
import { quantile, run } from './process.ts';

/** Cards on a page, as on the site's own lists. */
const PAGE_SIZE = 24;
const LISTS = ['news', 'events', 'gallery', 'video'] as const;

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

/** Milliseconds of the median build after one news item has changed. */
export async function measureAstro(size: number, now: number, root: string, runs: number): Promise<number> {
  const content = benchContent(size, now);
  // Astro finds its packages only from inside the project.
  const folder = join(root, '.compiled', 'bench-astro');
  const items = join(folder, 'content.json');
  const build = () => run([join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--root', folder, '--silent']);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'src/pages'), { recursive: true });
  await writeFile(join(folder, 'astro.config.mjs'), "export default { output: 'static', build: { format: 'file' } };\n");
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(folder, 'src/pages/[...path].astro'), astroPage(items));
  await writeFile(items, JSON.stringify(content));
  await build();
  const times: number[] = [];
  for (let at = 0; at < runs; at += 1) {
    const news = content.news.map((item, place) => (place === 3 ? { ...item, title: `Changed title ${at}` } : item));
    await writeFile(items, JSON.stringify({ ...content, news }));
    times.push((await build()).milliseconds);
  }
  await rm(folder, { recursive: true, force: true });
  return quantile(times, 0.5);
}
