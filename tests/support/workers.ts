import { availableParallelism } from 'node:os';

/** Processes of each of the two runners, which run beside each other and so keep every processor busy: more only take turns. */
export const WORKERS = availableParallelism();
