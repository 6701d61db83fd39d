import { describe, expect, test } from 'vitest';
import { noticesThatFit, opening, roomBeside } from '../../../src/components/sections/home/condense.ts';
import { monthWindow } from '../../../src/lib/monthWindow.ts';
import type { Notice } from '../../../src/service/schemas/notice.ts';

const notice = (id: string, length: number): Notice => ({
  id,
  title: '',
  description: 'x'.repeat(length),
  image: null,
  attachment: null,
});

describe('The notices of the home page', () => {
  test('are all there when they are short', () => {
    expect(noticesThatFit(Array.from({ length: 6 }, (_, index) => notice(String(index), 100)))).toHaveLength(6);
  });
  test('stop where the page has no more room', () => {
    expect(noticesThatFit(Array.from({ length: 6 }, (_, index) => notice(String(index), 250)))).toHaveLength(2);
  });
  test('are fewer in Hindi, whose letters weigh more', () => {
    const hindi = (id: string) => ({ ...notice(id, 0), description: 'क'.repeat(100) });
    expect(noticesThatFit(['1', '2', '3'].map(hindi))).toHaveLength(2);
  });
  test('are one at least', () => expect(noticesThatFit([notice('long', 9000)])).toHaveLength(1));
});

test('what home shows of a message ends with a whole paragraph, where enough of it is whole', () => {
  expect(opening(['Dear parents,', 'Welcome.'], 40)).toEqual(['Dear parents,', 'Welcome.']);
  expect(opening(['Dear parents, dear students,', 'Supercalifragilistic'], 33)).toEqual(['Dear parents, dear students,']);
  expect(opening(['Dear parents, dear students,', 'a sentence that does not fit'], 40)).toEqual(['Dear parents, dear students,']);
  expect(opening(['Dear parents,', 'a sentence that does not fit at all'], 40)).toEqual([
    'Dear parents,',
    'a sentence that does…',
  ]);
});

describe('The room that home has for the entries of its calendar', () => {
  const items = (count: number, title: number, description = 0) =>
    Array.from({ length: count }, () => ({ title: 'x'.repeat(title), description: 'x'.repeat(description) }));

  test('takes 24 entries of an ordinary month beside full cards', () => {
    const cards = [...items(9, 35, 400), ...items(5, 25, 60), ...items(8, 15), ...items(6, 50)];
    const entries = Array.from({ length: 24 }, (_, at) => ({
      title: 'x'.repeat(40),
      date: { day: `2026-11-${String(at + 1).padStart(2, '0')}` },
      attachments: [],
    }));
    const { entries: shown } = monthWindow(entries, '2026-11-20', { size: roomBeside(cards), entry: 20, files: 40, file: 190 });
    expect(shown).toHaveLength(24);
  });

  test('is less beside many or Hindi words, and never none', () => {
    expect(roomBeside(items(9, 60))).toBe(roomBeside([]) - 540);
    expect(roomBeside([{ name: 'क'.repeat(20) }])).toBe(roomBeside([]) - 40);
    expect(roomBeside(items(100, 100))).toBe(700);
  });
});
