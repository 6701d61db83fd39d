import { expect, test } from 'vitest';
import { datedTitle } from '../../../src/lib/datedTitle.ts';

test('a title that begins with a day or with days is told apart from them, also after an hour', () => {
  expect(datedTitle('From 1 Dec: registration')).toEqual({ when: 'From 1 Dec', what: 'registration' });
  expect(datedTitle('Saturday, 5 Dec, 4:30 pm: annual day')).toEqual({ when: 'Saturday, 5 Dec, 4:30 pm', what: 'annual day' });
  expect(datedTitle('23 Dec to 3 Jan: winter holidays: dates')).toEqual({
    when: '23 Dec to 3 Jan',
    what: 'winter holidays: dates',
  });
});

test('other titles have no day, also those with a colon or with a day behind it', () => {
  for (const title of ['', 'Book list 2026-27', 'Class XI: syllabus', 'Fees: pay until 20 Jan', 'School opens on 4 Jan 2027'])
    expect(datedTitle(title)).toBeNull();
});
