import { availableParallelism } from 'node:os';

/** Processes of a test runner: many tests wait for a process of their own, so that one a processor leaves a third of the time unused. */
export const WORKERS = Math.ceil(1.5 * availableParallelism());
