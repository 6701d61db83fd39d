import { expect, test } from 'vitest';
import {
  changesBehind,
  changesInWords,
  comparisonInWords,
  joinChanges,
  joinNotes,
  type ReleaseNote,
  releaseInWords,
} from '../../../src/site/changes.ts';
import type { CollectionChange, ItemChange } from '../../../src/snapshot/sync/types.ts';

const item = (id: string, kind: ItemChange['kind'], ...fields: string[]): ItemChange => ({ id, title: id, kind, fields });
const news = (...items: ItemChange[]): CollectionChange => ({ collection: 'news', count: items.length, items });
const note = (changed: readonly CollectionChange[]): string =>
  JSON.stringify({
    trigger: 'webhook',
    by: '192.0.2.7',
    pages: 3,
    milliseconds: 210,
    isNewCode: false,
    changed,
    earlier: 0,
  } satisfies ReleaseNote);
const summary = (release: string, given: string | null) => {
  return { release, builtAt: 0, live: false, written: 5, removed: 1, note: given };
};

test('changes are named by collection, title and field, the first of them, with how many more there are', () => {
  const many = { ...news(item('Quiz', 'changed', 'title', 'image'), item('Fete', 'new')), count: 9 };
  expect(
    changesInWords([many, { collection: 'events', count: 1, items: [] }, { collection: 'video', count: 0, items: [] }]),
  ).toBe('news: “Quiz” (title, image), “Fete” (new) and 7 more; events: 1 item');
  expect(changesInWords([news(item('Quiz', 'changed'), item('Fete', 'gone'))])).toBe(
    'news: “Quiz” (pictures or files), “Fete” (gone)',
  );
});

test('what changed twice is named once, what came and went again not at all, and five items at most', () => {
  const first = [news(item('a', 'changed', 'title'), item('b', 'new'), item('c', 'new'))];
  const then = [news(item('a', 'changed', 'image'), item('b', 'gone'), item('c', 'changed', 'title'))];
  expect(joinChanges(first, then)).toEqual([
    { ...news(item('a', 'changed', 'title', 'image'), item('c', 'new', 'title')), count: 3 },
  ]);
  const more = [news(...['d', 'e', 'f', 'g'].map((id) => item(id, 'new')))];
  expect(joinChanges(first, more)).toMatchObject([{ count: 7, items: Array(5).fill({}) }]);
});

test('a release says who asked, what changed, pages and seconds, also for releases before it that are no longer kept', () => {
  expect(releaseInWords(summary('r2', note([news(item('Quiz', 'new'))])), false)).toEqual([
    'r2, webhook (192.0.2.7); 3 pages rendered in 0.21 s; 5 files written, 1 removed',
    'news: “Quiz” (new)',
  ]);
  const both = joinNotes(note([news(item('Quiz', 'new'))]), note([news(item('Fete', 'gone'))]));
  expect(releaseInWords(summary('r3', both), false)).toEqual([
    'r3, webhook (192.0.2.7); 3 pages rendered in 0.21 s; with 1 before it; 5 files written, 1 removed',
    'news: “Quiz” (new), “Fete” (gone)',
  ]);
});

test('two releases are compared by their items, their pages and the number of other files', () => {
  const paths = { added: ['News/item/quiz.html', 'data/news/1.json'], changed: ['News.html', 'index.html'], removed: [] };
  const notes = [note([news(item('Quiz', 'new'))]), note([news(item('Fete', 'gone'))])];
  expect(comparisonInWords({ from: summary('r1', null), to: summary('r3', null), ...paths, notes })).toEqual([
    'From r1 to r3',
    'Content: news: “Quiz” (new), “Fete” (gone)',
    'New: 1 page (/News/item/quiz) and 1 other file',
    'Changed: 2 pages (/News, /)',
  ]);
});

test('of what changed only that is behind a page which its changed queries read', () => {
  const given = note([
    news(item('quiz', 'changed', 'title'), item('fete', 'new')),
    { collection: 'events', count: 2, items: [] },
  ]);
  expect(changesBehind({ causes: ['item:news:quiz'], note: given })).toEqual([news(item('quiz', 'changed', 'title'))]);
  expect(changesBehind({ causes: ['item:news:quiz', 'beside:news:quiz'], note: given })).toMatchObject([{ count: 1 }]);
  expect(changesBehind({ causes: ['slice:news:0:6'], note: given })).toMatchObject([{ collection: 'news', count: 2 }]);
  expect(changesBehind({ causes: ['day', 'item:news:other'], note: given })).toEqual([]);
  expect(changesBehind({ causes: ['item:news:quiz'], note: null })).toEqual([]);
});
