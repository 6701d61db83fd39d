import { describe, expect, test } from 'vitest';
import { collect } from '../../../src/lib/body.ts';

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe('a body in chunks', () => {
  test.each([0, 3, 6, 10])('is put together whole, with %i bytes announced', async (announced) => {
    expect(String(await collect(chunks('ab', 'cd', 'ef'), 10, announced))).toBe('abcdef');
  });

  test('is null when it is longer than the limit, whatever was announced', async () => {
    expect(await collect(chunks('ab', 'cd'), 3, 2)).toBeNull();
    expect(await collect(chunks('ab', 'cd'), 3)).toBeNull();
  });

  test('is rejected when the source breaks off', async () => {
    async function* broken() {
      yield Buffer.from('ab');
      throw new Error('gone');
    }
    await expect(collect(broken(), 10, 4)).rejects.toThrow('gone');
  });
});
