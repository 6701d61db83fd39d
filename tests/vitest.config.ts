import { availableParallelism } from 'node:os';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

const root = new URL('..', import.meta.url).pathname;

type Files = Parameters<BaseSequencer['sort']>[0];

/**
 * Projects in the order in which they run. Those come first that wait for programs and clocks: the browser tests beside them
 * use the processors meanwhile. The last one only computes.
 */
const ORDER = ['site', 'contract', 'unit', 'property'];

/** Files that take long: each begins with its project, so that no processor waits for one at the end. By size they would come late. */
const LONG =
  /\/(?:site\/(?:dev|serve|commands|exactlyOnce|killedWorker|large|publishes|readers|webhook)|contract\/(?:newCollection|secondSchool|state)|unit\/(?:content-service\/contentFile|gateway\/uploadScheduler|media\/store\/failures|worker\/worker)|property\/(?:longText|site))\.test/;

/** What a change breaks most often: the engine and the renderer, which need no site. It is known in some seconds. */
const FIRST = /\/unit\/(?:engine|render)\//;

function rankOf({ moduleId, project }: Files[number]): number {
  if (FIRST.test(moduleId)) return 0;
  return 1 + 2 * ORDER.indexOf(project.name) + (LONG.test(moduleId) ? 0 : 1);
}

class LongFirst extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Not `Intl`: a formatter of a fake clock that a module keeps would tell the next file's tests that clock's time. */
const FAKED: NonNullable<NonNullable<TestUserConfig['fakeTimers']>['toFake']> = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'Date',
  'performance',
];

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
      fakeTimers: { toFake: FAKED },
      // The compiled site is a program by itself, to be loaded as Node loads it.
      server: { deps: { external: [/\/\.compiled\//] } },
      ...options,
    },
  };
}

export default defineConfig({
  root,
  test: {
    // The browser tests run beside them with as many: more only take turns.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFirst },
    globalSetup: ['tests/support/temporarySetup.ts'],
    projects: [
      part('unit', {}),
      part('property', {}),
      part('contract', { exclude: ['tests/contract/site/**'] }),
      part('site', {
        include: ['tests/contract/site/**/*.test.ts'],
        globalSetup: ['tests/support/siteSetup.ts'],
      }),
    ],
  },
});
