import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Colours } from '../../src/content/schemas/colours.ts';
import type { Words } from '../../src/content/schemas/index.ts';
import { between, crestMarkup } from './crest.ts';

/** What the drawn files say of the school. */
export type Facts = Words['site'];

/** Literata in the weight 650, as src/styles/fonts/README.md tells: Pango reads no WOFF2. */
const FONT = fileURLToPath(new URL('literata-650.ttf', import.meta.url));

const svg = (viewBox: string, markup: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"${more}>${markup}</svg>\n`;

const hills = ({ light, dark }: Colours) => between(light.brand, dark.link, 0.3);

function skylineMarkup(colours: Colours): string {
  return `<path d="M0 120V70c180-40 330-50 520-14 170 32 300-40 480-44 180-4 300 44 440 30v78z" fill="${hills(colours)}" fill-opacity=".35"/><path d="M0 120V98c160-24 320-26 520-4 200 20 340-34 540-36 150-2 260 34 380 28v34z" fill="${colours.light.deep}"/>`;
}

/** On a dark page the footer's hills are as dark as the footer. */
function darkStyle({ dark }: Colours): string {
  return `<style>@media(prefers-color-scheme:dark){path{fill:${dark.deep}}path:first-of-type{fill:${dark.line}}}</style>`;
}

/** The drawings that hold the school's colours, by their path below `public`. */
export function drawings(colours: Colours): Readonly<Record<string, string>> {
  const { deep, cream, bright } = colours.light;
  return {
    'favicon.svg': svg('0 0 64 64', crestMarkup(colours)),
    'art/play.svg': svg(
      '0 0 100 100',
      `<circle cx="50" cy="50" r="47" fill="${deep}" stroke="${cream}" stroke-width="5"/><path d="m40 30 32 20-32 20z" fill="${bright}" stroke="${bright}" stroke-width="5" stroke-linejoin="round"/>`,
    ),
    'art/skyline.svg': svg('0 0 1440 120', darkStyle(colours) + skylineMarkup(colours), ' preserveAspectRatio="none"'),
  };
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A line of text as a picture, at most `width` pixels wide. */
function textPicture(text: string, size: number, colour: string, width: number): Promise<Buffer> {
  const markup = `<span foreground="${colour}">${xml(text)}</span>`;
  const fitted = { text: markup, font: `Literata ${size}`, fontfile: FONT, rgba: true, dpi: 72 };
  return sharp({ text: fitted }).resize({ width, withoutEnlargement: true }).png().toBuffer();
}

/** The icon of phones: the crest on paper, 180 pixels. */
export function touchIcon(colours: Colours): Promise<Buffer> {
  const markup = `<path fill="${colours.light.paper}" d="M0 0h84v84H0z"/><g transform="translate(10 10)">${crestMarkup(colours)}</g>`;
  return sharp(Buffer.from(svg('0 0 84 84', markup, ' width="180" height="180"')))
    .png({ palette: true })
    .toBuffer();
}

/** The same, 32 pixels, in the container that browsers and readers of feeds ask for at `/favicon.ico`. */
export async function favicon(colours: Colours): Promise<Buffer> {
  const png = await sharp(await touchIcon(colours))
    .resize(32)
    .png({ palette: true })
    .toBuffer();
  const header = Buffer.alloc(22);
  // One picture; 32 x 32 pixels, one plane, 32 bits a pixel; its length and place.
  header.set([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0]);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** The picture of shared links, 1200 x 630: crest, name, town and motto over the hills. */
export async function preview({ school, town, motto, colours }: Facts): Promise<Buffer> {
  const { paper, brand, accent, mute } = colours.light;
  const markup = `<path fill="${paper}" d="M0 0h1200v630H0z"/><g transform="translate(90 120) scale(3.6)">${crestMarkup(colours)}</g><g transform="translate(-120 510)">${skylineMarkup(colours)}</g>`;
  const texts = await Promise.all([
    textPicture(school, 76, brand, 760),
    textPicture(town, 48, accent, 760),
    textPicture(motto, 32, mute, 760),
  ]);
  const tops = [150, 252, 330];
  return sharp(Buffer.from(svg('0 0 1200 630', markup, ' width="1200" height="630"')))
    .composite(texts.map((input, at) => ({ input, left: 360, top: tops[at] ?? 0 })))
    .png({ palette: true })
    .toBuffer();
}

/** A picture of the project as JPEG for a PDF, 900 pixels wide. */
export async function jpegOf(path: string) {
  const { data, info } = await sharp(await readFile(path))
    .resize({ width: 900 })
    .jpeg({ quality: 72 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
