import { existsSync } from 'node:fs';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { checkedWords } from './src/content/plugin.ts';
import { readSettings } from './src/lib/settings.ts';
import { compiledSite } from './src/render/adapter.mjs';

if (existsSync('.env')) process.loadEnvFile('.env');
const settings = readSettings(process.env);
if (!settings.ok) throw new Error(settings.message);

const { siteUrl, schoolCode, timeZone, publicContentServiceUrl } = settings.value;

export default defineConfig({
  output: 'server',
  adapter: compiledSite(),
  outDir: process.env.COMPILED_DIR ?? '.compiled/site',
  site: siteUrl,
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  build: { format: 'file', inlineStylesheets: 'always', assets: 'assets' },
  // Pages are rendered to files: strings are quicker than streams, and nobody waits for a first byte.
  integrations: [react({ experimentalDisableStreaming: true })],
  vite: {
    plugins: [checkedWords()],
    define: {
      'import.meta.env.SITE_URL': JSON.stringify(siteUrl),
      'import.meta.env.SCHOOL_CODE': JSON.stringify(schoolCode),
      'import.meta.env.SCHOOL_TIME_ZONE': JSON.stringify(timeZone),
      'import.meta.env.PUBLIC_CONTENT_SERVICE_URL': JSON.stringify(publicContentServiceUrl ?? ''),
    },
  },
});
