import { describe, expect, test } from 'vitest';
import { QUERIES } from '../../../../src/snapshot/queries/index.ts';
import { album, news, open } from '../../../support/queryRig.ts';

describe('answers', () => {
  test('name what they were made of', () => {
    const { answers } = open({ gallery: [album('x', '2026-03-01')] });
    expect([...answers.ask('list("gallery")').inputs].sort()).toEqual(['group:gallery:2026-03', 'skeleton:gallery', 'year']);
    expect([...answers.ask('latest("news",6)').inputs]).toEqual(['slice:news:0:6']);
  });

  test('are known by the names of their functions, by which queries ask one another', () => {
    expect(Object.values(QUERIES).map(({ name }) => name)).toEqual(Object.keys(QUERIES));
  });

  test('refuse a question of another version of the code', () => {
    expect(() => open({}).answers.ask('constructor()')).toThrow('No query answers');
  });
});

test('every page path stands once, in code unit order', () => {
  const paths = open({ news: [news('a', '2025-03-01')], gallery: [album('x', null, 60)] }).reader.pagePaths();
  expect(paths).toEqual([...new Set(paths)].sort());
  expect(paths).toEqual(
    expect.arrayContaining([
      '/',
      '/News',
      '/News/2025-03',
      '/Gallery/undated',
      '/SubGallery/x',
      '/SubGallery/x/2',
      '/Highlights',
    ]),
  );
});
