import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('./wholePage.ts', import.meta.url));
const renderer = fileURLToPath(new URL('./reactRenderer.ts', import.meta.url));
const inject = { Response: [page, 'PageResponse'], TextEncoder: [page, 'PageEncoder'] };

/** Decided here, React's development build stays out: half a megabyte that each rebuild would read and keep. */
const define = { 'process.env.NODE_ENV': '"production"' };

/** Puts our `Response`, `TextEncoder` and renderer of React components in place of others', in the server's bundle only. */
const quickPages = {
  name: 'quick-pages',
  enforce: 'pre',
  configEnvironment: (name) => (name === 'ssr' ? { define, build: { rolldownOptions: { transform: { inject } } } } : null),
  resolveId: (id) => (id === '@astrojs/react/server.js' ? renderer : null),
};

/**
 * Astro adapter that makes the compiled site a library: the bundle exports `createApp`, and the renderer asks it for
 * one page at a time.
 * @returns {import('astro').AstroIntegration}
 */
export function compiledSite() {
  return {
    name: 'compiled-site',
    hooks: {
      // Packages go into the bundle: a cold rebuild would spend longer finding them than rendering its pages.
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return;
        updateConfig({ vite: { ssr: { noExternal: true }, plugins: [quickPages] } });
      },
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'compiled-site',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./entry.ts', import.meta.url),
          supportedAstroFeatures: { serverOutput: 'stable', staticOutput: 'stable', sharpImageService: 'stable' },
        }),
    },
  };
}
