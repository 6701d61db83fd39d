import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDraft, readDraft } from '../../../../src/islands/forms/start.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('what was typed comes back, form by form', () => {
  keepDraft(
    'contact',
    new Map([
      ['name', 'Asha'],
      ['email', ''],
      ['__proto__', 'x'],
    ]),
  );
  expect([...readDraft('contact')]).toEqual([
    ['name', 'Asha'],
    ['__proto__', 'x'],
  ]);
  expect(readDraft('careers').size).toBe(0);
});

test('an emptied form leaves nothing behind', () => {
  keepDraft('contact', new Map([['name', 'Asha']]));
  keepDraft('contact', new Map([['name', '']]));
  expect(stored.size).toBe(0);
});

test.each(['{', 'null', '{"name":"x"}', '[["name",1],["a"],"b"]'])('a damaged draft %s is none', (text) => {
  stored.set('draft:contact', text);
  expect(readDraft('contact').size).toBe(0);
});

test('storage that is full or forbidden is no failure', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => keepDraft('contact', new Map([['name', 'Asha']]))).not.toThrow();
  expect(readDraft('contact').size).toBe(0);
});
