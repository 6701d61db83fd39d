/** Renders the pages and data files of a small site from the answers to their queries. */
import type { OutputFile, PageKey, QueryKey } from '../../src/engine/types.ts';
import type { Item } from './memoryAnswers.ts';

type Ask = (query: QueryKey) => unknown;

/** A year's data file. */
export function renderData(path: string, year: string, ask: Ask): OutputFile {
  const items = ask(`year ${year}`) as Item[];
  const addresses = items.flatMap(({ picture }) => (picture ? [`/media/${picture}/small.webp`] : []));
  return { path, bytes: Buffer.from(JSON.stringify(items)), addresses };
}

/** A page of a version of the code. */
export function renderPage(page: PageKey, code: number, ask: Ask): OutputFile {
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
