import { expect, test, vi } from 'vitest';
import { readDate } from '../../../src/lib/readDate.ts';

vi.mock('../../../src/content/words.ts', () => ({ words: { site: { name: 'Hill Top School' } } }));

test.each([
  ['2026-11-28', '9 am to 1 pm', { startDate: '2026-11-28T09:00:00+05:30', endDate: '2026-11-28T13:00:00+05:30' }],
  ['2026-02-28', '28 to 31 February', { startDate: '2026-02-28' }],
  ['0026-11-28', '9 am', { startDate: '0026-11-28' }],
  ['9999-12-31', '9 pm to 11 pm', { startDate: '9999-12-31T21:00:00+05:30', endDate: '9999-12-31T23:00:00+05:30' }],
  ['9999-12-31', '11 pm to 2 am', { startDate: '9999-12-31T23:00:00+05:30' }],
])('search engines are told of %s, %s: %j', async (day, time, expected) => {
  vi.stubEnv('SITE_URL', 'https://school.example');
  vi.stubEnv('SCHOOL_TIME_ZONE', 'Asia/Kolkata');
  const { structuredTimes } = await import('../../../src/pages/_icalendar.ts');
  const date = readDate(day, 'Asia/Kolkata');
  const event = { id: 'a', title: 'Camp', description: '', venue: '', date, time, images: [], attachments: [] };
  expect(structuredTimes(event)).toEqual(expected);
});
