import { describe, expect, test } from 'vitest';
import { matchesTag, preferredEncoding, requestedRange } from '../../../src/worker/files.ts';

describe('the preferred encoding', () => {
  test.each([
    ['', null],
    ['deflate', null],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, gzip;q=0.8', 'gzip'],
    ['identity;q=1, *;q=0', null],
    ['BR', 'br'],
  ])('of %s is %s', (header, expected) => {
    expect(preferredEncoding(header)).toBe(expected);
  });
});

describe('an entity tag', () => {
  test.each([
    ['', false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
  ])('"a" is named by %s: %s', (header, expected) => {
    expect(matchesTag(header, '"a"')).toBe(expected);
  });
});

describe('a range of a file of 10 bytes', () => {
  test.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=7-', { start: 7, end: 9 }],
    ['bytes=-4', { start: 6, end: 9 }],
    ['bytes=-40', { start: 0, end: 9 }],
    ['bytes=8-40', { start: 8, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-1', null],
    ['', null],
  ])('%s is %j', (header, expected) => {
    expect(requestedRange(header, 10)).toEqual(expected);
  });
});
