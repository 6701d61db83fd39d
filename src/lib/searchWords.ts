/** The words of /Search in a text and in a query, for build and browser. Its work follows the length of the text. */
import { latinDigits, MONTHS, monthNumber, twoDigits } from './dates.ts';
import { fold, wordsOf } from './matchText.ts';

/** Code units of a word that count: nobody types more, and a word may be as long as a text. */
const LONGEST = 40;
/** Parts of a word with hyphens that count. */
const MOST_PARTS = 8;

const NUMERALS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
const NUMERAL = '(?:xi{0,2}|ix|iv|vi{0,3}|i{1,3}|1[0-2]|[1-9])';
const RANGE = new RegExp(`\\b(${NUMERAL})(?: to | ?[-–] ?)(${NUMERAL})\\b`, 'gi');
const CLASS = /\b(class(?:es)?|std|standard|grade)\.? ([ivx]{1,4})\b/gi;
/** A single letter is a numeral where it is a capital; I may be a person. */
const ALONE = /\b(?:II|III|IV|V|VI{1,3}|IX|X|XI{1,2}|ii|iii|iv|vi{1,3}|ix|xi{1,2})\b/g;

const asNumber = (text: string) => {
  const at = NUMERALS.indexOf(text.toLowerCase());
  return at > 0 ? String(at) : text;
};

/** `from` to `to` one by one: `6 7 8`; as it was where the text means no classes. */
function spelledOut(whole: string, from: string, to: string): string {
  const [first, last] = [Number(asNumber(from)), Number(asNumber(to))];
  return first < last ? Array.from({ length: last - first + 1 }, (_, at) => first + at).join(' ') : whole;
}

/** A text with the numerals of classes as numbers (`XI` as `11`), ranges of them spelled out, and no commas within numbers. */
function withNumbers(text: string): string {
  return latinDigits(text)
    .replace(/(\d),(?=\d\d)/g, '$1')
    .replace(/\b((?:[a-z]\.){2,5})(?![a-z])/gi, (letters) => letters.replaceAll('.', ''))
    .replace(RANGE, spelledOut)
    .replace(CLASS, (_, name, numeral) => `${name} ${asNumber(numeral)}`)
    .replace(ALONE, asNumber);
}

