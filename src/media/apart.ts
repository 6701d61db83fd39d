/**
 * Works on a picture in a process of its own: one that needs much memory gives it back at the end, where the allocator of
 * this process would keep it, and one that takes too long is ended, which no time-out inside the drawing of an SVG does.
 */
import { fork } from 'node:child_process';
import { fail, type Result } from '../lib/result.ts';
import type { PictureReason, Variants } from './transform.ts';

export type PictureAnswer = Result<Variants, PictureReason>;

/** `seconds`: how long it may take. `what` names the picture in messages, such as "an SVG". */
export async function transformApart(source: Buffer, what: string, seconds: number): Promise<PictureAnswer> {
  const child = fork(new URL('./pictureProcess.ts', import.meta.url), { serialization: 'advanced', execArgv: [] });
  const { promise, resolve } = Promise.withResolvers<PictureAnswer>();
  const timer = setTimeout(
    () => resolve(fail('too-slow', `it is ${what} that takes more than ${seconds} s to draw; save it as a smaller PNG`)),
    seconds * 1000,
  );
  child.once('message', (answer: PictureAnswer) => resolve(answer));
  child.once('error', (error) => resolve(fail('unreadable', `it is ${what} and cannot be drawn (${error.message})`)));
  child.once('exit', (code, signal) => resolve(fail('unreadable', `it is ${what} and drawing it ended with ${signal ?? code}`)));
  child.send(source);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
