import { runRebuildThread } from './rebuildThread.ts';

await runRebuildThread();
