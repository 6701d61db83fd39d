/** The filters' rules: pure, the same on the server, in the browser and in the tests. */
import type { AnyListRules } from '../collections/lists.ts';
import { MONTHS, monthNumber } from '../lib/dates.ts';
import { ALL, defaultPeriod, settlePeriod, UNDATED } from '../lib/periods.ts';
import type { Period } from '../types/views.ts';

const PARAMETERS = ['year', 'session', 'month', 'q'] as const;

export interface Filter {
  /** A year (`2025`), a session (`2024-2025`) or `All`. */
  readonly period: string;
  /** `Jan` to `Dec`, or `All`. */
  readonly month: string;
  readonly query: string;
}

export interface ListFacts {
  readonly rules: AnyListRules;
  /** Newest first, undated last. */
  readonly periods: readonly Period[];
  /** The current year in the school's zone: `2026`. */
  readonly year: string;
}

const keysOf = (periods: readonly Period[]) => periods.map(({ key }) => key);

/** The address parameter of the period, and the accessible name of its select. */
export const periodParam = ({ shown }: AnyListRules) => (shown === 'session' ? 'session' : 'year');

/** The period where nothing was chosen, whether it has items or not. */
const wantedPeriod = ({ rules, periods, year }: ListFacts) => defaultPeriod(rules.shown, keysOf(periods), year);

/** The options of the first select: `All` where a list has it, then newest first. The default session is always among them. */
export function periodOptions(facts: ListFacts): string[] {
  const keys = keysOf(facts.periods).filter((key) => key !== UNDATED);
  if (facts.rules.shown !== 'session') return [ALL, ...keys];
  const wanted = wantedPeriod(facts);
  return keys.includes(wanted) ? keys : [...keys, wanted].sort().reverse();
}

/** The options of "Month": those present in the period, in calendar order. */
export function monthOptions(periods: readonly Period[], period: string): string[] {
  const present = new Set(periods.filter(({ key }) => period === ALL || key === period).flatMap(({ months }) => months));
  return [ALL, ...MONTHS.filter((_, index) => present.has(index + 1))];
}

/** Reads a filter from the parameters of an address: what is missing or impossible is the default. */
export function readFilter(facts: ListFacts, parameters: URLSearchParams): Filter {
  const asked = parameters.get(periodParam(facts.rules));
  const period = asked !== null && periodOptions(facts).includes(asked) ? asked : wantedPeriod(facts);
  const query = facts.rules.search === 'none' ? '' : (parameters.get('q') ?? '');
  return settle(facts, { period, month: parameters.get('month') ?? ALL, query });
}

/** The filter as it can be: a month the period lacks becomes `All`, a session without records the one before it. */
export function settle({ rules, periods }: ListFacts, filter: Filter): Filter {
  const period = settlePeriod(rules.shown, keysOf(periods), filter.period);
  const month = rules.months && monthOptions(periods, period).includes(filter.month) ? filter.month : ALL;
  return { period, month, query: filter.query };
}

/** The parameters with a filter written into them; those of others are kept. The period is left out only where it is a plain `All`. */
export function writeFilter(facts: ListFacts, filter: Filter, parameters: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(parameters);
  const put = (name: string, value: string, absent: boolean) => (absent ? written.delete(name) : written.set(name, value));
  put(periodParam(facts.rules), filter.period, filter.period === ALL && wantedPeriod(facts) === ALL);
  put('month', filter.month, filter.month === ALL);
  put('q', filter.query, filter.query.trim() === '');
  return written;
}

/** The parameters of an address without those of lists; the latter are kept where `isMeant` says so. */
function withoutFilters(parameters: URLSearchParams, isMeant: (name: string, value: string) => boolean): URLSearchParams {
  const kept = new URLSearchParams(parameters);
  for (const name of PARAMETERS) {
    const value = kept.get(name);
    if (value !== null && !isMeant(name, value)) kept.delete(name);
  }
  return kept;
}

/** The parameters without those of lists that mean nothing here: `year=1999`, `month=Foo`, `session` where there are years. */
export function meaningfulParameters(facts: ListFacts, parameters: URLSearchParams): URLSearchParams {
  const { month, query } = readFilter(facts, parameters);
  return withoutFilters(parameters, (name, value) => {
    if (name === 'month') return value === month;
    if (name === 'q') return value.trim() !== '' && value === query;
    return name === periodParam(facts.rules) && periodOptions(facts).includes(value);
  });
}

export const otherParameters = (parameters: URLSearchParams) => withoutFilters(parameters, () => false);

/** The periods, or data files, that may hold what a filter finds, in the list's order. */
export function periodsFor<Some extends Period>(periods: readonly Some[], filter: Filter): readonly Some[] {
  const month = monthNumber(filter.month);
  return periods.filter(
    ({ key, months }) => (filter.period === ALL || key === filter.period) && (month === 0 || months.includes(month)),
  );
}
