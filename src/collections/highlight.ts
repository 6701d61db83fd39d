import type { Highlight } from '../service/schemas/highlight.ts';
import type { Collection } from './descriptor.ts';

export const highlight = {
  call: { path: '/api/highlight/{code}', auth: false },
  schema: () => import('../service/schemas/highlight.ts'),
  plain: { base: '/Highlights', budget: 90 },
} satisfies Collection<Highlight>;
