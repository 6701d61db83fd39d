import type { Leader } from '../service/schemas/leader.ts';
import type { Collection } from './descriptor.ts';

export const principalMessage = {
  call: { path: '/api/principalMessage/{code}', auth: true },
  schema: () => import('../service/schemas/leader.ts'),
  richText: true,
  plain: {
    base: '/PrincipalMessage',
    // Characters of HTML.
    budget: 12_000,
    weigh: (leader) => leader.message.length + 200,
  },
} satisfies Collection<Leader>;
