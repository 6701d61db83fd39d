import { expect, test, vi } from 'vitest';
import { PAGE_GROUPS } from '../../../src/pages/_pageGroups.ts';

vi.mock('../../../src/lib/routes.ts', async (original) => {
  const routes = await original<typeof import('../../../src/lib/routes.ts')>();
  return { ...routes, ROUTES: [...routes.ROUTES, '/LostAndFound'] };
});

vi.mock('../../../src/content/words.ts', async () => {
  const { words } = await import('../../support/words.ts');
  return { words, facts: words.site };
});

const pages = PAGE_GROUPS.flatMap((group) => group.pages);

test('every route is a page that the search finds, a new one by its address; the search itself is none', () => {
  expect(pages).toContainEqual({ href: '/LostAndFound', label: 'Lost and found' });
  expect(pages.map(({ href }) => href)).not.toContain('/Search');
});

test('no page stands in two groups', () => {
  expect(new Set(pages.map(({ href }) => href)).size).toBe(pages.length);
});
