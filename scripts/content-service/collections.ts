import type { CollectionName } from '../../src/types/entities.ts';

/** Where a collection is asked for, and whether the specification marks the call as needing the bearer token. */
interface Call {
  readonly collection: CollectionName;
  /** Path behind `/api/`, with `{code}` for the school code. */
  readonly path: string;
  readonly auth: boolean;
}

/** The list calls of the specification (section 7), its variants included. */
export const LIST_CALLS: readonly Call[] = [
  { collection: 'news', path: 'news/all/{code}', auth: false },
  { collection: 'topper', path: 'topper/{code}', auth: true },
  { collection: 'principalMessage', path: 'principalMessage/{code}', auth: true },
  { collection: 'highlight', path: 'highlight/{code}', auth: false },
  { collection: 'events', path: 'events/All/{code}', auth: false },
  { collection: 'events', path: 'events/{code}', auth: false },
  { collection: 'gallery', path: 'gallery/All/{code}', auth: false },
  { collection: 'gallery', path: 'gallery/{code}', auth: false },
  { collection: 'video', path: 'video/All/{code}', auth: false },
  { collection: 'notification', path: 'notification/{code}', auth: true },
  { collection: 'academicCalender', path: 'academicCalender/all/{code}', auth: true },
  { collection: 'onlineRegistration', path: 'onlineRegistration/{code}', auth: true },
];
