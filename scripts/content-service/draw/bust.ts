import { BRIGHT, DEEP, GREEN, INK, MARIGOLD, PAPER, WHITE } from './palette.ts';
import type { Random } from './random.ts';
import { blob, disc, faded, oval, picture, rect, type Svg, shape, stroke, times } from './shapes.ts';

/** Who sits for the portrait. */
export type Sitter = 'girl' | 'boy' | 'lady' | 'gentleman';

const SKINS = ['#c98d5e', '#b67a4c', '#dba678', '#a56d45', '#e3b58c', '#d39a6a'] as const;
const HAIRS = ['#231b19', '#2f231d', '#3a2a20', '#1d1a1f'] as const;
const WALLS = ['#cfe0cf', '#f3dfb6', '#d5e3ea', '#f0d0bd', '#ddd6ea', '#c9ddd9', '#eadfc8'] as const;

function hairBehind(style: number, hair: string): Svg {
  const long = blob('M268 400Q250 170 400 168Q550 170 532 400L548 640Q400 690 252 640Z', hair);
  const plaits =
    stroke('M292 420Q236 520 262 690M508 420Q564 520 538 690', hair, 54) +
    disc(262, 700, 20, '#b5483f') +
    disc(538, 700, 20, '#b5483f');
  return [long, plaits, disc(400, 168, 66, hair), ''][style] ?? '';
}

function hairAbove(style: number, hair: string): Svg {
  return (
    [
      blob('M274 380Q262 180 400 178Q538 180 526 380Q506 290 400 262Q330 300 274 380Z', hair),
      blob('M276 370Q268 186 400 184Q532 186 524 370Q510 270 400 250Q290 270 276 370ZM396 184h8v70h-8z', hair),
      blob('M276 370Q266 190 400 186Q534 190 524 370Q500 276 400 268Q300 276 276 370Z', hair),
      blob('M274 352Q256 190 360 176Q420 150 470 186Q548 210 526 352Q516 300 492 278Q400 300 330 262Q290 290 274 352Z', hair),
      blob('M276 340Q262 200 400 180Q538 200 524 340Q510 268 452 262Q380 268 348 250Q292 270 276 340Z', hair),
    ][style] ?? ''
  );
}

function face(r: Random, skin: string, glasses: boolean, beard: string | null): Svg {
  const smile = r.between(18, 34);
  return (
    disc(276, 392, 26, skin) +
    disc(524, 392, 26, skin) +
    blob('M280 340Q280 240 400 240Q520 240 520 340V410Q516 520 400 530Q284 520 280 410Z', skin) +
    (beard ? blob('M280 400Q290 440 330 450Q400 430 470 450Q510 440 520 400Q522 536 400 546Q278 536 280 400Z', beard) : '') +
    faded(0.25, disc(318, 440, 26, '#d9604f') + disc(482, 440, 26, '#d9604f')) +
    disc(345, 385, 12, INK) +
    disc(455, 385, 12, INK) +
    disc(349, 381, 4, WHITE) +
    disc(459, 381, 4, WHITE) +
    stroke('M320 348q24 -16 48 -3M432 345q24 -13 48 3', INK, 8) +
    faded(0.35, stroke('M398 400q-12 30 6 34', '#6e3f22', 6)) +
    blob(`M356 462Q400 ${462 + smile * 2} 444 462Q400 ${470 + smile * 0.4} 356 462Z`, beard ? '#7c2f2b' : '#8f3d36') +
    (glasses
      ? `<g fill="none" stroke="${INK}" stroke-width="7"><rect x="302" y="350" width="84" height="68" rx="28"/><rect x="414" y="350" width="84" height="68" rx="28"/><path d="M386 378q14 -10 28 0"/></g>`
      : '')
  );
}

function uniform(tie: string): Svg {
  return (
    blob('M120 1000Q120 700 290 660L400 700L510 660Q680 700 680 1000Z', GREEN) +
    shape(
      [
        [318, 648],
        [400, 760],
        [482, 648],
        [440, 1000],
        [360, 1000],
      ],
      WHITE,
    ) +
    shape(
      [
        [318, 640],
        [400, 716],
        [352, 762],
        [296, 664],
      ],
      WHITE,
    ) +
    shape(
      [
        [482, 640],
        [400, 716],
        [448, 762],
        [504, 664],
      ],
      WHITE,
    ) +
    shape(
      [
        [376, 716],
        [424, 716],
        [414, 752],
        [440, 960],
        [400, 1000],
        [360, 960],
        [386, 752],
      ],
      tie,
    ) +
    times(4, (i) =>
      shape(
        [
          [374, 800 + i * 50],
          [430, 780 + i * 50],
          [432, 794 + i * 50],
          [374, 814 + i * 50],
        ],
        MARIGOLD,
      ),
    ) +
    shape(
      [
        [286, 668],
        [330, 1000],
        [292, 1000],
        [236, 716],
      ],
      DEEP,
    ) +
    shape(
      [
        [514, 668],
        [470, 1000],
        [508, 1000],
        [564, 716],
      ],
      DEEP,
    ) +
    blob('M548 830h70v50q-4 34 -35 44q-31 -10 -35 -44z', MARIGOLD) +
    blob('M558 840h50v38q-3 24 -25 32q-22 -8 -25 -32z', PAPER) +
    shape(
      [
        [566, 890],
        [583, 852],
        [600, 890],
      ],
      GREEN,
    )
  );
}

