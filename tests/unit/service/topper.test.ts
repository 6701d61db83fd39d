import { expect, test } from 'vitest';
import { COLLECTIONS } from '../../../src/collections/index.ts';
import { readClass, readDivision, readSession } from '../../../src/service/schemas/topper.ts';

test.each([
  [98.4, '98.4%'],
  [100, '100%'],
  ['98.4', '98.4%'],
  ['98.40', '98.40%'],
  ['98.4%', '98.4%'],
  [' 98.4 % ', '98.4%'],
  ['First', 'First'],
  ['98.4 per cent', '98.4 per cent'],
  ['', ''],
  [null, ''],
  [{}, ''],
])('division %j is shown as %j', (value, expected) => {
  expect(readDivision(value)).toBe(expected);
});

test.each([
  ['2023-2024', '2023-2024'],
  ['2023-24', '2023-2024'],
  ['2023–24', '2023-2024'],
  ['2023–2024', '2023-2024'],
  ['2023 — 2024', '2023-2024'],
  ['2023/24', '2023-2024'],
  ['2023 to 2024', '2023-2024'],
  ['1999-00', '1999-2000'],
  [' 2023-24 ', '2023-2024'],
  ['2023', null],
  ['2023-2026', null],
  ['2024-23', null],
  ['23-24', null],
  [2023, null],
  [null, null],
])('session %j is %j', (value, expected) => {
  expect(readSession(value)).toBe(expected);
});

test.each([
  ['X', 'X'],
  ['x', 'X'],
  [10, 'X'],
  ['10', 'X'],
  ['10th', 'X'],
  ['Class X', 'X'],
  ['class-10', 'X'],
  ['XII', 'XII'],
  ['xii', 'XII'],
  [12, 'XII'],
  ['Class XII', 'XII'],
  ['CLASS 12', 'XII'],
  ['XI', null],
  ['IX', null],
  [11, null],
  ['', null],
  [null, null],
])('class %j is %j', (value, expected) => {
  expect(readClass(value)).toBe(expected);
});

test.each([
  [{ name: 'N', class: 'IX', sessionYear: '2023-24' }, '"N": its class is neither X nor XII'],
  [{ name: 'N', class: 'X' }, '"N": its session is not two years in succession, such as 2023-2024'],
])('a topper that no page would show is named: %j', async (item, why) => {
  const ignore = () => undefined;
  const context = {
    zone: 'Asia/Kolkata',
    closureMark: '!',
    media: () => ({ kind: 'missing' as const }),
    sanitise: String,
    warn: ignore,
  };
  const { read: readItem } = await COLLECTIONS.topper.schema();
  expect(readItem(item, context).reading).toEqual({ kind: 'unreadable', why });
});
