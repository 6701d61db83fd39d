/** The program of a worker thread whose calls name their outcome, for tests of calls between threads. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../../src/lib/result.ts';
import { answerCalls, postNotice } from '../../../src/lib/threads.ts';

if (parentPort) {
  const port = parentPort;
  answerCalls(port, async (task) => {
    if (task === 'exit') process.exit(3);
    while (task === 'loop');
    if (task === 'hang') return new Promise(() => {});
    if (task === 'throw') throw new Error('It went wrong.');
    if (task === 'refuse') throw new Refusal('It is not to be done.');
    if (task === 'tell') postNotice(port, { told: 'something' });
    return { answer: task };
  });
}
