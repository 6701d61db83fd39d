/** The rebuild engine's public interface. */
export type * from './api.ts';
export { openEngine } from './engine.ts';
export type * from './types.ts';
