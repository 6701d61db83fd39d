import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../../../src/lib/result.ts';
import { CalledThread, ThreadEnded } from '../../../src/lib/threads.ts';

const notices: unknown[] = [];
const deaths: string[] = [];
let thread: CalledThread;

function open(): void {
  thread = new CalledThread('The thread of the test', new Worker(new URL('./calledThread.ts', import.meta.url)), {
    onNotice: (notice) => notices.push(notice),
    onDeath: (error) => deaths.push(error.message),
  });
}

afterEach(async () => {
  await thread.end();
  notices.length = 0;
  deaths.length = 0;
});

test('each call gets its own reply, and a notice comes before the reply that follows it', async () => {
  open();
  expect(await thread.call('one')).toEqual({ answer: 'one' });
  const replies = await Promise.all(['two', 'tell', 'three'].map((task) => thread.call(task)));
  expect(replies).toEqual([{ answer: 'two' }, { answer: 'tell' }, { answer: 'three' }]);
  expect(notices).toEqual([{ told: 'something' }]);
});

test('what is thrown there is thrown here, an expected failure as one', async () => {
  open();
  await expect(thread.call('throw')).rejects.toThrow('It went wrong.');
  await expect(thread.call('refuse')).rejects.toThrow(Refusal);
  expect(await thread.call('on')).toEqual({ answer: 'on' });
});

test('a thread that dies fails every call under way and every later one, and says so once', async () => {
  open();
  const pending = thread.call('hang');
  const last = thread.call('exit');
  const died = 'The thread of the test ended before its work was done: exit code 3.';
  await expect(pending).rejects.toThrow(died);
  await expect(last).rejects.toThrow(died);
  await expect(thread.call('again')).rejects.toThrow(died);
  expect(deaths).toEqual([died]);
});

test('a thread that is ended fails what it was doing, and has not died', async () => {
  open();
  const pending = thread.call('hang');
  const ended = expect(pending).rejects.toThrow(ThreadEnded);
  await thread.end();
  await ended;
  expect(deaths).toEqual([]);
});

test('a thread that computes without end is stopped and dead; one that waits is not', async () => {
  open();
  const waiting = thread;
  const hanging = expect(waiting.call('hang')).rejects.toThrow(ThreadEnded);
  await waiting.call('started');
  open();
  await thread.call('started');
  const looping = thread.call('loop');
  for (const one of [waiting, thread]) one.askEvery(50);
  const died = 'The thread of the test ended before its work was done: it did not answer any more.';
  await expect(looping).rejects.toThrow(died);
  expect(deaths).toEqual([died]);
  expect(await waiting.call('on')).toEqual({ answer: 'on' });
  await waiting.end();
  await hanging;
});
