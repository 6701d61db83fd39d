import { describe, expect, test } from 'vitest';
import { ids, open, topper } from '../../../support/queryRig.ts';

describe('toppers', () => {
  test('show the session from the previous to the current year', () => {
    const view = open({ topper: [topper('a', '2025-2026'), topper('b', '2024-2025')] }).reader.list('toppers-x');
    expect(view).toMatchObject({ period: '2025-2026', year: '2026', items: [{ id: 'a' }] });
  });

  test('fall back one year, and no further', () => {
    expect(open({ topper: [topper('b', '2024-2025')] }).reader.list('toppers-x')).toMatchObject({
      period: '2024-2025',
      items: [{ id: 'b' }],
    });
    expect(open({ topper: [topper('b', '2023-2024')] }).reader.list('toppers-x')).toMatchObject({
      period: '2025-2026',
      items: [],
    });
  });

  test('keep the classes apart and the order of the service', () => {
    const { reader } = open({ topper: [topper('z', '2025-2026'), topper('q', '2025-2026', 'XII'), topper('a', '2025-2026')] });
    expect(ids(reader.list('toppers-x').items)).toEqual(['z', 'a']);
    expect(ids(reader.list('toppers-xii').items)).toEqual(['q']);
  });

  test('cut the data files of a session in the same order', () => {
    const { dataFile } = open({ topper: Array.from({ length: 300 }, (_, at) => topper(`t${at}`, '2025-2026')) });
    expect(dataFile('/data/toppers-x/2025-2026.json')?.items).toMatchObject({ 0: { id: 't0' }, length: 250 });
    expect(dataFile('/data/toppers-x/2025-2026-2.json')?.items).toMatchObject({ 0: { id: 't250' }, length: 50 });
  });

  test('continue long sessions on further parts in the same order', () => {
    const { reader } = open({ topper: Array.from({ length: 30 }, (_, at) => topper(`t${at}`, '2025-2026')) });
    expect(reader.archive('toppers-x', '2025-2026')?.items[0]?.id).toBe('t0');
    expect(ids(reader.archive('toppers-x', '2025-2026-2')?.items ?? [])).toEqual(['t24', 't25', 't26', 't27', 't28', 't29']);
  });
});
