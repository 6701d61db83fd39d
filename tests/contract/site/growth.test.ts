/** What a site keeps between rebuilds does not grow with the number of publishes. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeContentService } from '../../support/fakeContentService.ts';
import { smallPicture } from '../../support/pictures.ts';
import { build, openRig } from '../../support/rig.ts';
import { filesOf } from '../../support/trees.ts';

/** Publishes after which everything is there that is kept for a while, the history at the desk among it. */
const FIRST = 30;
const LAST = 36;

/** Rows of each table of the cache but one: of rebuilds the last thousand are remembered. */
function rowsIn(cacheDir: string): Record<string, number> {
  const database = new DatabaseSync(join(cacheDir, 'site.db'), { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'rebuild'").all();
  const rows = tables.map(({ name }) => {
    const counted = database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get();
    return [String(name), Number(counted?.rows)] as const;
  });
  database.close();
  return Object.fromEntries(rows);
}

test(`${LAST} publishes leave no more rows and files than ${FIRST}`, async () => {
  const school = await startFakeContentService({}, new Map([['stays.jpg', await smallPicture(1)]]));
  const rig = await openRig({ service: school, settings: { keepReleases: { last: 3, days: 0, weeks: 0 } } });
  onTestFinished(() => rig.close());
  const publish = async (number: number) => {
    school.lists = {
      news: [{ _id: 'n', title: `News ${number}`, description: 'A text.', fromDate: '2026-11-20', image: 'stays.jpg' }],
      events: [{ _id: 'e', title: `Event ${number % 2}`, date: '2026-12-19' }],
    };
    const rebuilt = await rig.site.rebuild();
    expect(rebuilt).toMatchObject({ ok: true, value: { report: { written: expect.arrayContaining(['News.html']) } } });
  };
  const { settings, dist } = rig;
  const kept = () => ({
    rows: rowsIn(settings.cacheDir),
    files: filesOf(settings.cacheDir).length,
    published: filesOf(dist).length,
  });

  school.lists = { news: [{ _id: 'n', title: 'News 0', fromDate: '2026-11-20' }] };
  await build(rig);
  for (let number = 1; number <= FIRST; number += 1) await publish(number);
  const before = kept();
  for (let number = FIRST + 1; number <= LAST; number += 1) await publish(number);
  expect(kept()).toEqual(before);
});
