/** The program of a rebuild thread in tests, with a fixed clock. */
import { runRebuildThread } from '../../src/worker/rebuildThreadMain.ts';
import { TODAY } from './today.ts';

runRebuildThread({ now: () => TODAY });
