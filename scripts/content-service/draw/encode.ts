import sharp, { type Sharp } from 'sharp';
import type { Svg } from './shapes.ts';

/** Draws an SVG over `width` by `height` pixels, cutting what reaches over the edge. */
function raster(svg: Svg, width: number, height: number): Sharp {
  return sharp(Buffer.from(svg), { density: 96 }).resize(width, height, { fit: 'cover' }).flatten({ background: '#f7f0e1' });
}

/** The best of the qualities that stays under `most` bytes; the lowest when none does. */
async function within(most: number, qualities: readonly number[], encode: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  for (const quality of qualities) {
    bytes = await encode(quality);
    if (bytes.length <= most) break;
  }
  return bytes;
}

/** No lens draws an edge as sharp as a vector: softer edges take a sixth fewer bytes. */
const LENS = 1.1;

/**
 * A camera's JPEG. With `turned` the pixels lie on their side and an EXIF orientation says so,
 * as phones write them: readers that ignore it show the picture turned.
 */
export async function photograph(svg: Svg, width: number, height: number, most: number, turned = false): Promise<Buffer> {
  const pixels = await raster(svg, width, height).removeAlpha().raw().toBuffer();
  const upright = sharp(pixels, { raw: { width, height, channels: 3 } }).blur(LENS);
  const image = turned ? upright.rotate(270).withMetadata({ orientation: 6 }) : upright;
  return within(most, [56, 46, 38, 32], (quality) => image.clone().jpeg({ quality, mozjpeg: true }).toBuffer());
}

/** A picture of a static page: WebP. */
export async function illustration(svg: Svg, width: number, height: number, most: number): Promise<Buffer> {
  return within(most, [86, 78, 70, 60, 50, 40], (quality) => raster(svg, width, height).webp({ quality, effort: 6 }).toBuffer());
}
