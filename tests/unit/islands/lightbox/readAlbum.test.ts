import { describe, expect, test } from 'vitest';
import { readLiveAlbum } from '../../../../src/islands/lightbox/albumById.ts';

const ALBUM = {
  _id: 'a1',
  title: 'Sports day',
  category: 'PhotoGallery',
  date: '2026-11-20',
  description: 'Races',
  attachments: ['x y.jpg'],
};
const read = (answer: unknown, id = 'a1') => readLiveAlbum(answer, id, 'Asia/Kolkata');

describe('the answer about one album', () => {
  test('is read bare, wrapped or as an array of one', () => {
    for (const answer of [ALBUM, [ALBUM], { data: ALBUM }, { result: [ALBUM] }, { success: true, data: { gallery: ALBUM } }])
      expect(read(answer)?.title).toBe('Sports day');
  });

  test('gives the fields of a page', () => {
    expect(read(ALBUM)).toEqual({
      title: 'Sports day',
      description: 'Races',
      date: { day: '2026-11-20', at: Date.parse('2026-11-20T00:00:00+05:30') },
      photos: ['/api/image/x%20y.jpg'],
    });
  });

  test('is no album when it is empty, of another identity or of another category', () => {
    for (const answer of [null, [], {}, { data: null }, 'no', 7, { message: 'not found' }]) expect(read(answer)).toBeNull();
    expect(read(ALBUM, 'a2')).toBeNull();
    expect(read({ ...ALBUM, category: 'Staff' })).toBeNull();
  });

  test('may lack everything but one field', () => {
    expect(read({ attachments: [] })).toEqual({ title: 'Untitled album', description: '', date: null, photos: [] });
    expect(read({ title: 'T', date: 'soon', attachments: 'one.jpg' })).toMatchObject({
      date: null,
      photos: ['/api/image/one.jpg'],
    });
  });

  test('names photos only below the service, whatever the reference', () => {
    const attachments = [
      'a/../b?#.jpg',
      { image: 'c.jpg' },
      'https://elsewhere.example/x.jpg',
      'https://service.example/api/image/d.jpg',
      3,
    ];
    expect(read({ ...ALBUM, attachments })?.photos).toEqual([
      '/api/image/a%2F..%2Fb%3F%23.jpg',
      '/api/image/c.jpg',
      null,
      '/api/image/d.jpg',
    ]);
  });
});
