import fc from 'fast-check';
import { describe, test } from 'vitest';
import { SiteLife } from '../support/siteLife.ts';
import { oneOfEachKind, siteStep } from '../support/siteSteps.ts';

/** `SITE_RUNS` random lives of so many steps make a longer night of it. */
const STEPS = 13;
const RUNS = Number(process.env.SITE_RUNS ?? 1);
/** Every run of the tests takes one step of each kind, always the same. */
const SEED = process.env.SITE_RUNS ? undefined : 20_261_121;
const anySteps = fc.array(siteStep, { minLength: STEPS, maxLength: STEPS });

describe('after every step of a random life of the real site', () => {
  test('the published tree equals a clean build, byte for byte', { timeout: 240_000 + RUNS * 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(process.env.SITE_RUNS ? anySteps : oneOfEachKind, async (all) => {
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
