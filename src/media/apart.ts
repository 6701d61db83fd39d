/**
 * Works on a picture in a process of its own: one that needs much memory gives it back at the end, where the allocator of
 * this process would keep it, and one that takes too long is ended, which no time-out inside the drawing of an SVG does.
 */
import { fork, type StdioOptions } from 'node:child_process';
import { fail, type Result } from '../lib/result.ts';
import type { PictureReason, Variants } from './transform.ts';

export type PictureAnswer = Result<Variants, PictureReason>;

/** `seconds`: how long it may take. `what` names the picture in messages, such as "an SVG". */
export async function transformApart(source: Buffer, what: string, seconds: number): Promise<PictureAnswer> {
  // What libraries say of a picture's mistakes, several lines each, belongs into nobody's terminal or log.
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
  const program = new URL('./pictureProcess.ts', import.meta.url);
  const child = fork(program, { serialization: 'advanced', execArgv: [], stdio });
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
