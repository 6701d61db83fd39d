/**
 * Astro adapter that makes the compiled site a library: the bundle exports `createApp`, and the renderer asks it for
 * one page at a time. It lives inside the project, so that the bundle's bare imports resolve.
 * @returns {import('astro').AstroIntegration}
 */
export function compiledSite() {
  return {
    name: 'compiled-site',
    hooks: {
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
