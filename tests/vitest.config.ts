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
      // Contract tests share the machine's two cores with the services they start.
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // What is waited for may take its time on a loaded machine; the runner's own limit is a second.
      expect: { poll: { timeout: 15_000 } },
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
