import sharp from 'sharp';

/** A small picture of one colour, quick to transform; another number gives another picture. */
export function smallPicture(number: number, width = 48): Promise<Buffer> {
  const background = { r: (number * 67) % 256, g: (number * 101) % 256, b: (number * 151) % 256 };
  return sharp({ create: { width, height: Math.round(width * 0.75), channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A minimal PDF. */
export const SMALL_PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
