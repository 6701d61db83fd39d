import type { Notice } from '../service/schemas/notice.ts';
import type { Collection } from './descriptor.ts';

export const notification = {
  call: { path: '/api/notification/{code}', auth: true },
  schema: () => import('../service/schemas/notice.ts'),
  plain: { base: '/Notifications', budget: 6 },
} satisfies Collection<Notice>;
