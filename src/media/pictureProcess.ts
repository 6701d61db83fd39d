/** Works on one picture that its parent sends, and answers what became of it. */
import { type PictureAnswer, transformHere } from './transform.ts';

process.once('message', async (source: Uint8Array) => {
  const answer: PictureAnswer = await transformHere(Buffer.from(source));
  process.send?.(answer, () => process.disconnect());
});
