/** The queries of a small site in memory, and their answers. */
import type { Answer, InputKey, QueryKey } from '../../src/engine/types.ts';
import { digestOfJson, shortDigest } from '../../src/lib/digest.ts';

export interface Item {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** `2026-03-01`, or null. */
  readonly day: string | null;
  /** The group of a picture. */
  readonly picture: string | null;
}

export type CollectionName = 'news' | 'albums' | 'notes';
export type Content = Readonly<Record<CollectionName, readonly Item[]>>;

/** Kinds of query that pages ask: the mutation test drops each in turn. */
export const QUERY_KINDS = [
  'notes',
  'latest',
  'months',
  'month',
  'albums',
  'album',
  'files',
  'year',
  'today',
  'thisMonth',
] as const;
type Kind = (typeof QUERY_KINDS)[number];

/** Items of one part of a month's archive. */
const PART = 3;

/** Answers from fixed content on a fixed day, memoised. */
export class MemoryAnswers {
  readonly #content: Content;
  readonly #day: string;
  readonly #known = new Map<QueryKey, Answer & { readonly value: unknown }>();

  constructor(content: Content, day: string) {
    this.#content = content;
    this.#day = day;
  }

  answer(query: QueryKey): Answer & { readonly value: unknown } {
    const known = this.#known.get(query);
    if (known) return known;
    const [kind = '', argument = ''] = query.split(' ');
    const { value, inputs } = this.#answers[kind as Kind](argument);
    const answer = { value, inputs, digest: digestOfJson(value ?? null) };
    this.#known.set(query, answer);
    return answer;
  }

  readonly #answers: Readonly<Record<Kind, (argument: string) => { value: unknown; inputs: InputKey[] }>> = {
    notes: () => ({ value: this.#content.notes.map(({ title }) => title), inputs: ['collection:notes'] }),
    latest: (count) => ({ value: this.#news().slice(0, Number(count)).map(teaser), inputs: ['collection:news'] }),
    months: () => ({ value: this.months(), inputs: ['collection:news'] }),
    month: (month) => ({ value: this.#ofMonth(month), inputs: ['collection:news'] }),
    albums: () => ({ value: this.#content.albums.map(({ id, title }) => [id, title]), inputs: ['collection:albums'] }),
    album: (id) => ({ value: this.#content.albums.find((album) => album.id === id), inputs: ['collection:albums'] }),
    files: () => ({ value: this.years().map((year) => this.dataPath(year)), inputs: ['collection:news'] }),
    year: (year) => ({ value: this.#ofYear(year), inputs: ['collection:news'] }),
    today: () => ({ value: this.#day, inputs: ['day'] }),
    thisMonth: () => ({ value: this.#day.slice(0, 7), inputs: ['month'] }),
  };

  #news(): readonly Item[] {
    return [...this.#content.news].sort((one, other) => ((one.day ?? '') < (other.day ?? '') ? 1 : -1));
  }

  months(): string[] {
    const parts: string[] = [];
    for (const month of new Set(this.#news().map(({ day }) => day?.slice(0, 7) ?? 'undated'))) {
      const count = this.#news().filter(({ day }) => (day?.slice(0, 7) ?? 'undated') === month).length;
      for (let part = 1; part <= Math.ceil(count / PART); part += 1) parts.push(part === 1 ? month : `${month}_${part}`);
    }
    return parts;
  }

  #ofMonth(name: string): readonly Item[] {
    const [month, part = '1'] = name.split('_');
    const items = this.#news().filter(({ day }) => (day?.slice(0, 7) ?? 'undated') === month);
    return items.reverse().slice((Number(part) - 1) * PART, Number(part) * PART);
  }

  years(): string[] {
    return [...new Set(this.#news().map(({ day }) => day?.slice(0, 4) ?? 'undated'))];
  }

  #ofYear(year: string): readonly Item[] {
    return this.#news().filter(({ day }) => (day?.slice(0, 4) ?? 'undated') === year);
  }

  /** Path of a year's data file. */
  dataPath(year: string): string {
    return `data/${year}.${shortDigest(digestOfJson(this.#ofYear(year)))}.json`;
  }
}

/** What a list shows of an item: its body does not reach lists. */
function teaser({ id, title, day, picture }: Item): Omit<Item, 'body'> {
  return { id, title, day, picture };
}
