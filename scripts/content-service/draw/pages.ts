import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bust } from './bust.ts';
import { illustration } from './encode.ts';
import { PALETTES, type PaletteName } from './palette.ts';
import type { Canvas } from './places.ts';
import { randomOf } from './random.ts';
import { building, match, playground, race } from './scenes/grounds.ts';
import { classroom, computers, laboratory, smartClass } from './scenes/lessons.ts';
import { deskTop, library } from './scenes/rooms.ts';
import { account, comingSoon, dashboard, register, road, slips } from './scenes/special.ts';
import { picture, type Svg } from './shapes.ts';

type Drawing = readonly [
  name: string,
  scene: (canvas: Canvas) => Svg,
  palette: PaletteName,
  width: number,
  height: number,
  seed: number,
];

const DRAWINGS: readonly Drawing[] = [
  ['slide-1', building, 'morning', 1600, 700, 5],
  ['slide-2', classroom, 'morning', 1600, 700, 12],
  ['slide-3', race, 'noon', 1600, 700, 23],
  ['slide-4', library, 'dusk', 1600, 700, 31],
  ['facility-library', library, 'morning', 960, 640, 42],
  ['facility-science-lab', laboratory, 'noon', 960, 640, 44],
  ['facility-computer-lab', computers, 'winter', 960, 640, 46],
  ['facility-playground', playground, 'morning', 960, 640, 48],
  ['facility-smart-class', smartClass, 'monsoon', 960, 640, 50],
  ['erp-1', dashboard, 'morning', 960, 600, 1],
  ['erp-2', register, 'morning', 960, 600, 2],
  ['erp-3', account, 'morning', 960, 600, 3],
  ['blog-1', classroom, 'dusk', 960, 600, 61],
  ['blog-2', (canvas) => match(canvas, 'football'), 'monsoon', 960, 600, 63],
  ['blog-3', slips, 'morning', 960, 600, 65],
  ['blog-4', road, 'dusk', 960, 600, 67],
  ['teacher-blog', deskTop, 'morning', 960, 600, 70],
  ['coming-soon', comingSoon, 'winter', 960, 640, 72],
];

/** Widest bytes of one picture: a page with five of them still loads quickly on a telephone. */
const MOST = 40_000;

/** Draws the pictures of the static pages into `folder`. */
export async function drawPages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, scene, palette, width, height, seed] of DRAWINGS) {
    const h = width > 2 * height ? 660 : 800;
    const w = (h * width) / height;
    const svg = picture(w, h, scene({ w, h, r: randomOf(seed), p: PALETTES[palette] }));
    writeFileSync(join(folder, `${name}.webp`), await illustration(svg, width, height, MOST));
  }
  writeFileSync(join(folder, 'principal.webp'), await illustration(bust(randomOf(9), 'lady'), 960, 1200, MOST));
}
