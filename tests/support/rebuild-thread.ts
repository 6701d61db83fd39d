/** The program of a rebuild thread in tests: its clock stands still. */
import { runRebuildThread } from '../../src/worker/rebuild-thread-main.ts';
import { TODAY } from './today.ts';

runRebuildThread({ now: () => TODAY });
