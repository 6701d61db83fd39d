/** The rebuild engine's public interface. */

export { addressesFor } from './addresses.ts';
export type * from './api.ts';
export { openEngine } from './engine.ts';
export { openReleases } from './openReleases.ts';
export type { Retention } from './releases.ts';
export { ENGINE_SCHEMA } from './schema.ts';
export { Store, storedFile } from './store.ts';
export { recordedInputs, touch } from './traces.ts';
export type * from './types.ts';
