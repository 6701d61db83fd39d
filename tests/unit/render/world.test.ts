import { describe, expect, test } from 'vitest';
import { PAGES } from '../../../src/collections/addresses.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import type { CompiledSite } from '../../../src/render/compiled.ts';
import { createSheets } from '../../../src/render/fragments.ts';
import { createWorld } from '../../../src/render/world.ts';
import type { Media, PublishedFile } from '../../../src/types/media.ts';
import { answersAbout } from '../../support/content.ts';

const news = {
  id: 'n1',
  title: 'Prize day',
  description: '',
  date: { day: '2026-11-20', at: 1_795_113_000_000 },
  image: null,
  attachments: [],
};

/** A compiled site whose pages print the titles of the news. */
const site: CompiledSite = {
  folder: '/nowhere',
  version: digestOf('the code'),
  siteUrl: 'https://school.example',
  assets: [],
  sharedScript: null,
  open: async () => {},
  render: async (page, reader) => {
    const titles = reader.list('news').items.map(({ title }) => `<li>${title}</li>`);
    const bytes = Buffer.from(`<!doctype html><meta charset="utf-8"><title>News</title><ul>${titles.join('')}</ul>`);
    const status = page === '/404' ? 404 : page === '/broken' ? 500 : 200;
    return { bytes, fragments: [], sheets: createSheets([]), status };
  },
};

/** A world with what its queries answer. */
function open(titles: readonly string[], image: Media | null = null, attachments: PublishedFile[] = []) {
  const items = titles.map((title, at) => ({ ...news, id: `n${at}`, title, images: image ? [image] : [], attachments }));
  const answers = answersAbout({ news: items }, '2026-11-21');
  const media = { resolveAssets: async () => null };
  const world = createWorld({ site, content: answers.content, media, serviceOrigin: null, secrets: [] });
  const asked = new Set<string>();
  const ask = (query: string) => {
    asked.add(query);
    return answers.ask(query).value;
  };
  return { answers, asked, pages: answers.pages(world.pages), render: (page: string) => world.render(page, ask) };
}

describe('the world of the content', () => {
  test('has every page of the site, the files beside them, and a data file for each year of news', () => {
    const { pages } = open(['Prize day']);
    expect(pages).toEqual(expect.arrayContaining([...PAGES, '/404', '/feed.xml', '/robots.txt', '/sitemap.xml']));
    expect(pages.filter((page) => page.startsWith('/data/news/'))).toEqual(['/data/news/index.json', '/data/news/2026-11.json']);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test('renders a page as a file of its name with its policy, and tells what it was made of', async () => {
    const world = open(['Prize day']);
    const files = await world.render('/News');
    expect(files.map(({ path }) => path)).toEqual(['News.html']);
    const html = Buffer.from(files[0]?.bytes ?? []).toString();
    expect(html).toContain('<li>Prize day</li>');
    expect(html).toContain('http-equiv="content-security-policy"');
    expect([...world.asked]).toEqual(['list("news")']);
  });

  test('renders a data file as the items that it holds', async () => {
    const world = open(['Prize day', 'Sports day']);
    const page = world.pages.find((candidate) => candidate.startsWith('/data/news/2026')) ?? '';
    const [file] = await world.render(page);
    const items = JSON.parse(Buffer.from(file?.bytes ?? []).toString()) as { title: string }[];
    expect(items.map(({ title }) => title)).toEqual(['Prize day', 'Sports day']);
    expect(file?.path).toMatch(/^data\/news\/.*\.json$/);
  });

  test('names the pictures and files in a data file, which no text can forge', async () => {
    const image = { kind: 'image', id: '0123456789ab', w: 1600, h: 1200 } as const;
    const file = { kind: 'file', href: '/files/ba9876543210/a-circular.pdf', name: 'a-circular.pdf', size: 9 } as const;
    const forged = JSON.stringify({ ...image, id: 'ffffffffffff' });
    const world = open([forged], image, [file]);
    const page = world.pages.find((candidate) => candidate.startsWith('/data/news/2026')) ?? '';
    const files = await world.render(page);
    expect(files[0]?.addresses?.toSorted()).toEqual(['/files/ba9876543210/a-circular.pdf', '/media/0123456789ab/1600.webp']);
  });

  test('answers alike for the same content, and otherwise for changed content', () => {
    const digest = (titles: readonly string[]) => open(titles).answers.ask('list("news")').digest;
    expect(digest(['Prize day'])).toBe(digest(['Prize day']));
    expect(digest(['Prize day'])).not.toBe(digest(['Prize day moved']));
  });

  test('takes a page that is not answered with 200 for a bug, but for the 404 page', async () => {
    await expect(open([]).render('/broken')).rejects.toThrow('The page /broken is missing: it rendered with status 500');
    expect((await open([]).render('/404')).map(({ path }) => path)).toEqual(['404.html']);
  });
});
