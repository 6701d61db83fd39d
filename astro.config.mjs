import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { compiledSite } from './src/render/adapter.mjs';

export default defineConfig({
  output: 'server',
  adapter: compiledSite(),
  outDir: process.env.COMPILED_DIR ?? '.compiled/site',
  trailingSlash: 'never',
  compressHTML: true,
  devToolbar: { enabled: false },
  build: { format: 'file', inlineStylesheets: 'always', assets: 'assets' },
  integrations: [react()],
});
