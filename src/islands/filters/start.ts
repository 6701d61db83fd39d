import { startIsland } from '../../lib/domReady.ts';

/** Starts the list's filters as soon as they are painted: they stand in the first screen. */
export const startList = () => startIsland('#list', () => import('./hydrate.tsx'));
