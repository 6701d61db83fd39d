import { defineConfig } from 'vitest/config';
import { WORKERS } from './support/workers.ts';

const root = new URL('..', import.meta.url).pathname;

/** A part of the tests that `npm test -- NAME` runs. */
function part<Options extends object>(name: string, options: Options) {
  return {
    root,
    test: {
      name,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      // Only what hangs is ended: on a loaded machine a test that compiles the site takes minutes.
      testTimeout: 240_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 60_000 } },
      // A process of its own for each file would take as much of the processor as many a file's tests.
      isolate: false,
      // The compiled site is a program by itself, to be loaded as Node loads it.
      server: { deps: { external: [/\/\.compiled\//] } },
      ...options,
    },
  };
}

export default defineConfig({
  root,
  test: {
    maxWorkers: WORKERS,
    projects: [
      part('unit', {}),
      part('property', {}),
      part('contract', { exclude: ['tests/contract/site/**'] }),
      part('site', { include: ['tests/contract/site/**/*.test.ts'], globalSetup: ['tests/support/siteSetup.ts'] }),
    ],
  },
});
