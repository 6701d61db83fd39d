import { describe, expect, test } from 'vitest';
import { isNewToVisit, noteShown } from '../../../../src/islands/popup/popup.ts';

function memory() {
  const kept = new Map<string, string>();
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}

describe('Notices', () => {
  test('are new to a visit until they are shown', () => {
    const store = memory();
    expect(isNewToVisit('a1', store)).toBe(true);
    expect(isNewToVisit('a1', store)).toBe(true);
    noteShown('a1', store);
    expect(isNewToVisit('a1', store)).toBe(false);
  });

  test('are new again when they are others', () => {
    const store = memory();
    noteShown('a1', store);
    expect(isNewToVisit('b2', store)).toBe(true);
  });

  test('are new where the browser keeps nothing', () => {
    const denied = () => {
      throw new Error('denied');
    };
    noteShown('a1', denied);
    expect(isNewToVisit('a1', denied)).toBe(true);
  });
});
