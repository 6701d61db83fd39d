// The service worker: keeps the pages that a visitor has read, and what they show, to be read without a network.

/** Of each, the longest unused go first. */
const LIMITS = { 'kept-pages': 40, 'kept-files': 200 };
/** Milliseconds that a kept page waits for the network. */
const NETWORK_TIMEOUT = 3000;
/** Header of a kept page: when it came, epoch milliseconds. */
const CAME = 'x-came';
const FILES = ['font', 'image', 'script', 'style'];
/** Folders whose addresses always answer the same bytes. */
const IMMUTABLE = /^\/(?:assets|media)\//;
/** Answered by program, and never kept. */
const DYNAMIC = /^\/(?:api|hooks|desk|healthz|readyz|metrics)(?:\/|$)/;

/** A page's address, under which one copy is kept whatever its filters; albums are told apart by their query. */
function pageKey(address) {
  const { origin, pathname, search } = new URL(address);
  return origin + pathname + (pathname === '/SubGallery' ? search : '');
}

async function keep(name, key, response) {
  const cache = await caches.open(name);
  await cache.delete(key);
  await cache.put(key, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - LIMITS[name])).map((old) => cache.delete(old)));
}

const isPage = ({ headers }) =>
  /^text\/html\b/.test(headers.get('content-type') ?? '') && !/\bno-store\b/.test(headers.get('cache-control') ?? '');

/** Keeps what the network answered; a page that is gone is no longer kept. */
async function keepPage(key, response) {
  if (response.status === 404 || response.status === 410) await (await caches.open('kept-pages')).delete(key);
  if (response.status !== 200 || response.redirected || !isPage(response)) return;
  const headers = new Headers(response.headers);
  headers.set(CAME, String(Date.now()));
  await keep('kept-pages', key, new Response(await response.blob(), { headers }));
}

/** Why a kept page is shown. */
const WHY = {
  offline: 'You are offline.',
  slow: 'The network is slow.',
  down: 'The website cannot be reached at the moment.',
};

const keptCopy = async (key) => (await caches.open('kept-pages')).match(key);

/** A kept page with the day it is of, and why it is shown; undefined when there is none. */
async function withNote(kept, why) {
  if (!kept) return undefined;
  const headers = new Headers(kept.headers);
  // They say how the bytes came; these are text again, and another one.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const came = new Date(Number(headers.get(CAME))).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' });
  const note = `<p class="wrap kept" role="status"><mark>${WHY[why]} This is the page as it was saved on ${came}.</mark></p>`;
  const html = await kept.text();
  return new Response(
    html.replace(/<body[^>]*>/, (tag) => tag + note),
    { headers },
  );
}

const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** In the place of a page that is not kept: the page that is meant by an address in other capitals, or what is kept. */
async function insteadOf(url) {
  const cache = await caches.open('kept-pages');
  const keys = (await cache.keys()).map((request) => request.url).reverse();
  const same = keys.find((key) => key.toLowerCase() === pageKey(url).toLowerCase());
  if (same && same !== pageKey(url)) return Response.redirect(same);
  // Its header and footer stand around the list.
  const frame = keys[0] && (await cache.match(keys[0]));
  if (!frame) return undefined;
  const links = await Promise.all(
    keys.map(async (key) => {
      const [, title] = /<title>([^<]*?)(?: · [^<]*)?<\/title>/.exec(await (await cache.match(key)).text()) ?? [];
      return `<li><a href="${escaped(key)}">${title || escaped(new URL(key).pathname)}</a></li>`;
    }),
  );
  const main = `<h1>You are offline</h1><p>This page was not saved on your phone or computer. These pages were:</p><ul>${links.join('')}</ul>`;
  const html = (await frame.text())
    .replace(/<title>[^<]*/, '<title>You are offline')
    .replace(/(<main[^>]*>)[\s\S]*<\/main>/, (_, tag) => `${tag}<div class="stack">${main}</div></main>`);
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Tells the page that came from here that the network has answered after all: with the same one, or another. */
async function tellOfAnswer(event, isSame) {
  const page = await clients.get(event.resultingClientId);
  page?.postMessage(
    isSame ? { said: 'This page is current.' } : { said: 'A newer page has come. ', textContent: 'Show the current page' },
  );
}

/** Network first; the kept page when that does not answer in time, or the host says that it cannot. */
async function answerPage(event) {
  const key = pageKey(event.request.url);
  /** What is shown of the kept page, once the answer is late. */
  let shown;
  const answer = fetch(event.request).then(async (response) => {
    // Where the browser's storage is full, pages come all the same.
    event.waitUntil(keepPage(key, response.clone()).catch(() => undefined));
    if (shown && response.ok) await tellOfAnswer(event, (await shown) === (await response.text()));
    return response;
  });
  event.waitUntil(answer.catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(resolve, NETWORK_TIMEOUT, 'late'));
  try {
    const first = await Promise.race([answer, late]);
    if (first === 'late') {
      const kept = await keptCopy(key);
      shown = kept?.clone().text();
      return (await withNote(kept, 'slow')) ?? (await answer);
    }
    return first.status >= 500 ? ((await withNote(await keptCopy(key), 'down')) ?? first) : first;
  } catch (error) {
    const instead = (await withNote(await keptCopy(key), 'offline')) ?? (await insteadOf(event.request.url));
    if (instead) return instead;
    throw error;
  }
}

async function answerFile(event) {
  const { request } = event;
  const files = await caches.open('kept-files');
  if (IMMUTABLE.test(new URL(request.url).pathname)) {
    const known = await files.match(request);
    if (known) return known;
  }
  try {
    const response = await fetch(request);
    if (response.status === 200) event.waitUntil(keep('kept-files', request, response.clone()).catch(() => undefined));
    return response;
  } catch (error) {
    const kept = await files.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** The pages that were open before this worker was there. */
async function keepOpenPages() {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pages = open.map(({ url }) => url).filter((url) => !DYNAMIC.test(new URL(url).pathname));
  // What does not come now is kept when it is read again.
  await Promise.allSettled(pages.map(async (url) => keepPage(pageKey(url), await fetch(url))));
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim().then(keepOpenPages)));
addEventListener('fetch', (event) => {
  const { method, mode, destination, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || DYNAMIC.test(pathname)) return;
  if (mode === 'navigate' && destination === 'document') event.respondWith(answerPage(event));
  else if (FILES.includes(destination)) event.respondWith(answerFile(event));
});