const MONTH = MONTHS.map((month) => month.toLowerCase()).join('|');
const DAY_OF_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]+(${MONTH})[a-z]{0,6}\\b`, 'gi');
const MONTH_WITH_DAY = new RegExp(`\\b(${MONTH})[a-z]{0,6}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?![:.]\\d)`, 'gi');
const YEAR_FIRST = /\b(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})\b/g;
const IN_NUMBERS = /\b(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?\b/g;

/** The word of a day of the year: `@11-28`. Null for no such day. */
function dayWord(day: string, month: number): string | null {
  return month >= 1 && month <= 12 && Number(day) >= 1 && Number(day) <= 31
    ? `@${twoDigits(month)}-${twoDigits(Number(day))}`
    : null;
}

/** Splits the days that a text names (`28 Nov`, `Nov 28th`, in numbers only where `numbers` allows) from what is left of it. */
function splitDays(text: string, numbers: boolean): { readonly days: readonly string[]; readonly rest: string } {
  const days: string[] = [];
  const take = (whole: string, day: string | null, left = ' ') => {
    if (day === null) return whole;
    days.push(day);
    return left;
  };
  let rest = text
    .replace(DAY_OF_MONTH, (whole, day, month) => take(whole, dayWord(day, monthNumber(month))))
    .replace(MONTH_WITH_DAY, (whole, month, day) => take(whole, dayWord(day, monthNumber(month))));
  if (numbers)
    rest = rest
      .replace(YEAR_FIRST, (whole, year, month, day) => take(whole, dayWord(day, Number(month)), ` ${year} `))
      .replace(IN_NUMBERS, (whole, day, month, year) =>
        take(whole, dayWord(day, Number(month)), year ? ` ${year.length === 2 ? `20${year}` : year} ` : ' '),
      );
  return { days, rest };
}

const GENITIVE = /^(?:([\u0980-\u09ff]{2,}[\u09be\u09bf\u09c1\u09cb])\u09b0|([\u0980-\u09ff]{2,})\u09c7\u09b0)$/;

/** An English plural as its singular, a Bengali word without the genitive's ending, roughly; the same for texts and queries. */
function singular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word.replace(GENITIVE, '$1$2').replace(/^(\d+)(?:st|nd|rd|th)$/, '$1');
  if (!word.endsWith('s')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|us)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Letters of Indian scripts that people take for each other: long and short vowel signs, signs of the nose, sibilants. */
const ALIKE: Readonly<Record<string, string>> = {
  '\u0940': '\u093f',
  '\u0942': '\u0941',
  '\u0901': '\u0902',
  '\u093c': '',
  '\u09c0': '\u09bf',
  '\u09c2': '\u09c1',
  '\u0981': '',
  '\u09bc': '',
  '\u09a3': '\u09a8',
  '\u09b6': '\u09b8',
  '\u09b7': '\u09b8',
};
const UNLIKE = /[\u0940\u0942\u0901\u093c\u09c0\u09c2\u0981\u09bc\u09a3\u09b6\u09b7]/g;

/** The words of a text with one spelling of such letters. */
const plainWords = (text: string) => wordsOf(fold(text).replace(UNLIKE, (letter) => ALIKE[letter] ?? letter));

const wordFor = (part: string) => singular(part.slice(0, LONGEST));

/** The parts of a word with hyphens and apostrophes; a single letter after an apostrophe is an ending. */
function partsOf(word: string): string[] {
  if (!/['-]/.test(word)) return [word];
  const parts = word.split('-', MOST_PARTS).flatMap((part) => {
    const [first = '', second = ''] = part.split("'", 2);
    return [part.replaceAll("'", ''), ...(first && second.length > 1 ? [second] : [])];
  });
  return parts.filter(Boolean);
}

/** The words of a text in its order: singular, numerals of classes as numbers, words with hyphens also as one, days as `@11-28`. */
export function indexWords(written: string): string[] {
  // Words may be held together by no-break spaces.
  const text = written.replaceAll('\u00a0', ' ');
  const words: string[] = [];
  for (const word of plainWords(withNumbers(text))) {
    if (word.includes('-')) words.push(wordFor(word.slice(0, LONGEST).replace(/['-]/g, '')));
    for (const part of partsOf(word)) words.push(wordFor(part));
  }
  return words.concat(splitDays(text, false).days);
}

/** All of `words` must be there. `weight`: 1 as typed, less for words that mean the same. */
export type Meaning = { readonly words: readonly string[]; readonly weight: number };

export interface QueryTerm {
  readonly meanings: Meaning[];
  /** The last word: it may not be typed to its end. */
  readonly isLast: boolean;
  /** The words of the query that mean one thing together, where it is one of them. */
  phrase?: readonly string[];
}

/** What a word counts that means the same as the typed one. */
const SYNONYM_WEIGHT = 0.9;

/** What `search.yaml` says: words that say nothing, left out of a query that has others, and groups that mean the same. */
export type SearchWords = { readonly ignored: readonly string[]; readonly same: readonly (readonly string[])[] };

/** The words of a query as they are looked for, without those that mean the same. */
export function queryWords(query: string): string[] {
  const { days, rest } = splitDays(query.slice(0, 200), true);
  const numbered = withNumbers(rest.replace(/\b[xv]\b/g, (letter) => letter.toUpperCase()));
  return [...days, ...plainWords(numbered).flatMap((word) => partsOf(word).map(wordFor))];
}

type KnownPhrase = { readonly phrase: readonly string[]; readonly group: readonly (readonly string[])[] };

/** The phrases that are known among words from a place on, the longest first. */
function phraseFinder(same: SearchWords['same']): (words: readonly string[], at: number) => readonly KnownPhrase[] {
  const groups = same.map((phrases) => phrases.map((phrase) => queryWords(phrase)));
  const known = groups.flatMap((group) => group.map((phrase) => ({ phrase, group })));
  known.sort((a, b) => b.phrase.length - a.phrase.length);
  return (words, at) =>
    known.filter(({ phrase }) => phrase.length > 0 && phrase.every((word, place) => word === words[at + place]));
}

/** Reads a query into words that are the same however it says a thing: each phrase as the first of those that mean it. */
export function plainReader({ same }: SearchWords): (query: string) => string[] {
  const phrasesAt = phraseFinder(same);
  return (query) => {
    const words = queryWords(query);
    const plain: string[] = [];
    for (let at = 0; at < words.length; ) {
      const [found] = phrasesAt(words, at);
      plain.push(...(found?.group[0] ?? words.slice(at, at + 1)));
      at += found?.phrase.length ?? 1;
    }
    return plain;
  };
}

export function queryReader({ ignored, same }: SearchWords): (query: string) => QueryTerm[] {
  const silent = new Set(ignored.flatMap(queryWords));
  const phrasesAt = phraseFinder(same);

  return (query) => {
    const all = queryWords(query);
    const telling = all.filter((word) => !silent.has(word));
    const words = telling.length > 0 ? telling : all;
    const terms: QueryTerm[] = words.map((word, at) => {
      // "book list" is also looked for as "booklist".
      const joined = [words.slice(at - 1, at + 1), words.slice(at, at + 2)].filter(
        (pair) => pair.length === 2 && pair.every((part) => /^[^@\d]/.test(part)),
      );
      return {
        meanings: [{ words: [word], weight: 1 }, ...joined.map((pair) => ({ words: [pair.join('')], weight: SYNONYM_WEIGHT }))],
        isLast: at === words.length - 1,
      };
    });
    for (let at = 0; at < words.length; ) {
      const found = phrasesAt(words, at);
      const length = found[0]?.phrase.length ?? 1;
      const typed = words.slice(at, at + length);
      const others = found.filter(({ phrase }) => phrase.length === length).flatMap(({ group }) => group);
      const synonyms = others
        // A phrase that says the same with more words finds nothing that these do not.
        .filter((other) => !typed.every((word) => other.includes(word)))
        .map((other) => ({ words: other, weight: SYNONYM_WEIGHT }));
      // What means the same as a phrase stands for each of its words.
      for (const one of terms.slice(at, at + length)) {
        one.meanings.push(...synonyms);
        if (length > 1) one.phrase = typed;
      }
      at += length;
    }
    return terms;
  };
}

/** Whether a word of a text is one that was typed, or begins so. Numbers are whole. */
export const beginsWith = (word: string, typed: string) => word === typed || (word.startsWith(typed) && !/^[@\d]/.test(typed));
