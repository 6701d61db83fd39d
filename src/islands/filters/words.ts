import type { ListItem } from '../../collections/index.ts';
import type { ListRules } from '../../collections/rules.ts';
import { defaultSession, sessionBefore } from '../../lib/dates.ts';
import { ALL } from '../../lib/periods.ts';
import type { View } from '../../stores/find.ts';
import type { Filter, ListFacts } from '../../stores/rules.ts';

/** What the status says about a view. The first number is how many items match, in digits without grouping. */
export function statusText({ rules, periods }: ListFacts, view: View, year: string): string {
  const { total, found, filter } = view;
  if (rules.counted) return `${rules.counted}: ${total}`;
  if (found) return found.size === 1 ? '1 name matches' : `${found.size} names match`;
  const count = `${total} ${rules.words[total === 1 ? 0 : 1]}`;
  if (rules.shown !== 'session') return count;
  const wanted = defaultSession(year);
  const fallback = filter.period === sessionBefore(wanted) && !periods.some(({ key }) => key === wanted);
  return `${count} in ${filter.period}${fallback ? `, no results for ${wanted} yet` : ''}`;
}

/** What is said while data files are fetched. */
export function loadingText({ query }: Filter): string {
  return query.trim() === '' ? 'Loading…' : 'Searching…';
}

/** What a filter looked for in vain; null where nothing was chosen. */
export function soughtText({ words }: ListRules<ListItem>, { period, month, query }: Filter): string | null {
  const when = [month, period].filter((part) => part !== ALL).join(' ');
  const typed = query.trim();
  if (when === '' && typed === '') return null;
  return `There are no ${words[1]}${when && ` in ${when}`}${typed && ` with “${typed}” in the title`}.`;
}

/** What is said when a data file could not be had. */
export function failureText({ words }: ListRules<ListItem>): string {
  return `The ${words[1]} could not be loaded. The list has not changed. Please try again.`;
}
