import { describe, expect, test } from 'vitest';
import type { NewsItem } from '../../../../src/service/schemas/news.ts';
import type { Media } from '../../../../src/types/media.ts';
import { news, open } from '../../../support/queryRig.ts';

describe('downloads', () => {
  const pdf = (name: string) => ({
    kind: 'file' as const,
    href: `/files/0123456789ab/${name}.pdf`,
    name: `${name}.pdf`,
    size: 1,
  });
  const withFiles = (id: string, date: string | null, ...names: string[]) => ({
    ...news(id, date),
    attachments: [...names.map(pdf), { kind: 'missing' as const }],
  });
  const year = Array.from({ length: 70 }, (_, at) =>
    withFiles(`n${at}`, `2025-0${1 + Math.floor(at / 28)}-${String(1 + (at % 28)).padStart(2, '0')}`, `a${at}`),
  );
  const names = (files: readonly { readonly file: Media }[]) =>
    files.map(({ file }) => (file.kind === 'file' ? file.name.slice(0, -'.pdf'.length) : file.kind));

  test('stand newest first, every file that is there, numbered where an item has several', () => {
    const { reader } = open({
      news: [withFiles('a', null, 'x'), withFiles('b', '2025-01-02', 'y', 'z'), news('c', '2026-01-01')],
    });
    const { total, files, years } = reader.downloads('news');
    expect([total, names(files), years]).toEqual([3, ['y', 'z', 'x'], []]);
    expect(files.map(({ number, day }) => [number, day])).toEqual([
      [1, '2025-01-02'],
      [2, '2025-01-02'],
      [undefined, undefined],
    ]);
  });

  test('of which there are many continue by year, counted from the oldest', () => {
    const { reader, answers } = open({ news: [...year, withFiles('new', '2026-01-01', 'newest')] });
    const { total, files, years } = reader.downloads('news');
    expect([total, files.length]).toEqual([71, 8]);
    expect(years).toEqual([
      { label: '2026', href: '/Downloads/news/2026', count: 1 },
      { label: '2025', href: '/Downloads/news/2025-2', count: 70 },
    ]);
    expect((answers.ask('downloadParts("news")').value as { href: string }[]).map(({ href }) => href)).toEqual([
      '/Downloads/news/2026',
      '/Downloads/news/2025-2',
      '/Downloads/news/2025',
    ]);
    const oldest = reader.downloadsPart('news', '2025');
    expect(names(oldest?.files ?? [])).toEqual(Array.from({ length: 60 }, (_, at) => `a${59 - at}`));
    expect(oldest?.newer).toEqual({ label: '2025 (2)', href: '/Downloads/news/2025-2' });
    expect(reader.downloadsPart('news', '2024')).toBeNull();
  });

  test('without dates stand in the order of the service', () => {
    const notices = Array.from({ length: 9 }, (_, at) => ({
      id: `${at}`,
      title: `Notice ${at}`,
      description: '',
      image: null,
      attachment: pdf(`p${at}`),
    }));
    const { reader } = open({ notification: notices });
    expect(names(reader.downloads('notices').files)).toEqual(notices.slice(0, 8).map(({ id }) => `p${id}`));
    expect(reader.downloads('notices').years).toEqual([{ label: 'All', href: '/Downloads/notices/all', count: 9 }]);
  });

  test('a part changes when one of two files before its first one goes', () => {
    const two = withFiles('n0', '2025-01-01', 'one', 'two');
    const many = withFiles('n1', '2025-01-02', ...Array.from({ length: 130 }, (_, at) => `f${at}`));
    const digest = (first: NewsItem) => open({ news: [first, many] }).answers.ask('downloadsPart("news","2025-2")').digest;
    expect(digest(withFiles('n0', '2025-01-01', 'one'))).not.toBe(digest(two));
  });
});
