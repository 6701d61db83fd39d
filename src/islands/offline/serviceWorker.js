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

/** The kept page with the day it is of; undefined when it is not kept. */
async function keptPage(key) {
  const kept = await (await caches.open('kept-pages')).match(key);
  if (!kept) return undefined;
  const headers = new Headers(kept.headers);
  // They say how the bytes came; these are text again, and another one.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const came = new Date(Number(headers.get(CAME))).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' });
  const note = `<p class="wrap" role="status"><mark>You are offline. This is the page as it was saved on ${came}.</mark></p>`;
  const html = await kept.text();
  return new Response(
    html.replace(/<body[^>]*>/, (tag) => tag + note),
    { headers },
  );
}

/** Network first; the kept page when that does not answer in time. */
function answerPage(event) {
  const key = pageKey(event.request.url);
  const answer = fetch(event.request);
  event.waitUntil(
    answer.then(
      (response) => keepPage(key, response.clone()),
      () => undefined,
    ),
  );
  const late = new Promise((resolve) => setTimeout(resolve, NETWORK_TIMEOUT));
  const instead = () => keptPage(key).then((kept) => kept ?? answer);
  return Promise.race([answer, late]).then((response) => response ?? instead(), instead);
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
    if (response.status === 200) event.waitUntil(keep('kept-files', request, response.clone()));
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
