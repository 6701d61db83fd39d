/** Draws one SVG that its parent sends, and answers what became of it. */
import type { SvgAnswer } from './svg.ts';
import { transformPicture } from './transform.ts';

process.once('message', async (source: Uint8Array) => {
  const answer: SvgAnswer = await transformPicture(Buffer.from(source));
  process.send?.(answer, () => process.disconnect());
});
