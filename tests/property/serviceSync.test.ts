import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SiteDatabase } from '../../src/database/siteDatabase.ts';
import { changingService, stepOf, take } from '../support/changingService.ts';

const NAMES = ['news', 'gallery', 'principalMessage'] as const;
const REFERENCES = ['a.jpg', 'b c.jpg', 'd.pdf'];

const item = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('null', '7', '"text"', '{}', '[]') },
  {
    weight: 6,
    arbitrary: fc
      .record({
        _id: fc.option(fc.constantFrom('1', '2', '3', 4, '5', '6', '', 'x'.repeat(65))),
        fromDate: fc.constantFrom('2025-03-05', '21/11/2026'),
        title: fc.constantFrom('A', 'B', '', 'हिन्दी "]}', '<b>'),
        name: fc.constantFrom('N', ''),
        message: fc.constantFrom('<p>m</p><script>x</script>', ''),
        category: fc.constantFrom('PhotoGallery', 'PhotoGallery', 'Other'),
        image: fc.option(fc.constantFrom(...REFERENCES)),
        attachments: fc.array(fc.constantFrom(...REFERENCES), { maxLength: 2 }),
      })
      .map((value) => JSON.stringify(value)),
  },
);

const runs = Number(process.env.PROPERTY_RUNS ?? 120);

/** All that is published and told, without the numbers that a database gives. */
function contentOf(database: SiteDatabase) {
  const items = 'SELECT collection, id, shown, note, entity, raw FROM item ORDER BY collection, place';
  const entries = 'SELECT list, path, rank, day, grp, weight FROM entry ORDER BY list, rank, place';
  return [database.prepare(items).all(), database.prepare(entries).all()];
}

test('after any changes the content equals what is read from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf(NAMES, item, REFERENCES), { minLength: 1, maxLength: 14 }), async (steps) => {
      const service = changingService();
      try {
        let machine = service.open('site');
        for (const [at, change] of steps.entries()) {
          take(service.outside, change);
          if (change.kind === 'reopen') machine = service.open('site');
          const outcome = await service.sync(machine);
          if (service.outside.failing.size) continue;
          const scratch = service.open(`scratch ${at}`);
          const whole = await service.sync(scratch, { force: true });
          expect(contentOf(machine.database)).toEqual(contentOf(scratch.database));
          expect(outcome.leftOut).toEqual(whole.leftOut);
          expect(outcome.warnings).toEqual(whole.warnings);
          expect(outcome.stale).toEqual([]);
        }
      } finally {
        service.close();
      }
    }),
    { numRuns: runs },
  );
});
