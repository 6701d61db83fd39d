import { PAGES } from '../../src/collections/addresses.ts';
import { CACHE_FOREVER, CACHE_REVALIDATE, DOCUMENT_POLICY, SECURITY_HEADERS } from '../../src/lib/headers.ts';

/** A request with the response that every host must give. */
export interface HostCase {
  readonly name: string;
  readonly path: string;
  readonly send?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The target of a redirect. */
  readonly location?: string;
  /** Matches the body. */
  readonly body?: RegExp;
  readonly headers?: Readonly<Record<string, RegExp>>;
}

/** Parts of the published site that the table requests. */
export interface Published {
  /** An album whose id needs no escaping in a path, and its title. */
  readonly album: { readonly id: string; readonly title: string };
  /** The id of an album that is escaped in its path. */
  readonly escapedId: string;
  /** Addresses of a script, a data file and a picture, all named by digest. */
  readonly forever: readonly string[];
  /** An archive page of the news, as `/News/2026-11`. */
  readonly archive: string;
}

const exactly = (value: string) => new RegExp(`^${value.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`);
const onEveryPage = Object.fromEntries(Object.entries(SECURITY_HEADERS).map(([name, value]) => [name, exactly(value)]));

/** The requests that every host is tested with. A host may leave albums whose id must be escaped to the page's script. */
export function hostTable({ album, escapedId, forever, archive }: Published): HostCase[] {
  const notFound = /Page not found/;
  const albums = /Photo albums|class="photos/;
  return [
    ...PAGES.map(
      (path): HostCase => ({
        name: `${path} at its exact spelling, without a redirect`,
        path,
        status: 200,
        headers: onEveryPage,
      }),
    ),
    ...PAGES.filter((path) => path !== '/').flatMap((path): HostCase[] =>
      [path.toLowerCase(), path.toUpperCase()].map((wrong) => ({
        name: `${wrong} in the wrong case`,
        path: wrong,
        status: 301,
        location: path,
      })),
    ),
    { name: 'a wrong case with a query', path: '/eVents?year=2025&q=a%20b', status: 301, location: '/Events?year=2025&q=a%20b' },
    { name: 'a wrong case below a page', path: archive.toLowerCase(), status: 301, location: archive },
    { name: 'a page below a page', path: archive, status: 200, headers: onEveryPage },
    { name: 'a slash at the end', path: '/Events/', status: 301, location: '/Events' },
    { name: 'an old name', path: '/Home', status: 301, location: '/' },
    { name: 'the file of the home page', path: '/index.html', status: 301, location: '/' },
    {
      name: 'an unknown address',
      path: '/nowhere',
      status: 404,
      body: notFound,
      headers: { ...onEveryPage, 'Cache-Control': /^no-cache$/ },
    },
    { name: 'an unknown address below a page', path: '/News/1803-01', status: 404, body: notFound },
    {
      name: 'a missing file named by digest, not kept for ever',
      path: '/assets/none.0123456789ab.js',
      status: 404,
      headers: { 'Cache-Control': /^no-cache$/ },
    },
    {
      name: 'an album by its id',
      path: `/SubGallery?id=${album.id}`,
      status: 200,
      body: new RegExp(`<h1[^>]*>\\s*${album.title}`),
      headers: onEveryPage,
    },
    {
      name: 'an album in the wrong case of the page',
      path: `/subgallery?id=${album.id}`,
      status: 301,
      location: `/SubGallery?id=${album.id}`,
    },
    {
      name: 'an album by an id that is escaped',
      path: `/SubGallery?id=${encodeURIComponent(escapedId)}`,
      status: 200,
      body: albums,
    },
    { name: 'an album newer than the build', path: '/SubGallery?id=not-yet-known', status: 200, body: albums },
    { name: 'an id with a path to the folder above', path: '/SubGallery?id=../404', status: 200, body: albums },
    { name: 'an empty id', path: '/SubGallery?id=', status: 200, body: albums },
    {
      name: 'a page is revalidated by its ETag',
      path: '/News',
      status: 200,
      headers: { 'Cache-Control': exactly(CACHE_REVALIDATE), ETag: /^(?:W\/)?".+"$/ },
    },
    ...forever.map(
      (path): HostCase => ({
        name: `${path} is kept for ever`,
        path,
        status: 200,
        headers: { 'Cache-Control': exactly(CACHE_FOREVER), 'X-Content-Type-Options': /^nosniff$/ },
      }),
    ),
    {
      name: 'a page is compressed',
      path: '/News',
      send: { 'Accept-Encoding': 'gzip' },
      status: 200,
      headers: { 'Content-Encoding': /^gzip$/, Vary: /Accept-Encoding/i },
    },
    {
      name: 'a page is sent uncompressed to a client that accepts no compression',
      path: '/News',
      send: { 'Accept-Encoding': 'identity' },
      status: 200,
      headers: { 'Content-Encoding': /^$/ },
    },
    {
      name: 'a document may be shown in the site’s own frames, by the browser’s viewer',
      path: '/documents/magazine-2026.pdf',
      status: 200,
      headers: { 'Content-Type': /^application\/pdf$/, 'Content-Security-Policy': exactly(DOCUMENT_POLICY) },
    },
    {
      name: 'robots.txt',
      path: '/robots.txt',
      status: 200,
      body: /^User-agent: \*/,
      headers: { 'Content-Type': /^text\/plain/ },
    },
    {
      name: 'the sitemap',
      path: '/sitemap.xml',
      status: 200,
      body: /<urlset/,
      headers: { 'Content-Type': /^application\/xml; charset=utf-8$/ },
    },
    { name: 'the icon', path: '/favicon.svg', status: 200, headers: { 'Content-Type': /^image\/svg\+xml; charset=utf-8$/ } },
  ];
}
