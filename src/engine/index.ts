/** The rebuild engine's public interface. */
export type * from './api.ts';
export { openEngine } from './engine.ts';
export { dropLockOfThread } from './lock.ts';
export { openServing, type ServedReleases } from './serving.ts';
export { storedFile } from './store.ts';
export type * from './types.ts';
