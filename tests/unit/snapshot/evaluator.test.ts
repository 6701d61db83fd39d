import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CollectionName } from '../../../src/collections/index.ts';
import { type Digest, digestOf } from '../../../src/lib/digest.ts';
import { type EarlierAnswers, QueryEvaluator, queryKey, type Source } from '../../../src/snapshot/evaluator.ts';
import { readAnswers, writeAnswers } from '../../../src/snapshot/persisted.ts';
import { type Content, snapshotOf } from '../../support/snapshot.ts';
import { TEMPORARY } from '../../support/temporary.ts';

/** Evaluates queries that count how often they run. */
function counting() {
  const runs: string[] = [];
  const queries = {
    count: (source: Source, name: CollectionName) => {
      runs.push(`count ${name}`);
      return source.collection(name).rows.length;
    },
    both: (source: Source) => [source.ask('count', 'news'), source.ask('count', 'video')],
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

const videos = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), title: 'A video', date: null, url: null }));

test('an answer is evaluated again only when an input of it, or of a query it asks, has changed', () => {
  const { runs, open } = counting();
  const first = open({ video: videos(1) });
  expect(first.ask('both()').value).toEqual([0, 1]);
  const second = open({ video: videos(2) }, first.holding());
  expect(second.ask('both()')).toMatchObject({ value: [0, 2], inputs: ['collection:news', 'collection:video'] });
  expect(runs).toEqual(['count news', 'count video', 'count video']);
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
  await writeAnswers(file, version, answers.holding());
  const keys = (of: Digest) => [...readAnswers(file, of).keys()];
  expect(keys(version)).toEqual(['dataDigest("parity")']);
  expect(keys(digestOf('other code'))).toEqual([]);
  await writeFile(file, 'damaged');
  expect(keys(version)).toEqual([]);
  await rm(folder, { recursive: true });
  expect(keys(version)).toEqual([]);
});
