import { describe, expect, test } from 'vitest';
import type { NewsItem } from '../../../../src/service/schemas/news.ts';
import type { Content } from '../../../support/content.ts';
import { album, days, news, open } from '../../../support/queryRig.ts';

describe('the page of an item', () => {
  const content = { news: [...days(30)].map((day, at) => news(`N ${at}`, day)) };
  const digests = (from: Content) => {
    const { answers, reader } = open(from);
    const paths = reader.pagePaths().filter((path) => path.startsWith('/News/item/'));
    return new Map(paths.map((path) => [path, answers.ask(`item("news","${path.slice('/News/item/'.length)}")`).digest]));
  };
  const changed = (before: Content, after: Content) => {
    const old = digests(before);
    return [...digests(after)].flatMap(([path, digest]) => (old.get(path) === digest ? [] : [path])).sort();
  };
  const edit = (id: string, change: Partial<NewsItem>) => ({
    news: content.news.map((item) => (item.id === id ? { ...item, ...change } : item)),
  });

  test('stands at its escaped identity and names its neighbours in the order of the list', () => {
    const { reader } = open(content);
    expect(reader.item('news', '~4e~203')).toMatchObject({
      item: { id: 'N 3' },
      newer: { id: 'N 4', title: 'News N 4' },
      older: { id: 'N 2', title: 'News N 2' },
    });
    expect(reader.item('news', '~4e~2029')?.newer).toBeNull();
    expect(reader.item('news', '~4e~200')?.older).toBeNull();
    expect(reader.item('news', 'N 3')).toBeNull();
  });

  test('shows its neighbours with their pictures: an event with its first', () => {
    const images = [{ kind: 'missing' as const }, { kind: 'image' as const, id: 'b', w: 4, h: 3 }];
    const event = (day: string) => ({ ...news(day, day), venue: '', time: '', images });
    const { reader } = open({ events: [event('2026-03-02'), event('2026-03-01')] });
    expect(reader.item('events', '2026-03-01')?.newer).toMatchObject({ date: { day: '2026-03-02' }, picture: images[0] });
    expect(open(content).reader.item('news', '~4e~203')?.newer?.picture).toBeNull();
  });

  test('is another one from the day after an event, and for no other item', () => {
    const event = (day: string) => ({ ...news(day, day), venue: '', time: '', images: [] });
    const school = { events: ['2026-11-20', '2026-11-21', '2026-11-22'].map(event), news: [news('old', '2026-01-01')] };
    const states = (today: string) => {
      const { reader } = open(school, today);
      return school.events.map(({ id }) => reader.item('events', id)?.isOver);
    };
    expect(states('2026-11-21')).toEqual([true, false, false]);
    expect(states('2026-11-22')).toEqual([true, true, false]);
    expect(open(school).reader.item('news', 'old')?.isOver).toBe(false);
    const digest = (today: string, id: string) => open(school, today).answers.ask(`item("events","${id}")`).digest;
    expect(digest('2026-11-22', '2026-11-21')).not.toBe(digest('2026-11-21', '2026-11-21'));
    expect(digest('2026-11-22', '2026-11-20')).toBe(digest('2026-11-21', '2026-11-20'));
  });

  test('is followed by the pages of its neighbours when its title or picture changes, and by none when its text does', () => {
    const three = ['/News/item/~4e~202', '/News/item/~4e~203', '/News/item/~4e~204'];
    expect(changed(content, edit('N 3', { images: [{ kind: 'image', id: 'a', w: 4, h: 3 }] }))).toEqual(three);
    expect(changed(content, edit('N 3', { title: 'Another' }))).toEqual(three);
    expect(changed(content, edit('N 3', { description: 'Other words' }))).toEqual(['/News/item/~4e~203']);
  });

  test('names what the other lists have of the same day under a like title', () => {
    const { reader } = open({
      events: [{ ...news('e', '2025-03-02', 'Annual day 2025: The King Who Counted Stars'), venue: '', time: '', images: [] }],
      news: [
        news('a', '2025-03-02', 'Annual Day 2025'),
        news('b', '2025-03-02', 'Sports day 2025'),
        news('c', '2025-03-01', 'Annual day 2025'),
      ],
      gallery: [
        { ...album('g', '2025-03-02'), title: 'The annual day' },
        { ...album('u', null), title: 'Annual day 2025' },
      ],
    });
    const names = (shown: Pick<NonNullable<ReturnType<App.Locals['reader']['album']>>, 'together'> | null) =>
      shown?.together.map(({ name, id }) => `${name} ${id}`);
    expect(names(reader.item('events', 'e'))).toEqual(['news a', 'gallery g']);
    expect(names(reader.item('news', 'a'))).toEqual(['events e', 'gallery g']);
    expect(names(reader.album('g', 1))).toEqual(['events e', 'news a']);
    expect(names(reader.item('news', 'b'))).toEqual([]);
    expect(names(reader.album('u', 1))).toEqual([]);
  });

  test('is gone with its item', () => {
    const without = { news: content.news.filter(({ id }) => id !== 'N 3') };
    expect(open(without).reader.item('news', '~4e~203')).toBeNull();
    expect(changed(content, without)).toEqual(['/News/item/~4e~202', '/News/item/~4e~204']);
  });
});
