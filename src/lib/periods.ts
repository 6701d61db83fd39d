/** Which period of a list is shown where nothing was chosen: the same at the build and in the browser. */
import { defaultSession, sessionBefore } from './dates.ts';

/** The choice of every period at once. */
export const ALL = 'All';
export const UNDATED = 'undated';

/** What a list shows first: everything, the newest year that has begun, or the session whose results are the newest. */
export type Shown = 'all' | 'year' | 'session';

/**
 * The period where nothing was chosen; where years are shown and none has begun, the next one. `keys` are the periods that have
 * items, newest first, `year` the current one in the school's zone.
 */
export function defaultPeriod(shown: Shown, keys: readonly string[], year: string): string {
  if (shown === 'session') return defaultSession(year);
  const years = shown === 'all' ? [] : keys.filter((key) => key !== UNDATED);
  return years.find((key) => key <= year) ?? years.at(-1) ?? ALL;
}

/** The period as it can be: for a session without items the one before, where that has any. */
export function settlePeriod(shown: Shown, keys: readonly string[], period: string): string {
  if (shown !== 'session' || keys.includes(period)) return period;
  const before = sessionBefore(period);
  return keys.includes(before) ? before : period;
}
