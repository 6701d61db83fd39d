import { workerData } from 'node:worker_threads';
import { createCodeVersion } from '../site/codeVersion.ts';
import type { ThreadOptions } from './protocol.ts';

const { root, settings } = workerData as ThreadOptions;
const codeVersion = createCodeVersion(root, settings, { isWatched: true });
// Before the code is loaded: what changes from here on is newer than what this thread runs.
codeVersion();
const { runRebuildThread } = await import('./rebuildThreadMain.ts');
runRebuildThread({ codeVersion });
