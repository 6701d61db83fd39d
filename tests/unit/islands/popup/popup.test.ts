import { afterEach, describe, expect, test, vi } from 'vitest';
import { isNewToVisit, noteShown } from '../../../../src/islands/popup/popup.ts';

afterEach(() => vi.unstubAllGlobals());

/** A visit of which nothing is known yet. */
function begin() {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}

describe('Notices', () => {
  test('are new to a visit until they are shown', () => {
    begin();
    expect(isNewToVisit('a1')).toBe(true);
    expect(isNewToVisit('a1')).toBe(true);
    noteShown('a1');
    expect(isNewToVisit('a1')).toBe(false);
  });

  test('are new again when they are others', () => {
    begin();
    noteShown('a1');
    expect(isNewToVisit('b2')).toBe(true);
  });

  test('are new where the browser keeps nothing', () => {
    vi.stubGlobal('sessionStorage', null);
    noteShown('a1');
    expect(isNewToVisit('a1')).toBe(true);
  });
});
