import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { rulesOf } from '../../../../src/collections/lists.ts';
import { CardList } from '../../../../src/islands/filters/CardList.tsx';
import { entity } from '../../../support/readItems.ts';

const events = ['2027-01-12', '2026-11-28', '2026-11-23', '2026-11-20', '2025-12-05', undefined].flatMap((date, index) => {
  const event = entity('events', { _id: `e${index}`, title: `Event ${index}`, date });
  return 'venue' in event ? [event] : [];
});

const headings = (today?: string) =>
  renderToStaticMarkup(<CardList rules={rulesOf('events')} items={events} today={today} />).match(/(?<=class="year">)[^<]*/g);

test('what is to come stands apart from what is over, and an event of today is to come', () => {
  expect(headings('2026-11-23')).toEqual(['Coming in 2027', 'Coming in 2026', 'Earlier in 2026', '2025', 'Without a date']);
});

test('in an archive, which is for no day, events stand under their years', () => {
  expect(headings()).toEqual(['2027', '2026', '2025', 'Without a date']);
});
