import fc from 'fast-check';
import { describe, test } from 'vitest';
import { SiteRun } from '../support/siteRun.ts';
import { oneOfEachKind, siteStep } from '../support/siteSteps.ts';

/** Steps of a random sequence; `SITE_RUNS` is the number of sequences. */
const STEPS = 13;
const RUNS = Number(process.env.SITE_RUNS ?? 1);
/** Without `SITE_RUNS` one sequence is tested, with a step of each kind, the same in every test run. */
const SEED = process.env.SITE_RUNS ? undefined : 20_261_121;
const anySteps = fc.array(siteStep, { minLength: STEPS, maxLength: STEPS });

describe('after every step of a random sequence on the real site', () => {
  test('the published tree equals a clean build, byte for byte', { timeout: 240_000 + RUNS * 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(process.env.SITE_RUNS ? anySteps : oneOfEachKind, async (all) => {
        const run = await SiteRun.begin();
        try {
          for (const step of all) await run.take(step);
        } finally {
          await run.end();
        }
      }),
      { numRuns: RUNS, endOnFailure: true, seed: SEED },
    );
  });
});
