/** Works on one picture that its parent sends once this process is ready, and answers what became of it. */
import { loadSharp, type PictureAnswer, READY, transformHere } from './transform.ts';

process.once('message', async (source: Uint8Array) => {
  const answer: PictureAnswer = await transformHere(Buffer.from(source));
  process.send?.(answer, () => process.disconnect());
});
await loadSharp();
process.send?.(READY);
