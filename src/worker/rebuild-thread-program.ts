import { runRebuildThread } from './rebuild-thread-main.ts';

runRebuildThread();
