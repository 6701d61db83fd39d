import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EntryList } from '../../../../src/islands/calendar/EntryList.tsx';
import type { CalendarEntry } from '../../../../src/service/schemas/calendarEntry.ts';
import { entity } from '../../../support/readItems.ts';

const ENTRIES = [
  { date: '2026-12-07', title: 'Project week (7 to 11 Dec)' },
  { date: '2026-12-08', title: 'Meeting' },
  { date: '2026-12-12', title: 'Prizes' },
].map((item) => entity('academicCalender', item) as CalendarEntry);

/** What stands under "Earlier this month", and what below it. */
function listed(today: string): (string[] | null)[] {
  const markup = renderToStaticMarkup(<EntryList month="2026-12" entries={ENTRIES} today={today} />);
  return markup.split('</details>').map((part) => part.match(/Project week|Meeting|Prizes/g));
}

test('an entry of several days is folded as earlier once it has ended, also by the clock of a visitor', () => {
  expect(renderToStaticMarkup(<EntryList month="2026-12" entries={ENTRIES} />).match(/data-last="[^"]*"/g)).toEqual([
    'data-last="2026-12-11"',
  ]);
  expect(listed('2026-12-07')).toEqual([null, ['Project week', 'Meeting', 'Prizes']]);
  expect(listed('2026-12-11')).toEqual([['Meeting'], ['Project week', 'Prizes']]);
  expect(listed('2026-12-12')).toEqual([['Project week', 'Meeting'], ['Prizes']]);
});

test('a month of which no entry has room is not said to be empty', () => {
  const shown = (total: number) => renderToStaticMarkup(<EntryList month="2026-12" entries={[]} total={total} />);
  expect(shown(9)).toContain('All 9 entries of December 2026');
  expect(shown(9)).not.toContain('No entries');
  expect(shown(0)).toContain('No entries in December 2026.');
});
