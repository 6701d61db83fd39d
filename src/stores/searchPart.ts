/** A part of the search's index in the browser: the static pages, or one data file. */
import MiniSearch from 'minisearch';
import { writtenDay } from '../lib/dates.ts';
import { titleOfFile } from '../lib/fileTitle.ts';
import { beginsWith, indexWords, type QueryTerm } from '../lib/searchWords.ts';
import type { SearchEntry, SearchShelf, SearchStatics } from '../types/search.ts';

const WEIGHTS = { title: 1, headings: 0.9, day: 0.9, kind: 0.8, text: 0.55, page: 0.3 } as const;
type Field = keyof typeof WEIGHTS;
const FIELDS = Object.keys(WEIGHTS) as readonly Field[];
/** What a word counts of which another one is the beginning, while the other one is being typed and afterwards; or with a wrong letter. */
const BEGUN = { last: 0.8, before: 0.6 };
const ONE_LETTER_WRONG = 0.4;
/** What a phrase counts in a title that has its words in other places: "sports day" in "Sports prize day". */
const SCATTERED = 0.7;
/** Milliseconds after which indexing lets the browser answer the visitor. */
const SLICE = 15;

/** What was found in a part: an entry, or a section of a page, with what each term of the query counts in it, 0 where it is not there. */
export type Hit = { readonly entry: SearchEntry; readonly weights: readonly number[] };

export type Found = Map<number, number[]>;

/** What is indexed: an entry, or a section of a page, which counts more than the same words scattered over the whole page. */
interface Indexed extends Readonly<Partial<Record<Field, string>>> {
  readonly entry: SearchEntry;
}

export function indexedPages({ pages, documents }: SearchStatics): Indexed[] {
  return [
    ...pages.flatMap(({ href, title, description, sections }) => {
      const text = sections
        .map(([, words]) => words)
        .filter(Boolean)
        .join('\n');
      const entry = { kind: 'Page', href, title, text };
      const headings = sections.map(([heading]) => heading).join('\n');
      return [
        { entry, title, headings: description, page: `${headings}\n${text}` },
        ...sections.map(([heading, words]) => ({ entry, title, headings: heading, text: words })),
      ];
    }),
    ...documents.map(({ href, title }) => ({ entry: { kind: 'File (PDF)', href, title, text: '' }, title })),
  ];
}

/** The entries of a data file, as they are indexed: its items, and after each the files that it brings. `kinds`: words for kinds. */
export function indexedEntries(shelves: readonly SearchShelf[], kinds: SearchStatics['kinds']): Indexed[] {
  const indexed = (entry: SearchEntry): Indexed => ({
    entry,
    title: entry.title,
    text: entry.text,
    kind: `${entry.kind} ${kinds[entry.kind.replace(/ \(.*/, '')] ?? ''}`,
    day: entry.day ? writtenDay(entry.day) : '',
  });
  return shelves.flatMap(([kind, base, rows]) =>
    rows.flatMap(([path, title, text = '', day = '', files = []]) => {
      const dated = day ? { day } : {};
      return [
        indexed({ kind, href: base + (path === 0 ? encodeURIComponent(title) : path), title, text, ...dated }),
        ...files.map(([href, name]) => {
          const type = name.split('.').pop()?.toUpperCase();
          return indexed({ kind: `File (${type})`, href, title: titleOfFile(name), text: title, ...dated });
        }),
      ];
    }),
  );
}

export const nextTask = () => new Promise((settle) => setTimeout(settle));

const wrongLetters = ({ length }: string) => (length < 5 ? 0 : length < 8 ? 1 : 2);

export type SearchPart = Awaited<ReturnType<typeof indexPart>>;

