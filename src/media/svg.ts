/** SVG is drawn in a process of its own, which ends when it takes too long: no time-out reaches into the drawing. */
import { fork } from 'node:child_process';
import { fail, type Result } from '../lib/result.ts';
import type { PictureReason, Variants } from './transform.ts';

/** Bytes of a crest or a drawing; more is a traced photograph. */
const MOST_BYTES = 1024 * 1024;
const MILLISECONDS = 5000;
/** Entities multiply text, and each step of a filter holds a picture of its own. */
const REFUSED = /<!ENTITY|<filter[\s>/]/i;

export type SvgAnswer = Result<Variants, PictureReason>;

/** The variants of an SVG, drawn at the size that it gives itself. */
export async function transformSvg(source: Buffer): Promise<SvgAnswer> {
  if (source.length > MOST_BYTES) return fail('too-large', `it is an SVG of more than ${MOST_BYTES / 1024} kB; save it as PNG`);
  if (REFUSED.test(source.toString('utf8'))) return fail('unreadable', 'it is an SVG with filters or entities; save it as PNG');
  const child = fork(new URL('./svg-process.ts', import.meta.url), { serialization: 'advanced', execArgv: [] });
  const { promise, resolve } = Promise.withResolvers<SvgAnswer>();
  const timer = setTimeout(
    () => resolve(fail('too-slow', `it is an SVG that takes more than ${MILLISECONDS / 1000} s to draw; save it as PNG`)),
    MILLISECONDS,
  );
  child.once('message', (answer: SvgAnswer) => resolve(answer));
  child.once('error', (error) => resolve(fail('unreadable', `it is an SVG and cannot be drawn (${error.message})`)));
  child.once('exit', (code, signal) => resolve(fail('unreadable', `it is an SVG and drawing it ended with ${signal ?? code}`)));
  child.send(source);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
