import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** Where the time of day is read: it is shown, stored, or compared with what was stored or with the day of a visitor. */
const TIME_OF_DAY = [
  'engine/rebuild.ts',
  'gateway/passes.ts',
  'hosting/refresh.ts',
  'islands/calendar/Calendar.tsx',
  'islands/clock/clock.ts',
  'islands/filters/FilterList.tsx',
  'islands/filters/hydrate.tsx',
  'islands/search/start.ts',
  'lib/files.ts',
  'media/store.ts',
  'site/open.ts',
  'site/rebuilder.ts',
  'targets/deploy.ts',
  'targets/dist.ts',
  'targets/ledger.ts',
  'targets/netlify.ts',
  'targets/s3.ts',
  'worker/messages.ts',
  'worker/servedSite.ts',
  'worker/worker.ts',
];

test('the time of day, which may be set, is read nowhere else: all durations are those of the monotonic clock', () => {
  const reading = globSync('**/*.{ts,tsx,astro,mjs}', { cwd: SRC }).filter((file) =>
    /\bDate\.now\b/.test(readFileSync(join(SRC, file), 'utf8')),
  );
  expect(reading.sort()).toEqual(TIME_OF_DAY);
});