/** Indexes slice by slice. MiniSearch finds beginnings and wrong letters in one walk of its tree; the order is ours. */
export async function indexPart(indexed: readonly Indexed[]) {
  const engine = new MiniSearch<number>({
    fields: [...FIELDS],
    tokenize: indexWords,
    processTerm: (word) => word,
    extractField: (id, field) => (field === 'id' ? id : indexed[id]?.[field as Field]),
    searchOptions: { tokenize: (word) => [word] },
  });
  let begun = performance.now();
  for (const id of indexed.keys()) {
    engine.add(id);
    if (performance.now() - begun > SLICE) {
      await nextTask();
      begun = performance.now();
    }
  }

  /** What a word counts in the entries that have it, one that begins with it (`begun`), or with a letter wrong, which `wrong` takes. */
  function weigh(word: string, begun: number, wrong?: Set<string>): Map<number, number> {
    const prefix = !wrong && (!/^[@\d]/.test(word) || (begun === BEGUN.last && word.length > 2));
    const best = new Map<number, number>();
    for (const { id, match } of engine.search(word, { prefix, fuzzy: wrong ? wrongLetters(word) : 0 })) {
      const weights = Object.entries(match).map(([term, fields]) => {
        wrong?.add(term);
        const exactness = term === word ? 1 : wrong ? ONE_LETTER_WRONG : begun;
        return exactness * Math.max(...fields.map((field) => WEIGHTS[field as Field]));
      });
      best.set(id, Math.max(...weights));
    }
    return best;
  }

  /** Whether the words of a phrase stand one after the other in a title. */
  function isTogether(id: number, words: readonly string[]): boolean {
    const title = indexWords(indexed[id]?.title ?? '');
    return title.some((_, from) => words.every((word, at) => title[from + at] === word));
  }

  return {
    entries: [...new Set(indexed.map(({ entry }) => entry))],
    search(terms: readonly QueryTerm[]): Found {
      const found: Found = new Map();
      terms.forEach((one, at) => {
        for (const { words, weight } of one.meanings) {
          const [first, ...others] = words.map((word) => weigh(word, one.isLast ? BEGUN.last : BEGUN.before));
          for (const [id, own] of first ?? []) {
            const least = Math.min(own, ...others.map((other) => other.get(id) ?? 0));
            const isOfPhrase = words.length === 1 && one.phrase?.includes(words[0] ?? '');
            const isScattered = isOfPhrase && least === WEIGHTS.title && !isTogether(id, one.phrase ?? []);
            note(found, terms.length, id, at, (isScattered ? SCATTERED : least) * weight);
          }
        }
      });
      return found;
    },
    /** Adds where a word stands that differs from the one at `at` by a letter; `wrong` takes these words. */
    searchWrong(found: Found, terms: readonly QueryTerm[], at: number, wrong: Set<string>): void {
      const [word = ''] = terms[at]?.meanings[0]?.words ?? [];
      for (const [id, weight] of weigh(word, 0, wrong)) note(found, terms.length, id, at, weight);
    },
    hits(found: Found): Hit[] {
      const inOrder = [...found].sort(([a], [b]) => a - b);
      return inOrder.flatMap(([id, weights]) => {
        const entry = indexed[id]?.entry;
        return entry ? [{ entry, weights }] : [];
      });
    },
    /** Words of the index that are nearest to one that was not found. */
    nearest: (word: string) => engine.autoSuggest(word, { fuzzy: 0.4, prefix: true }).map(({ suggestion }) => suggestion),
  };
}

/** Notes what the term at `at` of so many counts in what was found. */
function note(found: Found, terms: number, id: number, at: number, weight: number): void {
  if (weight <= 0) return;
  const weights = found.get(id) ?? new Array<number>(terms).fill(0);
  weights[at] = Math.max(weights[at] ?? 0, weight);
  found.set(id, weights);
}

/** The place of the sought term that a word of a text is or stands for; null: of none. Words for what was misspelt have one place. */
export function termFinder(terms: readonly QueryTerm[], wrong: ReadonlySet<string>): (word: string) => number | null {
  const typed = terms.map(({ meanings }) => meanings.flatMap(({ words }) => words));
  return (word) => {
    const found = indexWords(word);
    const at = typed.findIndex((meant) => meant.some((one) => found.some((term) => beginsWith(term, one))));
    if (at >= 0) return at;
    return found.some((term) => wrong.has(term)) ? terms.length : null;
  };
}