function saree(cloth: string, blouse: string): Svg {
  return (
    blob('M130 1000Q130 710 300 664L400 720L500 664Q670 710 670 1000Z', blouse) +
    blob('M300 650Q250 690 190 710Q130 800 124 1000H650Q560 840 430 760Q340 710 300 650Z', cloth) +
    stroke('M304 654Q350 716 440 764Q570 850 660 1000', MARIGOLD, 20) +
    times(6, (i) => disc(250 + i * 56, 800 + ((i * 61) % 130), 9, MARIGOLD))
  );
}

function suit(tie: string): Svg {
  return (
    blob('M110 1000Q120 710 292 660L400 706L508 660Q680 710 690 1000Z', '#38444d') +
    shape(
      [
        [322, 646],
        [400, 770],
        [478, 646],
        [430, 1000],
        [370, 1000],
      ],
      WHITE,
    ) +
    shape(
      [
        [322, 640],
        [400, 712],
        [356, 756],
        [298, 664],
      ],
      WHITE,
    ) +
    shape(
      [
        [478, 640],
        [400, 712],
        [444, 756],
        [502, 664],
      ],
      WHITE,
    ) +
    shape(
      [
        [378, 712],
        [422, 712],
        [414, 746],
        [434, 960],
        [400, 1000],
        [366, 960],
        [386, 746],
      ],
      tie,
    ) +
    shape(
      [
        [288, 664],
        [344, 1000],
        [282, 1000],
        [228, 716],
      ],
      '#2b353d',
    ) +
    shape(
      [
        [512, 664],
        [456, 1000],
        [518, 1000],
        [572, 716],
      ],
      '#2b353d',
    )
  );
}

/** A friendly portrait on a canvas of 800 by 1000 units. */
export function bust(r: Random, sitter: Sitter): Svg {
  const skin = r.pick(SKINS);
  const grown = sitter === 'lady' || sitter === 'gentleman';
  const hair = grown && r.chance(0.5) ? '#8d8681' : r.pick(HAIRS);
  const female = sitter === 'girl' || sitter === 'lady';
  const turban = sitter === 'boy' && r.chance(0.12);
  const style = female ? (sitter === 'lady' ? r.pick([0, 2]) : r.whole(0, 2)) : r.whole(3, 4);
  const wall = r.pick(WALLS);
  const clothes =
    sitter === 'lady'
      ? saree(r.pick(['#8c3b4a', '#2f6f7e', '#b8862f', '#4d7a4f', '#6f4a86']), r.pick(['#e2b04e', '#c9665a', '#3f5f5a']))
      : sitter === 'gentleman'
        ? suit(r.pick(['#a53c36', GREEN, '#35507e']))
        : uniform('#a53c36');
  const top = turban
    ? blob('M262 350Q230 150 400 140Q570 150 538 350Q480 250 400 246Q320 250 262 350Z', r.pick(BRIGHT)) +
      faded(0.25, stroke('M290 300Q360 190 500 200M310 330Q400 230 530 260', INK, 8))
    : hairAbove(style, hair);
  return picture(
    800,
    1000,
    rect(0, 0, 800, 1000, wall) +
      faded(0.45, disc(400, 430, 330, WHITE)) +
      faded(0.3, disc(r.between(60, 740), r.between(60, 900), r.between(60, 130), r.pick(BRIGHT))) +
      (female ? hairBehind(style, hair) : '') +
      rect(352, 490, 96, 190, skin, 30) +
      faded(0.18, blob('M352 530Q400 580 448 530V600Q400 630 352 600Z', INK)) +
      clothes +
      face(r, skin, r.chance(grown ? 0.6 : 0.28), sitter === 'gentleman' && r.chance(0.4) ? hair : null) +
      top +
      (sitter === 'lady' ? disc(400, 306, 9, '#a8322f') + oval(276, 426, 7, 10, MARIGOLD) + oval(524, 426, 7, 10, MARIGOLD) : ''),
  );
}
