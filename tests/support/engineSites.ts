/** A small site before and after a change of everything: pages, data files, pictures, scripts. */
import type { Item } from './memoryAnswers.ts';
import { MemorySite } from './memoryWorld.ts';

const item = (id: string, day: string | null, picture: string | null = null): Item => ({
  id,
  title: `Title ${id}`,
  body: `Body ${id}`,
  day,
  picture,
});

export function firstSite(mediaDir: string): MemorySite {
  const site = new MemorySite(mediaDir);
  site.content = {
    news: [item('n1', '2026-03-01', 'p1'), item('n2', '2025-01-01'), item('n3', null)],
    albums: [item('a1', null, 'p1'), item('a2', null, 'p2')],
    notes: [item('h1', null)],
  };
  site.sync();
  return site;
}

export function changedSite(mediaDir: string): MemorySite {
  const site = firstSite(mediaDir);
  site.code = 2;
  site.content = {
    news: [item('n1', '2026-03-01', 'p3'), item('n4', '2024-06-01')],
    albums: [item('a1', null, 'p1'), item('a3', null, 'p4')],
    notes: [item('h2', null)],
  };
  site.sync();
  return site;
}
