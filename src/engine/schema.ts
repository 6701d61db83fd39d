import { DIST_SCHEMA } from './dist.ts';
import { PLAN_SCHEMA } from './plan.ts';
import { RELEASE_SCHEMA } from './releases.ts';
import { TRACE_SCHEMA } from './traces.ts';

/** The tables of the engine. */
export const ENGINE_SCHEMA: readonly string[] = [...RELEASE_SCHEMA, ...TRACE_SCHEMA, ...PLAN_SCHEMA, ...DIST_SCHEMA];
