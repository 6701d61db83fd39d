/** The filters' rules: pure, the same on the server, in the browser and in the tests. */
import { defaultSession, MONTHS, sessionBefore } from '../lib/dates.ts';
import type { DataFile, ListKind } from '../types/views.ts';
import { KINDS } from './kinds.ts';

export const ALL = 'All';
const UNDATED = 'undated';

/** What a visitor has chosen. */
export interface Filter {
  /** A year (`2025`), a session (`2024-2025`) or `All`. */
  readonly period: string;
  /** `Jan` to `Dec`, or `All`. */
  readonly month: string;
  /** As typed. */
  readonly query: string;
}

/** The list a filter works on. */
export interface ListFacts {
  readonly kind: ListKind;
  /** Newest first, undated last. */
  readonly files: readonly DataFile[];
  /** The current year in the school's zone: `2026`. */
  readonly year: string;
}

const hasFile = (files: readonly DataFile[], key: string) => files.some((file) => file.key === key);

/** The gallery's year where nothing was chosen: the current one, else the newest before it, else the next that has albums, else `All`. */
function galleryYear(files: readonly DataFile[], current: string): string {
  const years = files.map((file) => file.key).filter((key) => key !== UNDATED);
  return years.find((year) => year <= current) ?? years.at(-1) ?? ALL;
}

/** The session shown for a wanted one: itself, else the one a year earlier; itself when neither has records. */
function sessionFor(files: readonly DataFile[], wanted: string): string {
  if (hasFile(files, wanted)) return wanted;
  const before = sessionBefore(wanted);
  return hasFile(files, before) ? before : wanted;
}

/** The period where nothing was chosen. */
function defaultPeriod({ kind, files, year }: ListFacts): string {
  if (kind === 'toppers') return defaultSession(year);
  return kind === 'gallery' ? galleryYear(files, year) : ALL;
}

/** The options of the first select: `All` where a list has it, then newest first. The default session is always among them. */
export function periodOptions({ kind, files, year }: ListFacts): string[] {
  const keys = files.map((file) => file.key).filter((key) => key !== UNDATED);
  if (KINDS[kind].all) return [ALL, ...keys];
  const wanted = defaultSession(year);
  return hasFile(files, wanted) ? keys : [...keys, wanted].sort().reverse();
}

/** The options of "Month": those present in the period, in calendar order. */
export function monthOptions(files: readonly DataFile[], period: string): string[] {
  const present = new Set(files.filter((file) => period === ALL || file.key === period).flatMap((file) => file.months));
  return [ALL, ...MONTHS.filter((_, index) => present.has(index + 1))];
}

/** Reads a filter from the parameters of an address: what is missing is the default, what is impossible `All` (for a session the default). */
export function readFilter(facts: ListFacts, parameters: URLSearchParams): Filter {
  const { param, all, search } = KINDS[facts.kind];
  const asked = parameters.get(param);
  const possible = asked !== null && periodOptions(facts).includes(asked);
  const period = possible ? asked : asked !== null && all ? ALL : defaultPeriod(facts);
  const query = search === 'none' ? '' : (parameters.get('q') ?? '');
  return settle(facts, { period, month: parameters.get('month') ?? ALL, query });
}

/** The filter as it can be: a month the period lacks becomes `All`, a session without records the one before it. */
export function settle({ kind, files }: ListFacts, filter: Filter): Filter {
  const period = kind === 'toppers' ? sessionFor(files, filter.period) : filter.period;
  const month = KINDS[kind].months && monthOptions(files, period).includes(filter.month) ? filter.month : ALL;
  return { period, month, query: filter.query };
}

/** The parameters with a filter written into them; those of others are kept. The period is left out only where it is a plain `All`. */
export function writeFilter(facts: ListFacts, filter: Filter, parameters: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(parameters);
  const put = (name: string, value: string, absent: boolean) => (absent ? written.delete(name) : written.set(name, value));
  put(KINDS[facts.kind].param, filter.period, filter.period === ALL && defaultPeriod(facts) === ALL);
  put('month', filter.month, filter.month === ALL);
  put('q', filter.query, filter.query.trim() === '');
  return written;
}

/** Text in the form in which titles and searches are compared: as it is seen, white space in one piece, whatever its case. */
export function searchForm(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The data files that may hold what a filter finds, in the list's order. */
export function filesFor(files: readonly DataFile[], filter: Filter): readonly DataFile[] {
  const month = MONTHS.indexOf(filter.month as (typeof MONTHS)[number]) + 1;
  return files.filter(
    (file) => (filter.period === ALL || file.key === filter.period) && (month === 0 || file.months.includes(month)),
  );
}

/** Two digits of a filter's month as they stand in a day, or null for `All`. */
export function monthDigits(month: string): string | null {
  const index = MONTHS.indexOf(month as (typeof MONTHS)[number]);
  return index < 0 ? null : String(index + 1).padStart(2, '0');
}
