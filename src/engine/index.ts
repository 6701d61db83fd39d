/** The rebuild engine's public face. */
export type * from './api.ts';
export { openEngine } from './engine.ts';
export type { Helper } from './helper.ts';
export type * from './types.ts';
