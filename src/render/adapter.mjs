import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Writes down beside the scripts what each of them loads at once, for the pages that name it (see preload.ts). */
const modulesFile = {
  name: 'modules-file',
  applyToEnvironment: ({ name }) => name === 'client',
  /** @this {{ environment: import('vite').Environment }} */
  writeBundle({ dir }, bundle) {
    const { root } = this.environment.config;
    /** @param {string} file @returns {string[]} */
    const needs = (file) => [...new Set(bundle[file].imports.flatMap((further) => [`/${further}`, ...needs(further)]))];
    const modules = Object.values(bundle).flatMap(({ fileName, isEntry, isDynamicEntry, facadeModuleId }) => {
      if (isEntry) return [[`/${fileName}`, needs(fileName)]];
      const place = relative(root, facadeModuleId ?? '')
        .split(sep)
        .join('/');
      if (isDynamicEntry) return [[`/${place}`, [`/${fileName}`, ...needs(fileName)]]];
      return [];
    });
    writeFileSync(join(dir, '..', 'modules.json'), JSON.stringify(Object.fromEntries(modules)));
  },
};

const page = fileURLToPath(new URL('./whole-page.ts', import.meta.url));
const inject = { Response: [page, 'PageResponse'], TextEncoder: [page, 'PageEncoder'] };

/** Puts our `Response` and `TextEncoder` in place of the platform's, in the server's bundle only. */
const wholePages = {
  name: 'whole-pages',
  configEnvironment: (name) => (name === 'ssr' ? { build: { rolldownOptions: { transform: { inject } } } } : null),
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
        updateConfig({ vite: { ssr: { noExternal: true }, plugins: [modulesFile, wholePages] } });
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
