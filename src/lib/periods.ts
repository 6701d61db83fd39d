/** Which period of a list is shown where nothing was chosen: the same at the build and in the browser. */
import { defaultSession, sessionBefore } from './dates.ts';

/** The choice of every period at once. */
export const ALL = 'All';
export const UNDATED = 'undated';

/** What a list shows first: everything, the newest year that has begun, or the session whose results are the newest. */
export type Shown = 'all' | 'year' | 'session';

/** The newest year that has begun, else the next one, else `All`. `keys` are newest first. */
function newestYear(keys: readonly string[], current: string): string {
  const years = keys.filter((key) => key !== UNDATED);
  return years.find((year) => year <= current) ?? years.at(-1) ?? ALL;
}

/** The period where nothing was chosen. `keys` are the periods that have items, `year` the current one in the school's zone. */
export function defaultPeriod(shown: Shown, keys: readonly string[], year: string): string {
  if (shown === 'all') return ALL;
  return shown === 'year' ? newestYear(keys, year) : defaultSession(year);
}

/** The period as it can be: for a session without items the one before, where that has any. */
export function settlePeriod(shown: Shown, keys: readonly string[], period: string): string {
  if (shown !== 'session' || keys.includes(period)) return period;
  const before = sessionBefore(period);
  return keys.includes(before) ? before : period;
}
