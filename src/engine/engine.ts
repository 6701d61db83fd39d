import type { Engine, EngineOptions } from './api.ts';

/** Opens the engine on a cache folder. Reads nothing until something is asked of it. */
export function openEngine(options: EngineOptions): Engine {
  throw new Error(`The engine for ${options.cacheDir} is not there yet.`);
}
