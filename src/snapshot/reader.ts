import type { Reader } from '../types/views.ts';
import { type QueryEvaluator, type QueryKey, queryKey } from './evaluator.ts';
import { PAGE_QUERIES } from './queries/index.ts';

type Queries = Record<keyof typeof PAGE_QUERIES, (...args: readonly unknown[]) => unknown>;

/** The reader of one page. `onAsk` is told the key of every query: together they are the page's trace. */
export function createReader(answers: QueryEvaluator, onAsk: (key: QueryKey) => void): Reader {
  const query = (name: string) => {
    return (...args: readonly unknown[]) => {
      const key = queryKey(name, args);
      onAsk(key);
      return answers.ask(key).value;
    };
  };
  const queries = Object.fromEntries(Object.keys(PAGE_QUERIES).map((name) => [name, query(name)] as const)) as Queries;
  return queries as Reader;
}
