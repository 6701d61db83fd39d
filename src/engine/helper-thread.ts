/** The helper's thread: one task after the other, each answered. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Digest, digestOf } from '../lib/digest.ts';
import type { Answer, Place, PlaceTask, PutTask } from './helper.ts';
import { Placer } from './placer.ts';
import { Store } from './store.ts';

const { storeDir, distDir } = workerData as Place;
const store = new Store(storeDir);
const placer = new Placer(store, distDir, '.incoming-2');

function act(task: PutTask | PlaceTask): Digest | null {
  if (task.kind === 'place') {
    for (const file of task.files) placer.place(file);
    return null;
  }
  const digest = digestOf(task.bytes);
  if (digest !== task.held) store.put(digest, task.bytes);
  return digest;
}

parentPort?.on('message', ({ id, task }: { id: number; task: PutTask | PlaceTask }) => {
  let answer: Answer;
  try {
    answer = { id, digest: act(task), error: null };
  } catch (error) {
    answer = { id, digest: null, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
