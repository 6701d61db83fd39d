import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { WORKERS } from './support/workers.ts';

const root = new URL('..', import.meta.url).pathname;

type Files = Parameters<BaseSequencer['sort']>[0];

/** What a change breaks most often is known first: the engine and the renderer, in some seconds, as they build no site. */
class EngineFirst extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    const isFirst = ({ moduleId }: Files[number]) => /\/unit\/(?:engine|render)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

/** A part of the tests that `npm test -- NAME` runs. */
function part<Options extends object>(name: string, options: Options) {
  return {
    root,
    // The compiled site sets NODE_ENV for its process, and React's development runtime has no functions in production.
    oxc: { jsx: { runtime: 'automatic' as const, development: false } },
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

/** After the unit tests. */
const LATER = { sequence: { groupOrder: 1 } };

export default defineConfig({
  root,
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: EngineFirst },
    projects: [
      part('unit', {}),
      part('property', LATER),
      part('contract', { ...LATER, exclude: ['tests/contract/site/**'] }),
      part('site', {
        ...LATER,
        include: ['tests/contract/site/**/*.test.ts'],
        globalSetup: ['tests/support/siteSetup.ts'],
      }),
    ],
  },
});
