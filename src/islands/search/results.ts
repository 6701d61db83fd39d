import { dayMonthYear } from '../../lib/dates.ts';
import { createMatcher, searchable } from '../../lib/search.ts';
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

const WORD = /([\p{L}\p{N}\p{M}'’-]+)/u;

/** Whether a text has any of the words of a query. */
export function anyOf(query: string): (text: string) => boolean {
  const words = query.split(/\s+/).flatMap((word) => createMatcher(word) ?? []);
  return (text) => words.some((matches) => matches(searchable(text)));
}

/** The text from its first sentence with a word of the query on; from its beginning where the title has one. */
export function excerptOf({ title, text }: Pick<SearchEntry, 'title' | 'text'>, matches: (text: string) => boolean): string {
  const sentences = text.split(/(?<=[.!?।])\s+/u);
  const first = matches(title) ? 0 : Math.max(0, sentences.findIndex(matches));
  return `${first > 0 ? '… ' : ''}${shorten(sentences.slice(first).join(' '), EXCERPT)}`;
}

/** A text with the words of the query marked. */
function marked(text: string, matches: (text: string) => boolean): HTMLElement {
  const made = element('p', 'text', text);
  const parts = text.split(WORD).map((part) => (matches(part) ? element('mark', '', part) : part));
  made.replaceChildren(...parts);
  return made;
}

/** A result of a query: its title as a link, what it is and of when, and its text where the query's words stand. */
export function resultOf({ kind, href, title, text, day }: SearchEntry, query: string): HTMLElement {
  const matches = anyOf(query);
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
  if (text) article.append(marked(excerptOf({ title, text }, matches), matches));
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
