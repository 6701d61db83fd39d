import { readableDay } from '../../lib/dates.ts';
import { anchor, element } from '../../lib/element.ts';
import { contactLink } from '../../lib/phone.ts';
import { shorten } from '../../lib/shorten.ts';
import { langOf, unbroken } from '../../lib/text.ts';
import type { SearchState } from '../../stores/search.ts';
import type { SearchEntry, SearchLine, SearchTableRow } from '../../types/search.ts';
import type { Answer } from './answers.ts';

const EXCERPT = 130;

const WORD = /([\p{L}\p{N}\p{M}'’-]+)/u;
const WORDS = new RegExp(WORD, 'gu');
type TermOf = SearchState['termOf'];

/** Sentences of a text: paragraphs, cut after their full stops. An abbreviation ends none. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((paragraph) => paragraph.trim().match(/\S.*?(?:[\p{L}\p{N}\p{M}”)]{3}[.!?][)”]?(?=\s|$)|।|$)/gsu) ?? []);
}

const termsIn = (text: string, termOf: TermOf) =>
  new Set(
    text
      .match(WORDS)
      ?.map(termOf)
      .filter((term) => term !== null),
  ).size;

const ENDS_OPEN = /[\p{L}\p{N}\p{M})]$/u;

/** The text from its sentence with most of the sought words on; from its beginning where the title has as many. */
export function excerptOf({ title, text }: Pick<SearchEntry, 'title' | 'text'>, termOf: TermOf): string {
  const sentences = sentencesOf(text);
  const counts = sentences.map((sentence) => termsIn(sentence, termOf));
  const most = Math.max(...counts);
  const first = most > termsIn(title, termOf) ? counts.indexOf(most) : 0;
  const last = sentences.length - 1;
  const shown = sentences.slice(first, last).map((sentence) => (ENDS_OPEN.test(sentence) ? `${sentence} ·` : sentence));
  return shorten([...shown, ...sentences.slice(last)].join(' '), EXCERPT);
}

function marked(text: string, termOf: TermOf): (Node | string)[] {
  return text.split(WORD).map((part) => (WORD.test(part) && termOf(part) !== null ? element('mark', '', part) : part));
}

export function resultOf({ kind, href, title, text, day }: SearchEntry, termOf: TermOf): HTMLElement {
  const link = anchor(href, title);
  link.replaceChildren(...marked(title, termOf));
  const facts = element('p', 'facts', element('span', '', kind));
  if (day) {
    const time = element('time', '', readableDay(day));
    time.dateTime = day;
    facts.append(' · ', time);
  }
  const article = element('article', 'result', element('h2', '', link), facts);
  if (text) {
    const excerpt = excerptOf({ title, text }, termOf);
    const paragraph = element('p', 'text', ...marked(unbroken(excerpt), termOf));
    paragraph.lang = langOf(excerpt) ?? '';
    if (!paragraph.lang) paragraph.removeAttribute('lang');
    article.append(paragraph);
  }
  return article;
}

/** What a line says: a telephone number or an address of mail can be pressed. */
function said(line: string): string | HTMLElement {
  const bare = line.replace(/\.$/, '');
  const href = contactLink(bare);
  return href ? anchor(href, bare) : unbroken(line);
}

/** A line's beginning that names what follows: "In the calendar: ...", also alone above the lines that it names. */
const TERM = /^(?!.*\p{Ll}{3}\. .*: )(.{2,70}?)(?:: (.+)|:)$/su;

/** A line as its term, "" where it has none, and what it says. */
export function factOf(line: string): readonly [term: string, text: string] {
  const [, term = '', text = ''] = TERM.exec(line) ?? [];
  if (!term) return ['', line];
  // An address of mail begins as it is written.
  return [term, /^\S+@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)];
}

const cell = (kind: 'row' | 'col', text: string) => Object.assign(element('th', '', text), { scope: kind });

function rowOf([first = '', ...others]: readonly string[]): HTMLElement {
  return element('tr', '', cell('row', unbroken(first)), ...others.map((text) => element('td', '', unbroken(text))));
}

function tableOf(rows: readonly SearchTableRow[]): HTMLElement {
  const head = element('tr', '', ...(rows[0]?.columns ?? []).map((column) => cell('col', column)));
  const body = element('tbody', '', ...rows.map(({ cells }) => rowOf(cells)));
  const box = element('div', 'wide', element('table', '', element('thead', '', head), body));
  box.tabIndex = 0;
  box.role = 'group';
  box.ariaLabel = 'Table';
  return box;
}

/** Lines one below the other: a list of those with a term, in which a term that stands alone has the lines after it. */
function factsOf(lines: readonly string[]): HTMLElement[] {
  const made: HTMLElement[] = [];
  let list: HTMLElement | null = null;
  let open: HTMLElement | null = null;
  for (const line of lines) {
    const [term, text] = factOf(line);
    if (term) {
      const fact = element('div', '', element('dt', '', term), ...(text ? [element('dd', '', said(text))] : []));
      if (list) list.append(fact);
      else {
        list = element('dl', '', fact);
        made.push(list);
      }
      open = text ? null : fact;
    } else if (open) open.append(element('dd', '', said(text)));
    else {
      made.push(element('p', '', said(text)));
      list = null;
    }
  }
  return made;
}

/** What stands above the results: facts, with the rows of a table where the first of them stands. */
export function answerOf({ heading, lines, href, page }: Answer): HTMLElement {
  const rows = lines.filter((line) => typeof line !== 'string');
  const first = lines.findIndex((line) => typeof line !== 'string');
  const textsOf = (some: readonly SearchLine[]) => some.filter((line) => typeof line === 'string');
  const content =
    rows.length > 0
      ? [...factsOf(textsOf(lines.slice(0, first))), tableOf(rows), ...factsOf(textsOf(lines.slice(first)))]
      : factsOf(textsOf(lines));
  const more = element('p', '', 'More: ', anchor(href, page));
  const answer = element('section', 'answer', element('h2', '', heading), ...content, more);
  answer.setAttribute('aria-label', 'Answer');
  return answer;
}

/** What the status says; the first number is how many results there are, in digits. */
export function searchStatus({ found, phase }: Pick<SearchState, 'found' | 'phase'>): string {
  const count = `${found.length} ${found.length === 1 ? 'result' : 'results'}`;
  if (phase === 'idle') return '';
  if (phase === 'searching') return 'Searching…';
  if (phase === 'failed') return `${count}. Some could not be loaded.`;
  return count;
}
