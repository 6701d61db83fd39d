/**
 * Every query that pages, data files and the sets of pages may ask: the functions that the modules of this folder export,
 * but for `cuts.ts`. Their names stand in the traces.
 */
import type { CalendarPart, Source } from '../source.ts';
import * as calendar from './calendar.ts';
import * as dataFiles from './dataFiles.ts';
import * as downloads from './downloads.ts';
import * as items from './items.ts';
import * as lists from './lists.ts';
import * as pages from './pages.ts';
import * as plain from './plain.ts';
import * as search from './search.ts';

const today = (source: Source, part: CalendarPart) => source.today(part);

export const QUERIES = { today, ...calendar, ...dataFiles, ...downloads, ...items, ...lists, ...pages, ...plain, ...search };
