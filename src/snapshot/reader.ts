import type { Reader } from '../types/views.ts';
import { type Answers, questionOf } from './answers.ts';
import { PAGE_QUERIES } from './queries/index.ts';

const NAMES = Object.keys(PAGE_QUERIES);

/**
 * The reader of one page: each query is a question put to `answers`, and every question asked is told to `onAsk`.
 * Together they are the page's trace.
 */
export function createReader(answers: Answers, onAsk: (question: string) => void): Reader {
  const ask = (name: string, args: readonly unknown[]) => {
    const question = questionOf(name, args);
    onAsk(question);
    return answers.ask(question).value;
  };
  const reader: Record<string, (...args: readonly unknown[]) => unknown> = {};
  for (const name of NAMES) reader[name] = (...args) => ask(name, args);
  // The queries' own signatures, less their source, are the Reader's: the unit test of this module holds them together.
  return reader as unknown as Reader;
}
