import { describe, expect, test } from 'vitest';
import type { Topper } from '../../../src/service/schemas/topper.ts';
import { begin, config, dataFile, settled, stubBrowser, titles } from '../../support/listStore.ts';

stubBrowser();

describe('toppers', () => {
  const topper = (name: string): Topper => ({
    id: name,
    name,
    stream: '',
    division: '',
    session: '2025-2026',
    class: 'X',
    photo: null,
  });
  const session = () => [dataFile('2025-2026', [topper('Ann A'), topper('Bo B'), topper('Jo-Ann C')])];
  const settings = () => config(session(), { kind: 'toppers', period: '2025-2026', year: '2026' });

  test('hide no card when searched: those that match are found', async () => {
    const list = begin(settings());
    list.choose({ query: 'ann' }, 'replace');
    await settled(list);
    const { view } = list.$list.get();
    expect(titles(list)).toEqual(['Ann A', 'Bo B', 'Jo-Ann C']);
    expect(view.total).toBe(3);
    expect([...(view.found ?? [])].map((item) => item.id)).toEqual(['Ann A', 'Jo-Ann C']);
    list.choose({ query: '' }, 'replace');
    expect(list.$list.get().view).toMatchObject({ printed: true, found: null });
  });

  test('are shown down to the last that a search finds, and none that is shown goes away', async () => {
    const many = Array.from({ length: 60 }, (_, index) => topper(`Pupil ${index + 1}`));
    const list = begin(config([dataFile('2025-2026', many)], { kind: 'toppers', period: '2025-2026', year: '2026' }));
    list.choose({ query: 'Pupil 30' }, 'replace');
    await settled(list);
    expect(list.$list.get().view).toMatchObject({ total: 60, shown: 30 });
    list.showMore();
    list.choose({ query: 'Pupil 1' }, 'replace');
    expect(list.$list.get().view.shown).toBe(54);
    list.choose({ query: '' }, 'replace');
    expect(list.$list.get().view).toMatchObject({ shown: 54, found: null });
  });

  test('are none when neither session has records', () => {
    const list = begin(config([dataFile('2020-2021', [topper('Old')])], { kind: 'toppers', period: '2025-2026', year: '2026' }));
    expect(list.$list.get()).toMatchObject({ phase: 'ready', filter: { period: '2025-2026' }, view: { total: 0 } });
  });
});
