import fc from 'fast-check';
import { describe, test } from 'vitest';
import { SiteLife } from '../support/siteLife.ts';
import { siteStep } from '../support/siteSteps.ts';

/** Sequences of this many steps; `SITE_RUNS` makes a longer night of it. */
const STEPS = 13;
const RUNS = Number(process.env.SITE_RUNS ?? 2);
/** The same life in every run of the tests, another one in a longer night. */
const SEED = process.env.SITE_RUNS ? undefined : 20_261_121;

describe('after every step of a random life of the real site', () => {
  test('the published tree equals a clean build, byte for byte', { timeout: 60_000 + RUNS * 60_000 }, async () => {
    const steps = fc.array(siteStep, { minLength: STEPS, maxLength: STEPS });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const life = await SiteLife.begin();
        try {
          for (const step of all) await life.take(step);
        } finally {
          await life.end();
        }
      }),
      { numRuns: RUNS, endOnFailure: true, seed: SEED },
    );
  });
});
