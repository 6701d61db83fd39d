import { beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { ROUTES } from '../../../src/lib/routes.ts';
import { codeVersion } from '../../../src/render/code.ts';
import { openCompiledSite } from '../../../src/render/compile.ts';
import type { CompiledSite } from '../../../src/render/compiled.ts';
import { createWorld } from '../../../src/render/world.ts';
import { QueryEvaluator } from '../../../src/snapshot/evaluator.ts';
import { QUERIES } from '../../../src/snapshot/queries/index.ts';
import { largeSchool } from '../../support/largeSchool.ts';
import { brotliSize } from '../../support/published.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';
import { snapshotOf } from '../../support/snapshot.ts';

const PAGE_BUDGET = 13_000;
const HOME_BUDGET = 14_000;
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
  const snapshot = snapshotOf({ ...school, highlight });
  const media = { resolveAssets: async () => null };
  return createWorld({
    site,
    answers: new QueryEvaluator(QUERIES, snapshot, DAY),
    media,
    origins: { contentService: null },
    secrets: [],
  });
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
  test('a page with its styles is at most 13,000 bytes of brotli, home 14,000', async () => {
    const world = worldOf(size);
    const html = [...world.pages()].filter((page) => !/\.(?:json|xml|txt|ics)$/.test(page));
    expect(html).toEqual(expect.arrayContaining([...ROUTES]));
    const weights: Record<string, number> = {};
    for (const page of sample(html)) {
      const { files } = await world.render(page);
      weights[page] = brotliSize(Buffer.from(files[0]?.bytes ?? []), budgetOf(page));
    }
    expect(Object.keys(weights).length).toBeGreaterThan(60);
    expect(Object.entries(weights).filter(([page, weight]) => weight > budgetOf(page))).toEqual([]);
  });
});
