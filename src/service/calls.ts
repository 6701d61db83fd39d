/** The reading calls of the content service (specification, section 7). */
import type { CollectionName } from '../types/entities.ts';

interface Call {
  /** Path with `{code}` for the school code. */
  readonly path: string;
  /** Whether the call carries the bearer token. */
  readonly auth: boolean;
}

export const LIST_CALLS: Readonly<Record<CollectionName, Call>> = {
  news: { path: '/api/news/all/{code}', auth: false },
  topper: { path: '/api/topper/{code}', auth: true },
  principalMessage: { path: '/api/principalMessage/{code}', auth: true },
  highlight: { path: '/api/highlight/{code}', auth: false },
  events: { path: '/api/events/All/{code}', auth: false },
  gallery: { path: '/api/gallery/All/{code}', auth: false },
  video: { path: '/api/video/All/{code}', auth: false },
  notification: { path: '/api/notification/{code}', auth: true },
  academicCalender: { path: '/api/academicCalender/all/{code}', auth: true },
  onlineRegistration: { path: '/api/onlineRegistration/{code}', auth: true },
};
