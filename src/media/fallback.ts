/** The drawn fallback as a picture, for pages of kept releases that name one which was withdrawn. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Pixels; the drawing is a background of the site, wider than high. */
const WIDTH = 640;

/** WebP bytes of the drawing below the project's folder. */
export async function drawFallback(root: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(await readFile(join(root, 'public/art/scene-hills.svg')))
    .resize({ width: WIDTH })
    .flatten({ background: 'white' })
    .webp()
    .toBuffer();
}
