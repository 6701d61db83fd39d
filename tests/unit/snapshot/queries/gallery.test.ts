import { describe, expect, test } from 'vitest';
import { album, ids, open } from '../../../support/queryRig.ts';

describe('the gallery', () => {
  test('shows the current year', () => {
    const { reader } = open({ gallery: [album('old', '2025-02-02'), album('new', '2026-02-02')] });
    const view = reader.list('gallery');
    expect(view.period).toBe('2026');
    expect(ids(view.items)).toEqual(['new']);
    expect(view.files.map(({ count }) => count)).toEqual([1, 1]);
  });

  test('falls back to the newest year with albums, and to a later year when there is nothing else', () => {
    expect(open({ gallery: [album('a', '2023-02-02'), album('b', '2024-02-02')] }).reader.list('gallery').period).toBe('2024');
    expect(open({ gallery: [album('a', '2028-02-02')] }).reader.list('gallery').period).toBe('2028');
    expect(open({ gallery: [album('a', null)] }).reader.list('gallery')).toMatchObject({ period: 'All', items: [{ id: 'a' }] });
  });

  test('gives the album by the path of its identity, 48 photos a page', () => {
    const { reader } = open({ gallery: [album('Ab/1', '2025-02-02', 50)] });
    expect(reader.album('~41b~2f1', 1)?.photos).toHaveLength(48);
    expect(reader.album('~41b~2f1', 2)).toMatchObject({ count: 50, page: 2, pages: 2 });
    expect(reader.album('~41b~2f1', 3)).toBeNull();
    expect(reader.album('Ab/1', 1)).toBeNull();
  });
});
