import { availableParallelism } from 'node:os';

/** Processes of each of the two concurrent test runners. Measured: with one more for each, a run takes a fifth longer. */
export const WORKERS = availableParallelism();
