import { expect, test } from 'vitest';
import { readFileWarnings } from '../../../src/service/fileWarnings.ts';

const warning = (at: number) => ({ collection: 'news', item: `news/${at}.yaml`, why: 'it cannot be read.' });
const read = (list: unknown) => readFileWarnings(Buffer.from(JSON.stringify(list)));

test('the first warnings of a service about its files are told, the others counted', () => {
  const list = Array.from({ length: 6000 }, (_, at) => warning(at));
  expect(read(list.slice(0, 200))).toEqual(list.slice(0, 200));
  const told = read(list);
  expect(told).toEqual([...list.slice(0, 200), { collection: 'content', item: 'other files', why: 'and 5800 more' }]);
});

test('a warning that is long is told in part', () => {
  expect(read([{ ...warning(1), why: 'x'.repeat(1_000_000) }])).toEqual([{ ...warning(1), why: 'x'.repeat(1000) }]);
});

test('what is no list of warnings is none', () => {
  for (const body of [{}, [1], [{ item: 'a' }], null]) expect(read(body)).toBeNull();
});
