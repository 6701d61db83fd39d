import { dayMonthYear } from '../../lib/dates.ts';
import { shorten } from '../../lib/shorten.ts';
import { langOf } from '../../lib/text.ts';
import type { SearchState } from '../../stores/search.ts';
import type { SearchEntry } from '../../types/views.ts';

/** Characters of a result's text that are shown. */
const EXCERPT = 200;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) {
    made.textContent = text;
    made.lang = langOf(text) ?? '';
    if (!made.lang) made.removeAttribute('lang');
  }
  return made;
}

/** A result: its title as a link, what it is and of when, and how its text begins. */
export function resultOf({ kind, href, title, text, day }: SearchEntry): HTMLElement {
  const article = element('article', 'result');
  const heading = element('h2', '');
  const link = element('a', '', title);
  link.href = href;
  heading.append(link);
  const facts = element('p', 'facts');
  facts.append(element('span', '', kind));
  if (day) {
    const time = element('time', '', dayMonthYear(day));
    time.dateTime = day;
    facts.append(' ', time);
  }
  article.append(heading, facts);
  if (text) article.append(element('p', 'text', shorten(text, EXCERPT)));
  return article;
}

/** What the status says; the first number is how many results there are, in digits. */
export function searchStatus({ found, phase }: Pick<SearchState, 'found' | 'phase'>): string {
  const count = `${found.length} ${found.length === 1 ? 'result' : 'results'}`;
  if (phase === 'idle') return '';
  if (phase === 'ready') return count;
  if (phase === 'failed') return `${count}. Older ones could not be loaded.`;
  return found.length > 0 ? `${count} so far. Searching…` : 'Searching…';
}
