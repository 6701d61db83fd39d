import { expect, test } from 'vitest';
import type { CollectionName } from '../../../src/collections/index.ts';
import { codeVersion } from '../../../src/render/code.ts';
import { openCompiledSite } from '../../../src/render/compile.ts';
import { createWorld } from '../../../src/render/world.ts';
import { type Answers, answersAbout, type Content } from '../../support/content.ts';
import { largeSchool } from '../../support/largeSchool.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';

const DAY = '2026-11-21';
const SIZE = 200;
const content = largeSchool(SIZE);
const answersTo = (of: Content) => answersAbout(of, DAY);

async function openWorld({ content: of }: Answers) {
  const settings = settingsFor('/nowhere');
  const site = await openCompiledSite(ROOT, settings, codeVersion(ROOT, settings), () => {});
  if (!site.ok) throw new Error(site.message);
  const media = { resolveAssets: async () => null };
  return createWorld({ site: site.value, content: of, media, origins: { contentService: null }, secrets: [] });
}

/** The content with another title for one item of a list. */
function retitled(name: CollectionName, at: number): Content {
  const items = content[name]?.map((item, place) => (place === at ? { ...item, title: 'Another title' } : item));
  return { ...content, [name]: items };
}

test('one edited title renders at most 11 pages however many there are, and at most 4 data files', async () => {
  const before = answersTo(content);
  const world = await openWorld(before);
  const pages = before.pages();
  const traces = new Map<string, readonly string[]>();
  for (const page of pages) {
    const asked = new Set<string>();
    await world.render(page, (query) => {
      asked.add(query);
      return before.ask(query).value;
    });
    traces.set(page, [...asked]);
  }
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
    const isData = (page: string) => page.startsWith('/data/');
    expect(changed.length, `after a title of ${name}`).toBeGreaterThan(1);
    expect(changed.filter((page) => !isData(page)).length, changed.join(' ')).toBeLessThanOrEqual(11);
    expect(changed.filter(isData).length, changed.join(' ')).toBeLessThanOrEqual(4);
  }
});
