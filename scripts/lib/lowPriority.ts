/** For programs that nobody waits for: a worker on the same machine, and its readers, go first. */
import { constants, setPriority } from 'node:os';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
