import { expect, test } from 'vitest';
import { printable, printableLines } from '../../../src/lib/printable.ts';

test('nothing printed moves the cursor, fakes a line or turns the direction of text', () => {
  expect(printable('a\u001b[2Jb\r\nc\u009bd\u202ee')).toBe('a\\u001b[2Jb\\u000d\\u000ac\\u009bd\\u202ee');
  expect(printableLines('a\u0007\nb')).toBe('a\\u0007\nb');
});

test('what people write is left alone', () => {
  const text = 'नमस्ते – “Prize day” 🎉 कक्षा १०';
  expect(printable(text)).toBe(text);
});

test('JSON is still the same value', () => {
  const value = { title: 'a\u009b\u202e\n' };
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
});
