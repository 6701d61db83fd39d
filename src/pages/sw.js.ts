import type { APIRoute } from 'astro';
import removal from '../islands/kept/removal.js?raw';
import worker from '../islands/kept/worker.js?raw';

/** Stands at the root, as a service worker answers for the addresses beside it. */
export const GET: APIRoute = () =>
  new Response(import.meta.env.OFFLINE_PAGES === 'on' ? worker : removal, {
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  });
