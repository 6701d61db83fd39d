/** Turns a picture into the variants that pages use. */
import { pictureWidths } from '../lib/paths.ts';

/** Part of every picture's id: raised whenever the same source would give other bytes. */
export const PICTURE_RECIPE = 'webp 1';

interface Variant {
  /** Pixels. */
  readonly width: number;
  readonly bytes: Buffer;
}

export interface Variants {
  /** Pixels of the picture as published at its largest, after orientation. */
  readonly w: number;
  readonly h: number;
  readonly variants: readonly Variant[];
}

/** A picture with more pixels is refused before it is decoded. */
const MOST_PIXELS = 150_000_000;
/** Taller pictures are scaled down: WebP ends at 16,383 pixels, and no page shows more. */
const TALLEST = 6000;
const SECONDS = 30;
/** Pinned, because names and bytes must not differ between runs. Effort 2 takes two thirds of the default’s time for 7 % more bytes. */
const WEBP = { quality: 74, alphaQuality: 90, effort: 2, smartSubsample: false } as const;

/** Loads the image library, at the first picture: it costs 30 to 90 ms at start. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Two pictures are worked on at a time, each in one thread.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** The variants of a picture: oriented, in sRGB, without metadata. Null when the bytes cannot be read. */
export async function transformPicture(source: Buffer): Promise<Variants | null> {
  const sharp = await loadSharp();
  try {
    const input = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;
    const { autoOrient: size } = await sharp(source, input).metadata();
    const scale = Math.min(1, TALLEST / size.height);
    const w = Math.max(1, Math.round(size.width * scale));
    const h = Math.max(1, Math.round(size.height * scale));
    const widths = pictureWidths(w);
    const widest = widths[widths.length - 1] ?? w;
    // Decoded and scaled once to the widest variant; the others are made from that.
    const { data, info } = await sharp(source, input)
      .autoOrient()
      .resize({ width: widest, height: Math.max(1, Math.round((h * widest) / w)), fit: 'fill' })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const variants: Variant[] = [];
    for (const width of widths) {
      const height = Math.max(1, Math.round((info.height * width) / info.width));
      const bytes = await sharp(data, { raw })
        .resize({ width, height, fit: 'fill' })
        .webp(WEBP)
        .timeout({ seconds: SECONDS })
        .toBuffer();
      variants.push({ width, bytes });
    }
    return { w, h, variants };
  } catch {
    return null;
  }
}
