import { describe, expect, test } from 'vitest';
import { noticesThatFit } from '../../../src/components/sections/home/condense.ts';
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
  test('are one at least', () => expect(noticesThatFit([notice('long', 9000)])).toHaveLength(1));
});
