import { describe, expect, test } from 'vitest';
import type { Album } from '../../../../src/service/schemas/album.ts';
import { queryKey } from '../../../../src/snapshot/source.ts';
import { album, ids, open } from '../../../support/queryRig.ts';

describe('the gallery', () => {
  test('shows the current year', () => {
    const { reader } = open({ gallery: [album('old', '2025-02-02'), album('new', '2026-02-02')] });
    const view = reader.list('gallery');
    expect(view.period).toBe('2026');
    expect(ids(view.items)).toEqual(['new']);
    expect(view.periods.map(({ count }) => count)).toEqual([1, 1]);
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

  test('names the albums beside an album, newest first, on each of its pages', () => {
    const albums = ['2025-02-01', '2025-02-02', '2025-02-03'].map((day) => album(day, day, 50));
    const { reader } = open({ gallery: albums });
    for (const page of [1, 2])
      expect(reader.album('2025-02-02', page)).toMatchObject({
        newer: { id: '2025-02-03', date: { day: '2025-02-03' }, picture: albums[2]?.photos[0] },
        older: { id: '2025-02-01' },
      });
    expect(reader.album('2025-02-03', 1)?.newer).toBeNull();
    expect(reader.album('2025-02-01', 1)?.older).toBeNull();
  });

  test('changes the pages of the albums beside an album with its title and cover alone', () => {
    const albums = ['2025-02-01', '2025-02-02', '2025-02-03'].map((day) => album(day, day, 2));
    const [first, second, third] = albums;
    const digests = (gallery: typeof albums) => {
      const { answers } = open({ gallery });
      return gallery.map(({ id }) => answers.ask(queryKey('album', [id, 1])).digest);
    };
    const changed = (middle: Partial<Album>) => {
      const before = digests(albums);
      const after = digests([first, { ...second, ...middle }, third] as typeof albums);
      return after.map((digest, at) => digest !== before[at]);
    };
    expect(changed({ title: 'Another' })).toEqual([true, true, true]);
    expect(changed({ photos: [{ kind: 'image', id: 'a', w: 4, h: 3 }] })).toEqual([true, true, true]);
    expect(changed({ description: 'Other words' })).toEqual([false, true, false]);
  });
});
