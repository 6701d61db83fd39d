import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bust, type Sitter } from './bust.ts';
import { photograph } from './encode.ts';
import { PALETTE_NAMES, PALETTES } from './palette.ts';
import { certificate, poster } from './papers.ts';
import type { Canvas } from './places.ts';
import { randomOf } from './random.ts';
import { chess, exhibition, quiz } from './scenes/contests.ts';
import { colours, fair, flagDay, plantation, pool, yoga } from './scenes/days.ts';
import { assembly, building, match, playground, race } from './scenes/grounds.ts';
import { excursion, landscape } from './scenes/hills.ts';
import { classroom, computers, laboratory, smartClass } from './scenes/lessons.ts';
import { dance, hall, lamps, music, play, prizes, speech } from './scenes/onstage.ts';
import { library, painting } from './scenes/rooms.ts';
import { picture, type Svg } from './shapes.ts';

type Scene = (canvas: Canvas) => Svg;

/** Pools of photos by theme: `sports-day-01.jpg` and so on. */
const POOLS: readonly (readonly [theme: string, count: number, scene: Scene])[] = [
  ['campus', 5, building],
  ['assembly', 3, assembly],
  ['sports-day', 6, race],
  ['football', 3, (c) => match(c, 'football')],
  ['cricket', 3, (c) => match(c, 'cricket')],
  ['basketball', 3, (c) => match(c, 'basketball')],
  ['playground', 3, playground],
  ['excursion', 4, excursion],
  ['hills', 5, landscape],
  ['republic-day', 4, flagDay],
  ['plantation', 4, plantation],
  ['swimming', 3, pool],
  ['fete', 4, fair],
  ['holi', 3, colours],
  ['yoga', 3, yoga],
  ['classroom', 3, classroom],
  ['science-lab', 4, laboratory],
  ['computer-lab', 2, computers],
  ['smart-class', 2, smartClass],
  ['library', 3, library],
  ['art-room', 4, painting],
  ['quiz', 3, quiz],
  ['chess', 2, chess],
  ['exhibition', 4, exhibition],
  ['dance', 4, dance],
  ['music', 4, music],
  ['prize-day', 4, prizes],
  ['elocution', 3, speech],
  ['play', 4, play],
  ['diwali', 3, lamps],
  ['karate', 3, hall],
];

/**
 * Sizes as they reach a school office: one in five straight from the camera, the others as telephones send them on.
 * Pixels, the units of the canvas they show, and the most bytes: all pictures together stay below 6 MB.
 */
const FORMATS = [
  { width: 2400, height: 1600, w: 1020, h: 680, most: 66_000 },
  { width: 1280, height: 853, w: 990, h: 660, most: 32_000 },
  { width: 1280, height: 720, w: 1120, h: 630, most: 32_000 },
  { width: 960, height: 1280, w: 600, h: 800, most: 32_000 },
  { width: 1600, height: 1200, w: 880, h: 660, most: 38_000 },
] as const;

/** Names as people give them to files; in the place of the numbered name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'sports-day-06': 'Sports Day (final 100 m).jpg',
  'hills-05': 'IMG_20251018_063212.jpg',
  'republic-day-04': 'গণতন্ত্র দিবস.jpg',
  'diwali-03': 'दीपावली मेला.jpg',
  'prize-day-04': '100% attendance prize.jpg',
  'fete-04': 'fete #2.jpg',
};

const MOST = 34_000;
const PORTRAITS = 40;
const MOST_PORTRAIT = 12_000;
const SITTERS = ['girl', 'boy', 'girl', 'boy', 'boy', 'girl'] as const satisfies readonly Sitter[];

const number = (index: number): string => String(index + 1).padStart(2, '0');

async function drawPool(folder: string, pool_: (typeof POOLS)[number], at: number): Promise<void> {
  const [theme, count, scene] = pool_;
  for (let index = 0; index < count; index += 1) {
    const format = FORMATS[(index + at) % FORMATS.length] ?? FORMATS[0];
    const palette = PALETTES[PALETTE_NAMES[(index * 2 + at) % PALETTE_NAMES.length] ?? 'morning'];
    const { w, h, width, height, most } = format;
    const svg = picture(w, h, scene({ w, h, r: randomOf(at * 1000 + index * 17 + 1), p: palette }));
    const name = `${theme}-${number(index)}`;
    const turned = theme === 'football' && index === 1;
    writeFileSync(join(folder, OTHER_NAMES[name] ?? `${name}.jpg`), await photograph(svg, width, height, most, turned));
  }
}

/** Draws the sample pictures of the content service into `folder`. */
export async function drawPhotos(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [at, pool_] of POOLS.entries()) await drawPool(folder, pool_, at);
  for (let index = 0; index < PORTRAITS; index += 1) {
    const svg = bust(randomOf(500 + index * 7), SITTERS[index % SITTERS.length] ?? 'girl');
    writeFileSync(join(folder, `portrait-${number(index)}.jpg`), await photograph(svg, 960, 1200, MOST_PORTRAIT));
  }
  for (const [name, sitter, seed] of [
    ['principal', 'lady', 9],
    ['vice-principal', 'gentleman', 4],
  ] as const) {
    writeFileSync(join(folder, `${name}.jpg`), await photograph(bust(randomOf(seed), sitter), 1200, 1500, MOST_PORTRAIT * 2));
  }
  for (const [file, holder, admission] of [
    ['tc-0412.jpg', 'Mira Sen', 'HT/2019/0412'],
    ['tc-0377.jpg', 'Kabir Lakra', 'HT/2018/0377'],
    ['tc-1105.jpg', 'Ananya Rao', 'HT/2021/1105'],
  ] as const) {
    writeFileSync(join(folder, file), await photograph(certificate(holder, admission), 1240, 1754, MOST * 2));
  }
  for (const [file, title, line, seed] of [
    ['poster-quiz.jpg', 'Inter-house Quiz', 'Come and cheer for your house', 3],
    ['poster-admission.jpg', 'Admission 2027-28', 'Forms from 1 December', 8],
    ['poster-fete.jpg', 'Winter Fete', 'Everybody is invited', 14],
  ] as const) {
    writeFileSync(join(folder, file), await photograph(poster(randomOf(seed), title, line), 1200, 1500, MOST));
  }
}
