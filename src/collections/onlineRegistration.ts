import type { RegistrationLink } from '../service/schemas/registrationLink.ts';
import type { Collection } from './descriptor.ts';

export const onlineRegistration = {
  call: { path: '/api/onlineRegistration/{code}', auth: true },
  schema: () => import('../service/schemas/registrationLink.ts'),
  plain: { base: '/Registrations', budget: 12 },
} satisfies Collection<RegistrationLink>;
