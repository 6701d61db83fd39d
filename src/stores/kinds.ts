import type { ListKind } from '../types/views.ts';

/** In what the rules of the lists differ. */
interface KindRules {
  /** The address parameter of the period, and the accessible name of its select. */
  readonly param: 'year' | 'session';
  /** False: one period is always chosen. */
  readonly all: boolean;
  readonly months: boolean;
  /** `mark`: no card is hidden, those whose name matches are marked. */
  readonly search: 'filter' | 'mark' | 'none';
  /** What the list holds: one, many. */
  readonly words: readonly [string, string];
}

const dated = { param: 'year', all: true, months: true, search: 'filter' } as const;

export const KINDS: Readonly<Record<ListKind, KindRules>> = {
  news: { ...dated, words: ['news item', 'news items'] },
  events: { ...dated, words: ['event', 'events'] },
  gallery: { ...dated, words: ['album', 'albums'] },
  video: { ...dated, months: false, search: 'none', words: ['video', 'videos'] },
  toppers: { param: 'session', all: false, months: false, search: 'mark', words: ['topper', 'toppers'] },
};
