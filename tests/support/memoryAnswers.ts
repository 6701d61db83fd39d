/** The queries of a small site in memory, and their answers. */
import type { InputKey, PageSet, QueryKey, Trace } from '../../src/engine/types.ts';
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
type Kind = (typeof QUERY_KINDS)[number] | 'pages' | 'albumPages' | 'dataFile';

/** Items of one part of a month's archive. */
const PART = 3;

const PERMANENT = ['/', '/News', '/Albums', '/About', '/Archive'];

export const isPermanent = (page: string) => PERMANENT.includes(page);

/**
 * The inputs of fixed content on a fixed day. Each album, month and year is one, as finely as it is read; so is the order of
 * all albums.
 */
export function inputsOf(content: Content, day: string): Map<InputKey, string> {
  const inputs = new Map<InputKey, unknown>([
    ['day', day],
    ['month', day.slice(0, 7)],
    ['notes', content.notes],
    ['albums', content.albums.map(({ id, title }) => [id, title])],
    ['news', content.news],
  ]);
  for (const album of content.albums) inputs.set(`album ${album.id}`, album);
  for (const { day: of } of content.news) {
    const [month, year] = [of?.slice(0, 7) ?? 'undated', of?.slice(0, 4) ?? 'undated'];
    inputs.set(
      `month ${month}`,
      content.news.filter((item) => (item.day?.slice(0, 7) ?? 'undated') === month),
    );
    inputs.set(
      `year ${year}`,
      content.news.filter((item) => (item.day?.slice(0, 4) ?? 'undated') === year),
    );
  }
  return new Map(Array.from(inputs, ([input, value]) => [input, digestOfJson(value)]));
}

/** Answers from fixed content on a fixed day. */
export class MemoryAnswers {
  readonly #content: Content;
  readonly #day: string;

  constructor(content: Content, day: string) {
    this.#content = content;
    this.#day = day;
  }

  evaluate(query: QueryKey, trace: Trace): unknown {
    const [kind = '', argument = ''] = query.split(' ');
    return this.#answers[kind as Kind](argument, trace) ?? null;
  }

  /** The answer, not traced. */
  answer(query: QueryKey): unknown {
    return this.evaluate(query, { read: () => {}, ask: (other) => this.answer(other) });
  }

  readonly #answers: Readonly<Record<Kind, (argument: string, trace: Trace) => unknown>> = {
    pages: (_, { read, ask }): PageSet => {
      read('news');
      const months = ask('months') as string[];
      return {
        pages: [...PERMANENT, ...months.map((month) => `/News/${month}`), ...this.years().map((year) => `data:${year}`)],
        sets: ['albumPages'],
      };
    },
    albumPages: (_, { read }): PageSet => {
      read('albums');
      return { pages: this.#content.albums.map(({ id }) => `/Albums/${id}`), sets: [] };
    },
    notes: (_, { read }) => {
      read('notes');
      return this.#content.notes.map(({ title }) => title);
    },
    latest: (count, { read }) => {
      read('news');
      return this.#news().slice(0, Number(count)).map(teaser);
    },
    months: (_, { read }) => {
      read('news');
      return this.months();
    },
    month: (month, { read }) => {
      read(`month ${month.split('_')[0]}`);
      return this.#ofMonth(month);
    },
    albums: (_, { read }) => {
      read('albums');
      return this.#content.albums.map(({ id, title }) => [id, title]);
    },
    album: (id, { read }) => {
      read(`album ${id}`);
      return this.#content.albums.find((album) => album.id === id);
    },
    files: (_, { read, ask }) => {
      read('news');
      return this.years().map((year) => ask(`dataFile ${year}`));
    },
    dataFile: (year, { read }) => {
      read(`year ${year}`);
      return this.dataPath(year);
    },
    year: (year, { read }) => {
      read(`year ${year}`);
      return this.#ofYear(year);
    },
    today: (_, { read }) => {
      read('day');
      return this.#day;
    },
    thisMonth: (_, { read }) => {
      read('month');
      return this.#day.slice(0, 7);
    },
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
