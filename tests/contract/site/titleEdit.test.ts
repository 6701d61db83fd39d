import { expect, test } from 'vitest';
import type { CollectionName } from '../../../src/collections/index.ts';
import { codeVersion } from '../../../src/render/code.ts';
import { openCompiledSite } from '../../../src/render/compile.ts';
import { createWorld } from '../../../src/render/world.ts';
import { QueryEvaluator } from '../../../src/snapshot/evaluator.ts';
import { QUERIES } from '../../../src/snapshot/queries/index.ts';
import { largeSchool } from '../../support/largeSchool.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';
import { type Content, snapshotOf } from '../../support/snapshot.ts';

const DAY = '2026-11-21';
const SIZE = 200;
const content = largeSchool(SIZE);
const answersTo = (of: Content) => new QueryEvaluator(QUERIES, snapshotOf(of), DAY);

async function openWorld(answers: QueryEvaluator) {
  const settings = settingsFor('/nowhere');
  const site = await openCompiledSite(ROOT, settings, codeVersion(ROOT, settings), () => {});
  if (!site.ok) throw new Error(site.message);
  const media = { resolveAssets: async () => null };
  return createWorld({ site: site.value, answers, media, origins: { contentService: null }, secrets: [] });
}

/** The content with another title for one item of a list. */
function retitled(name: CollectionName, at: number): Content {
  const items = content[name]?.map((item, place) => (place === at ? { ...item, title: 'Another title' } : item));
  return { ...content, [name]: items };
}

test('one edited title renders at most 12 pages however many there are, and at most 5 files of the search', async () => {
  const before = answersTo(content);
  const world = await openWorld(before);
  const pages = [...world.pages()];
  const traces = new Map<string, readonly string[]>();
  for (const page of pages) traces.set(page, (await world.render(page)).queries);
  expect(pages.length).toBeGreaterThan(4 * SIZE);
  for (const [name, at] of [
    ['news', 1],
    ['news', SIZE / 2],
    ['events', 1],
    ['events', SIZE / 2],
    ['academicCalender', 0],
  ] as const) {
    const after = answersTo(retitled(name, at));
    const changed = pages.filter((page) => traces.get(page)?.some((key) => before.ask(key).digest !== after.ask(key).digest));
    const isSearch = (page: string) => page.startsWith('/data/search');
    expect(changed.length, `after a title of ${name}`).toBeGreaterThan(1);
    expect(changed.filter((page) => !isSearch(page)).length, changed.join(' ')).toBeLessThanOrEqual(12);
    expect(changed.filter(isSearch).length, changed.join(' ')).toBeLessThanOrEqual(5);
  }
});
