/** The program of a rebuild thread in tests: its clock stands still. */
import { runRebuildThread } from '../../src/worker/rebuildThreadMain.ts';
import { TODAY } from './today.ts';

runRebuildThread({ now: () => TODAY });
