import { existsSync, readdirSync, readFileSync } from 'node:fs';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { PAGES } from './src/collections/addresses.ts';
import { wordsPlugin } from './src/content/plugin.ts';
import { readSettings } from './src/lib/settings.ts';
import { compiledSite } from './src/render/adapter.mjs';
import { compiledSettings } from './src/render/code.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
const settings = readSettings(process.env);
if (!settings.ok) throw new Error(settings.message);

const shown = compiledSettings(settings.value);
const publicFile = (path) => new URL(`public${path}`, import.meta.url);
/** What is told of a document; its pages where the file lists them in the clear, and the picture of the first where there is one. */
const documents = readdirSync(publicFile('/documents/')).map((name) => {
  const bytes = readFileSync(publicFile(`/documents/${name}`));
  const pages = bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  const sheet = ['svg', 'webp']
    .map((kind) => `/sheets/${name.replace('.pdf', `.${kind}`)}`)
    .find((path) => existsSync(publicFile(path)));
  return [`/documents/${name}`, { size: bytes.length, pages, sheet }];
});
// Where a variable is set, Astro takes it as it was written and not what is defined below: both shall be the checked one.
Object.assign(process.env, shown);

/**
 * What several scripts share comes in few files: on a slow phone each file costs more than its bytes. `start` is what
 * those share that stand in a page; the page names it as well (src/render/document.ts). Cards are no part of `lib`, as an
 * album page has no use for React.
 */
const chunks = [
  { name: 'react', test: /node_modules.(?:react|react-dom|scheduler)./ },
  { name: 'start', test: /preload-helper|src.lib.(?:domReady|idle|presses)/ },
  { name: 'data', test: /nanostores.atom|src.lib.(?:matchText|shorten)|src.stores.dataFiles/ },
  { name: 'lib', test: /src.lib/, minShareCount: 2 },
];

/**
 * Asks for all files of a script that is loaded on demand at once, as Vite's own helper does, in a tenth of its bytes:
 * styles stand in the pages, so that every file is a module.
 */
const lightPreload = {
  name: 'light-preload',
  enforce: 'pre',
  load(id) {
    if (id !== '\0vite/preload-helper.js') return null;
    return `export const __vitePreload = (load, files = []) => {
      for (const file of files)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
      return load();
    };`;
  },
};

/**
 * Has a browser that knows this word compile a whole file while it comes, and beside the page's own work, instead of each
 * function when it is first called: most of them are called as the islands start.
 * https://v8.dev/blog/explicit-compile-hints
 * The script that stands in every page is too short to gain by it.
 */
const eager = ({ facadeModuleId }) =>
  facadeModuleId?.includes('/site/BrowserScript.astro') ? '' : '//# allFunctionsCalledOnLoad';

/** The oldest browsers that the site supports; tests/contract/site/browsers.test.ts holds published scripts and styles to it. */
const BROWSERS = ['chrome100', 'safari15.4', 'firefox100'];

/** The server's code stays as it is: made for old browsers, its classes keep their fields in maps, and each page takes longer. */
const forOldBrowsers = {
  name: 'for-old-browsers',
  configEnvironment: (name) => (name === 'client' ? { build: { target: BROWSERS } } : null),
};

export default defineConfig({
  output: 'server',
  adapter: compiledSite(),
  outDir: process.env.COMPILED_DIR ?? '.compiled/site',
  site: settings.value.siteUrl,
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  build: { format: 'file', inlineStylesheets: 'always', assets: 'assets' },
  // Pages are rendered to files: strings are quicker than streams, and nobody waits for a first byte.
  integrations: [react({ experimentalDisableStreaming: true })],
  vite: {
    // Where the code may not be written to, the compiled site's folder may.
    cacheDir: '.compiled/vite',
    // Styles come out of the server's build. Of assets one file that a browser keeps, and not a part of every page.
    build: { cssTarget: BROWSERS, assetsInlineLimit: 0 },
    plugins: [lightPreload, forOldBrowsers, wordsPlugin()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups: chunks }, entryFileNames: 'assets/[hash].js', postBanner: eager },
          },
        },
      },
    },
    define: Object.fromEntries(
      Object.entries({ ...shown, PAGES, DOCUMENTS: Object.fromEntries(documents) }).map(([name, value]) => [
        `import.meta.env.${name}`,
        JSON.stringify(value),
      ]),
    ),
  },
});
