import type { Reader } from '../types/views.ts';
import { type QueryEvaluator, queryKey } from './evaluator.ts';
import { PAGE_QUERIES } from './queries/index.ts';

const NAMES = Object.keys(PAGE_QUERIES);

/**
 * The reader of one page: each query is a key put to `answers`, and every key asked is told to `onAsk`.
 * Together they are the page's trace.
 */
export function createReader(answers: QueryEvaluator, onAsk: (key: string) => void): Reader {
  const ask = (name: string, args: readonly unknown[]) => {
    const key = queryKey(name, args);
    onAsk(key);
    return answers.ask(key).value;
  };
  const reader: Record<string, (...args: readonly unknown[]) => unknown> = {};
  for (const name of NAMES) reader[name] = (...args) => ask(name, args);
  // The queries' own signatures, less their source, are the Reader's: the unit test of this module holds them together.
  return reader as unknown as Reader;
}
