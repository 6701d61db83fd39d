/** Works on one picture that its parent sends once this process is ready, and answers what became of it. */
import { loadSharp, READY, transformPicture } from './transform.ts';

process.once('message', async (source: Uint8Array) => {
  const answer = await transformPicture(Buffer.from(source), { isAlone: true });
  process.send?.(answer, () => process.disconnect());
});
await loadSharp();
process.send?.(READY);
