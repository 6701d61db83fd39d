import { fork, type StdioOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Metadata } from 'sharp';
import { pictureWidths } from '../lib/paths.ts';
import { fail, type Result, succeed } from '../lib/result.ts';

/** Part of every picture's id: raised whenever the same source would give other bytes. */
export const PICTURE_RECIPE = 'webp 2';

/** What a picture may be: limits by the pixels, and by the bytes that have to be held at once. */
const MOST_PIXELS = 150_000_000;
const MOST_HELD = 300 * 1024 * 1024;
/** A picture that holds more bytes than this is worked on in a process of its own, for one picture at a time. */
const LARGE = 32 * 1024 * 1024;
const INPUT = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;
/** Taller pictures are scaled down: WebP ends at 16,383 pixels, and no page shows more. */
const TALLEST = 6000;
const SECONDS = 30;
/** Pinned, because names and bytes must not differ between runs. Effort 2 takes two thirds of the default’s time for 7 % more bytes. */
const WEBP = { quality: 74, alphaQuality: 90, effort: 2, smartSubsample: false } as const;
/** The narrowest variant, of which lists show a dozen at once: 18 % fewer bytes for 13 ms a picture. */
const SMALL = { ...WEBP, quality: 56, effort: 3 } as const;

export type PictureReason = 'unreadable' | 'too-large' | 'too-slow';
type PictureAnswer = Result<Awaited<ReturnType<typeof makeVariants>>, PictureReason>;

const largeOneByOne = pLimit(1);

/** What a process for one picture says before it is sent one. */
export const READY = 'ready';

/** Loads the image library, at the first picture: it costs 30 to 90 ms at start. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Two pictures are worked on at a time, each in one thread.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Rows that scaling holds of a picture: measured 340 to 2,150, and up to 200 more where they are very wide. */
const MOST_ROWS = 2200;
const MORE_ROWS = 200;

/**
 * Bytes that decoding and scaling hold at once. Measured as a process's growth: 1.6 times the samples of an interlaced PNG, 4.2
 * bytes a pixel of a progressive JPEG with halved colours, 7 times the samples of AVIF. A JPEG is scaled while it is decoded.
 */
function heldBytes({ format, width, height, channels, depth, isProgressive, chromaSubsampling }: Metadata): number {
  const pixels = width * height;
  if (format === 'jpeg') return isProgressive ? pixels * (chromaSubsampling === '4:2:0' ? 4.2 : 2.8 * channels) : 0;
  const row = width * channels * (depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4);
  const scaling = row * (Math.min(height, MOST_ROWS) + MORE_ROWS);
  if (format === 'png') return scaling + (isProgressive ? 1.6 * row * height : 0);
  return scaling + row * height * (format === 'heif' ? 7 : 1);
}

/** `w`, `h`: pixels of the picture as published at its largest, after orientation. */
async function makeVariants(source: Buffer, size: { readonly width: number; readonly height: number }) {
  const sharp = await loadSharp();
  const scale = Math.min(1, TALLEST / size.height);
  const w = Math.max(1, Math.round(size.width * scale));
  const h = Math.max(1, Math.round(size.height * scale));
  const widths = pictureWidths(w);
  const widest = widths[widths.length - 1] ?? w;
  // Decoded and scaled once to the widest variant; the others are made from that.
  const { data, info } = await sharp(source, INPUT)
    .autoOrient()
    .resize({ width: widest, height: Math.max(1, Math.round((h * widest) / w)), fit: 'fill' })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const variants: { width: number; bytes: Buffer }[] = [];
  for (const width of widths) {
    const height = Math.max(1, Math.round((info.height * width) / info.width));
    const bytes = await sharp(data, { raw })
      .resize({ width, height, fit: 'fill' })
      .webp(width < widest && width === widths[0] ? SMALL : WEBP)
      .timeout({ seconds: SECONDS })
      .toBuffer();
    variants.push({ width, bytes });
  }
  return { w, h, variants };
}

