/** The rebuild engine's public interface. */
import type { Tables } from '../database/siteDatabase.ts';
import { DIST_SCHEMA } from '../targets/dist.ts';
import { RELEASE_SCHEMA } from './releases.ts';
import { TRACE_SCHEMA } from './traces.ts';

export { addressesFor } from './addresses.ts';
export type { Encoding } from './encode.ts';
export type * from './engine.ts';
export { Engine, momentOf } from './engine.ts';
export { Store, type StoreElsewhere, storedFile } from './fileStore.ts';
export { RENDER_ALL, type ReleaseFile, type Retention } from './releases.ts';
export type * from './servedReleases.ts';
export { ServedReleases } from './servedReleases.ts';
export type * from './types.ts';

/** The tables of the engine. */
export const ENGINE_SCHEMA: readonly Tables[] = [RELEASE_SCHEMA, TRACE_SCHEMA, DIST_SCHEMA];
