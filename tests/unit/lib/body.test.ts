import { describe, expect, test } from 'vitest';
import { collect } from '../../../src/lib/body.ts';

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe('a body in chunks', () => {
  test('is put together whole, up to the limit', async () => {
    expect(String(await collect(chunks('ab', 'cd', 'ef'), 6))).toBe('abcdef');
  });

  test('is null when it is longer than the limit', async () => {
    expect(await collect(chunks('ab', 'cd'), 3)).toBeNull();
  });

  test('is rejected when the source breaks off', async () => {
    async function* broken() {
      yield Buffer.from('ab');
      throw new Error('gone');
    }
    await expect(collect(broken(), 10)).rejects.toThrow('gone');
  });
});
