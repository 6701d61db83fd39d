import { availableParallelism } from 'node:os';

/** Processes of each of the two runners, which run beside each other: one more for each takes a fifth more time. */
export const WORKERS = availableParallelism();
