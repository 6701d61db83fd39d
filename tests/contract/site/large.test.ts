import { beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { ROUTES } from '../../../src/lib/routes.ts';
import { codeVersion } from '../../../src/render/code.ts';
import { openCompiledSite } from '../../../src/render/compile.ts';
import type { CompiledSite } from '../../../src/render/compiled.ts';
import { createWorld } from '../../../src/render/world.ts';
import { answersAbout } from '../../support/content.ts';
import { largeSchool } from '../../support/largeSchool.ts';
import { brotliSize } from '../../support/published.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';

const PAGE_BUDGET = 13_000;
const HOME_BUDGET = 14_500;
const budgetOf = (page: string) => (page === '/' ? HOME_BUDGET : PAGE_BUDGET);
const DAY = '2026-11-21';
/** Compressing takes longer than rendering: of each folder's pages so many are weighed, spread evenly and the same each time. */
const SAMPLE = 2;

let site: CompiledSite;

beforeAll(async () => {
  const settings = settingsFor('/nowhere');
  const opened = await openCompiledSite(ROOT, settings, codeVersion(ROOT, settings), () => {});
  if (!opened.ok) throw new Error(opened.message);
  site = opened.value;
});

function worldOf(size: number) {
  const school = largeSchool(size);
  // Closures at the top of every page weigh more than the same highlights in the marquee.
  const highlight = (school.highlight ?? []).map((item, at) => ({ ...item, closure: at < 3 }));
  const answers = answersAbout({ ...school, highlight }, DAY);
  const media = { resolveAssets: async () => null };
  const world = createWorld({ site, content: answers.content, media, origins: { contentService: null }, secrets: [] });
  return { pages: answers.pages(), render: (page: string) => world.render(page, (query) => answers.ask(query).value) };
}

/** Every route, the 404 page, and of each folder the first, the last and some between. */
function sample(pages: readonly string[]): string[] {
  const folders = Map.groupBy(pages, (page) => page.slice(0, page.lastIndexOf('/') + 1));
  return [...folders].flatMap(([folder, all]) => {
    if (folder === '/') return all;
    const scattered = [...all].sort((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1)).slice(0, SAMPLE);
    return [...new Set([...scattered, ...all.slice(0, 1), ...all.slice(-1)])];
  });
}

describe.each([100, 10_000])('with %i items a collection, texts as long as the contract allows', (size) => {
  test('a page with its styles is at most 13,000 bytes of brotli, home 14,500', async () => {
    const world = worldOf(size);
    const html = world.pages.filter((page) => !/\.(?:json|xml|txt|ics)$/.test(page));
    expect(html).toEqual(expect.arrayContaining([...ROUTES]));
    const weights: Record<string, number> = {};
    for (const page of sample(html)) {
      const [file] = await world.render(page);
      weights[page] = brotliSize(Buffer.from(file?.bytes ?? []), budgetOf(page));
    }
    expect(Object.keys(weights).length).toBeGreaterThan(60);
    expect(Object.entries(weights).filter(([page, weight]) => weight > budgetOf(page))).toEqual([]);
  });
});
