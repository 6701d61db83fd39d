import type { Topper } from '../service/schemas/topper.ts';
import type { Collection } from './descriptor.ts';
import type { rules } from './topper.list.tsx';

const bySession = { kind: 'toppers', shown: 'session', cut: 'session', all: 'All sessions' } as const;

export const topper = {
  call: { path: '/api/topper/{code}', auth: true },
  schema: () => import('../service/schemas/topper.ts'),
  lists: {
    'toppers-x': {
      ...bySession,
      base: '/Toppers',
      title: 'ICSE Toppers',
      description: 'Toppers of class X in the ICSE examination, by session.',
      about: 'Toppers of class X',
      holds: (pupil) => pupil.class === 'X',
    },
    'toppers-xii': {
      ...bySession,
      base: '/ToppersXII',
      title: 'ISC Toppers',
      description: 'Toppers of class XII in the ISC examination, by session.',
      about: 'Toppers of class XII',
      holds: (pupil) => pupil.class === 'XII',
    },
  },
} satisfies Collection<Topper, typeof rules>;
