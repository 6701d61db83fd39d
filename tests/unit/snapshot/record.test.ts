import { expect, test, vi } from 'vitest';
import { PersistedResponse } from '../../../src/snapshot/record.ts';

const list = (text: string) => ({ body: Buffer.from(text), bounds: Uint32Array.of(1, 2), open: 0, close: 2 });

test('a response is read once while somebody has it, also after it was written down', () => {
  const read = vi.fn(() => list('[1]'));
  const response = new PersistedResponse(read);
  const got = response.get();
  const readAgain = vi.fn(() => list('[1]'));
  response.moveTo(readAgain);
  expect(response.get()).toBe(got);
  expect([read, readAgain].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

test('a response that cannot be read is asked for anew', () => {
  const read = vi.fn<() => ReturnType<typeof list> | null>(() => null);
  const response = new PersistedResponse(read);
  expect(response.get()).toBeNull();
  read.mockImplementation(() => list('[1]'));
  expect(response.get()?.body.toString()).toBe('[1]');
});
