import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CollectionName } from '../../../src/collections/index.ts';
import { type Digest, digestOf } from '../../../src/lib/digest.ts';
import { QueryEvaluator } from '../../../src/snapshot/evaluator.ts';
import { openAnswerFile } from '../../../src/snapshot/persisted.ts';
import { type Answer, type EarlierAnswers, queryKey, type Source } from '../../../src/snapshot/query.ts';
import { type Content, snapshotOf } from '../../support/snapshot.ts';
import { TEMPORARY } from '../../support/temporary.ts';

/** Evaluates queries that count how often they run. */
function counting() {
  const runs: string[] = [];
  function count(source: Source, name: CollectionName): number {
    runs.push(`count ${name}`);
    return source.collection(name).rows.length;
  }
  const queries = {
    count,
    both: (source: Source) => {
      runs.push('both');
      return [source.ask(count, 'news'), source.ask(count, 'video')];
    },
    titles: (source: Source) => source.collection('video').rows.map(({ entity }) => entity.title),
    parity: (source: Source) => {
      const parity = String(source.collection('video').rows.length % 2);
      return source.memo(queryKey('dataDigest', ['parity']), digestOf(parity), () => {
        runs.push(`parity ${parity}`);
        return parity;
      });
    },
  };
  const open = (content: Content, earlier?: EarlierAnswers, day = '2026-11-21') =>
    new QueryEvaluator(queries, snapshotOf(content), day, earlier);
  return { runs, open };
}

const videos = (count: number, url: string | null = null) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), title: 'A video', date: null, url }));

test('an answer is evaluated again only when an input of it, or of a query it asks, has changed', () => {
  const { runs, open } = counting();
  const first = open({ video: videos(1) });
  expect(first.ask('both()').value).toEqual([0, 1]);
  const second = open({ video: videos(2) }, first.holding());
  expect(second.ask('both()')).toMatchObject({ value: [0, 2], inputs: ['collection:news', 'collection:video'] });
  expect(runs).toEqual(['both', 'count news', 'count video', 'count video', 'both']);
});

test('an answer made from others holds while they come out the same, and knows what they are made from now', () => {
  const { runs, open } = counting();
  const first = open({ video: videos(1) });
  first.ask('both()');
  const second = open({ video: videos(1, 'https://video.example/') }, first.holding());
  second.ask('both()');
  expect(runs).toEqual(['both', 'count news', 'count video', 'count video']);
  const third = open({ video: videos(1, 'https://video.example/') }, second.holding());
  third.ask('both()');
  expect(runs).toHaveLength(4);
});

test('a list that comes out the same is the same object, so that what is made from it need not be made again', () => {
  const { open } = counting();
  const first = open({ video: videos(2) });
  const titles = first.ask('titles()').value;
  const second = open({ video: videos(2, 'https://video.example/') }, first.holding());
  expect(second.ask('titles()').value).toBe(titles);
  const third = open({ video: videos(3) }, second.holding());
  expect(third.ask('titles()').value).toEqual(['A video', 'A video', 'A video']);
});

test('a memo is made again only when what it is made from is another, though the collection has changed', () => {
  const { runs, open } = counting();
  const first = open({ video: videos(1) });
  first.ask('parity()');
  const second = open({ video: videos(3) }, first.holding());
  expect(second.ask('parity()').value).toBe('1');
  expect(open({ video: videos(4) }, second.holding()).ask('parity()').value).toBe('0');
  expect(runs).toEqual(['parity 1', 'parity 0']);
});

test('answers on disk are those that hold under the same code; a damaged file has none', async () => {
  const folder = await mkdtemp(join(TEMPORARY, 'answers-'));
  const file = join(folder, 'answers');
  const version = digestOf('this code');
  const { open } = counting();
  const answers = open({ video: videos(1) });
  answers.ask('parity()');
  await openAnswerFile(file, version).write(answers.holding());
  const keys = (of: Digest) => [...openAnswerFile(file, of).read().keys()];
  expect(keys(version)).toEqual(['dataDigest("parity")']);
  expect(keys(digestOf('other code'))).toEqual([]);
  await writeFile(file, 'damaged');
  expect(keys(version)).toEqual([]);
  await rm(folder, { recursive: true });
  expect(keys(version)).toEqual([]);
});

test('answers that change cost a line each, and one that breaks off counts for nothing', async () => {
  const folder = await mkdtemp(join(TEMPORARY, 'answers-'));
  const file = join(folder, 'answers');
  const version = digestOf('this code');
  const answer = (value: unknown, made: string): Answer => ({
    value,
    digest: digestOf(JSON.stringify(value)),
    inputs: ['collection:news'],
    made: [digestOf(made)],
  });
  const large = answer('x'.repeat(10_000), 'one');
  const all = (changes: Record<string, Answer>) => new Map(Object.entries({ 'itemPaths("news")': large, ...changes }));
  const read = () => openAnswerFile(file, version).read();
  const open = openAnswerFile(file, version);
  await open.write(all({ 'latest("news",6)': answer(['a'], 'one'), 'albumPaths()': answer([], 'one') }));
  const { size } = await stat(file);

  const second = { 'latest("news",6)': answer(['b'], 'two') };
  await open.write(all({ ...second, 'itemPaths("news")': answer(large.value, 'two') }));
  expect((await stat(file)).size - size).toBeLessThan(1000);
  expect(read()).toEqual(all({ ...second, 'itemPaths("news")': answer(large.value, 'two') }));

  const other = openAnswerFile(file, version);
  other.read();
  await other.write(all({}));
  expect(read()).toEqual(all({}));
  // This file is not as the first left it: it is written anew.
  await open.write(all(second));
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(1);
  await open.write(all({}));
  await truncate(file, (await stat(file)).size - 3);
  expect(read()).toEqual(all(second));
  await rm(folder, { recursive: true });
});