/** Whether a picture names itself HEIC in its first box, whose codec libvips has no right to come with. */
const isHeic = (source: Buffer): boolean => /^.{4}ftyp.*(?:hei[cmsx]|hev[cmsx])/s.test(source.toString('latin1', 0, 64));

/** The variants of a picture: oriented, in sRGB, without metadata. `isAlone`: this process works on nothing else, and ends. */
export async function transformPicture(source: Buffer, { isAlone = false } = {}): Promise<PictureAnswer> {
  const sharp = await loadSharp();
  try {
    const metadata = await sharp(source, INPUT).metadata();
    const held = heldBytes(metadata);
    if (held > MOST_HELD) {
      const { width, height, format } = metadata;
      return fail('too-large', `it has ${width} × ${height} pixels, too many for this kind of ${format}; save it smaller`);
    }
    if (held > LARGE && !isAlone) return await largeOneByOne(() => transformInChildProcess(source, 'a picture', SECONDS));
    return succeed(await makeVariants(source, metadata.autoOrient));
  } catch (error) {
    if (isHeic(source)) return fail('unreadable', 'it is a photo in the format HEIC, as iPhones make them; save it as JPEG');
    const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    return fail('unreadable', `it cannot be read as a picture (${why})`);
  }
}

/** Bytes of a crest or a drawing; more is a traced photograph. */
const MOST_SVG_BYTES = 1024 * 1024;
const SVG_SECONDS = 5;
/** Entities multiply text, and each step of a filter holds a picture of its own. */
const REFUSED_SVG = /<!ENTITY|<filter[\s>/]/i;

/** The variants of an SVG, drawn at the size that it gives itself. */
export async function transformSvg(source: Buffer): Promise<PictureAnswer> {
  if (source.length > MOST_SVG_BYTES)
    return fail('too-large', `it is an SVG of more than ${MOST_SVG_BYTES / 1024} kB; save it as PNG`);
  if (REFUSED_SVG.test(source.toString('utf8')))
    return fail('unreadable', 'it is an SVG with filters or entities; save it as PNG');
  return transformInChildProcess(source, 'an SVG', SVG_SECONDS);
}

/**
 * Works on a picture in a process of its own: one that needs much memory gives it back at the end, where the allocator of
 * this process would keep it, and one that takes too long is ended, which no time-out inside the drawing of an SVG does.
 * `seconds`: how long that may take once the process runs, which a busy machine may keep waiting. `what` names the picture in
 * messages, such as "an SVG".
 */
async function transformInChildProcess(source: Buffer, what: string, seconds: number): Promise<PictureAnswer> {
  // What libraries say of a picture's mistakes, several lines each, belongs into nobody's terminal or log.
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
  const program = new URL('./pictureProcess.ts', import.meta.url);
  const child = fork(program, { serialization: 'advanced', execArgv: [], stdio });
  const { promise, resolve } = Promise.withResolvers<PictureAnswer>();
  const tooSlow = (most: number) =>
    setTimeout(
      () => resolve(fail('too-slow', `it is ${what} that takes more than ${most} s to draw; save it as a smaller PNG`)),
      most * 1000,
    );
  let timer = tooSlow(SECONDS);
  child.on('message', (message: typeof READY | PictureAnswer) => {
    if (message !== READY) return resolve(message);
    clearTimeout(timer);
    timer = tooSlow(seconds);
    child.send(source);
  });
  child.once('error', (error) => resolve(fail('unreadable', `it is ${what} and cannot be drawn (${error.message})`)));
  child.once('exit', (code, signal) => resolve(fail('unreadable', `it is ${what} and drawing it ended with ${signal ?? code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** Pixels; the drawing is a background of the site, wider than high. */
const FALLBACK_WIDTH = 640;

/** The drawn fallback, from the project's folder, as a picture for pages of kept releases that name one which was withdrawn. */
export async function drawFallback(root: string): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return sharp(await readFile(join(root, 'public/art/scene-hills.svg')))
    .resize({ width: FALLBACK_WIDTH })
    .flatten({ background: 'white' })
    .webp()
    .toBuffer();
}
