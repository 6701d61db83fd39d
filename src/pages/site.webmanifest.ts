import type { APIRoute } from 'astro';
import { facts } from '../content/words.ts';

const { name, school, colours } = facts;
const manifest = {
  name,
  short_name: school,
  id: '/',
  start_url: '/',
  display: 'minimal-ui',
  theme_color: colours.light.brand,
  background_color: colours.light.paper,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
  ],
};

export const GET: APIRoute = () =>
  new Response(`${JSON.stringify(manifest, null, 2)}\n`, { headers: { 'content-type': 'application/manifest+json' } });
