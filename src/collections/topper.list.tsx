import { memo } from 'react';
import { TopperCard } from '../cards/TopperCard.tsx';
import type { Topper } from '../service/schemas/topper.ts';
import type { ListRules } from './rules.ts';

export const rules = {
  kind: 'toppers',
  shown: 'session',
  months: false,
  search: 'mark',
  words: ['topper', 'toppers'],
  portraits: true,
  figure: (item) => Number.parseFloat(item.division),
  text: (item) => item.name,
  card: memo(TopperCard),
} as const satisfies ListRules<Topper>;
