import type { APIRoute } from 'astro';
import removal from '../islands/offline/removal.js?raw';
import serviceWorker from '../islands/offline/serviceWorker.js?raw';

/** Stands at the root, as a service worker answers for the addresses beside it. */
export const GET: APIRoute = () =>
  new Response(import.meta.env.OFFLINE_PAGES === 'on' ? serviceWorker : removal, {
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  });
