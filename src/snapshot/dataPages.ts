import type { ListName } from '../types/views.ts';
import { type Answers, questionOf } from './answers.ts';
import type { DataBody } from './queries/dataFiles.ts';

/** Which query makes the data file with this logical name (`/data/news/2025.json`), or null when the name is none. */
function questionFor(key: string): string | null {
  const match = /^\/data\/([a-z-]+)\/([^/]+)\.json$/.exec(key);
  if (!match) return null;
  const [, folder = '', of = ''] = match;
  if (folder === 'calendar') return questionOf('calendarData', [of]);
  if (folder === 'toppers-x') return questionOf('topperData', ['X', of]);
  if (folder === 'toppers-xii') return questionOf('topperData', ['XII', of]);
  return questionOf('listData', [folder as ListName, of]);
}

/**
 * The bytes and address of a data file by its logical name, with the question asked; `data` is null when the snapshot
 * has no such file. Null when the key is no data file's.
 */
export function readDataPage(
  answers: Answers,
  key: string,
): { readonly question: string; readonly data: DataBody | null } | null {
  const question = questionFor(key);
  return question === null ? null : { question, data: answers.ask(question).value as DataBody | null };
}

/** The logical name of the data file at an address: the digest in it left out. */
export function dataPageKey(href: string): string {
  return href.replace(/\.[0-9a-f]{12}\.json$/, '.json');
}
