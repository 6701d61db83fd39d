import { INK, MARIGOLD, WHITE } from './palette.ts';
import { at, blob, curve, disc, line, oval, type Point, rect, type Svg, shape, stroke } from './shapes.ts';

export type Pose = 'stand' | 'wave' | 'cheer' | 'walk' | 'run' | 'sit' | 'hold' | 'point' | 'dance' | 'salute' | 'pray';
type Dress = 'trousers' | 'skirt' | 'shorts' | 'saree' | 'gown';

/** One figure, 100 units tall, standing with its feet at (0, 0). */
export interface Person {
  readonly skin: string;
  readonly hair: string;
  readonly style: 'short' | 'long' | 'plaits' | 'bun' | 'turban';
  readonly top: string;
  readonly bottom: string;
  readonly dress: Dress;
  readonly tie?: string;
  readonly pose: Pose;
  /** Seen from behind: no face. */
  readonly back?: boolean;
}

interface Limbs {
  /** Elbow bend and hand, left then right. */
  readonly arms: readonly [Point, Point, Point, Point];
  readonly feet: readonly [Point, Point];
}

const still: readonly [Point, Point] = [
  [-6, 0],
  [6, 0],
];
const LIMBS: Record<Pose, Limbs> = {
  stand: {
    arms: [
      [-17, -58],
      [-14, -42],
      [17, -58],
      [14, -42],
    ],
    feet: still,
  },
  wave: {
    arms: [
      [-17, -58],
      [-14, -42],
      [25, -68],
      [22, -94],
    ],
    feet: still,
  },
  cheer: {
    arms: [
      [-24, -72],
      [-20, -102],
      [24, -72],
      [20, -102],
    ],
    feet: still,
  },
  walk: {
    arms: [
      [-18, -58],
      [-19, -44],
      [17, -56],
      [20, -46],
    ],
    feet: [
      [-13, 0],
      [11, 0],
    ],
  },
  run: {
    arms: [
      [-23, -62],
      [-15, -48],
      [22, -60],
      [25, -74],
    ],
    feet: [
      [-24, -8],
      [19, 0],
    ],
  },
  sit: {
    arms: [
      [-16, -58],
      [-4, -48],
      [18, -58],
      [8, -48],
    ],
    feet: [
      [-7, -14],
      [7, -14],
    ],
  },
  hold: {
    arms: [
      [-18, -58],
      [-4, -52],
      [18, -58],
      [4, -52],
    ],
    feet: still,
  },
  point: {
    arms: [
      [-17, -58],
      [-14, -42],
      [22, -72],
      [34, -78],
    ],
    feet: still,
  },
  dance: {
    arms: [
      [-26, -80],
      [-10, -106],
      [27, -62],
      [34, -74],
    ],
    feet: [
      [-10, 0],
      [12, -2],
    ],
  },
  salute: {
    arms: [
      [-17, -58],
      [-14, -42],
      [24, -76],
      [9, -88],
    ],
    feet: still,
  },
  pray: {
    arms: [
      [-18, -58],
      [-2, -62],
      [18, -58],
      [2, -62],
    ],
    feet: still,
  },
};

function legs(person: Person, feet: readonly [Point, Point]): Svg {
  const bare = person.dress === 'skirt' || person.dress === 'shorts';
  const colour = bare ? person.skin : person.bottom;
  const [left, right] = feet;
  const shoe = (x: number, y: number): Svg => oval(x + (x < 0 ? -1.5 : 1.5), y - 1, 5, 2.8, INK);
  const sock = bare
    ? line([left[0], left[1] - 9], [left[0], left[1] - 3], WHITE, 6) +
      line([right[0], right[1] - 9], [right[0], right[1] - 3], WHITE, 6)
    : '';
  return line([-5, -42], left, colour, 7) + line([5, -42], right, colour, 7) + sock + shoe(...left) + shoe(...right);
}

function clothes(person: Person): Svg {
  const torso = blob('M-9 -76Q-14 -75 -13 -66L-11 -40L11 -40L13 -66Q14 -75 9 -76Z', person.top);
  if (person.dress === 'skirt')
    return (
      shape(
        [
          [-11, -44],
          [11, -44],
          [18, -20],
          [-18, -20],
        ],
        person.bottom,
      ) + torso
    );
  if (person.dress === 'shorts') return rect(-12, -44, 11, 18, person.bottom, 2) + rect(1, -44, 11, 18, person.bottom, 2) + torso;
  if (person.dress === 'gown')
    return (
      blob('M-11 -46L11 -46Q22 -20 25 -3L-25 -3Q-22 -20 -11 -46Z', person.bottom) + stroke('M-24 -7L24 -7', MARIGOLD, 3) + torso
    );
  if (person.dress === 'saree')
    return (
      blob('M-11 -48L11 -48L16 -1L-16 -1Z', person.bottom) +
      torso +
      blob('M-11 -76L-3 -77L13 -46L14 -30L9 -30Q-4 -50 -13 -66Z', person.bottom) +
      stroke('M-16 -3L16 -3', MARIGOLD, 2.4)
    );
  return rect(-11.5, -44, 23, 10, person.bottom, 3) + torso;
}

function head(person: Person): Svg {
  const { hair, skin, style } = person;
  const behind =
    style === 'long'
      ? blob('M-12 -88Q-13 -104 0 -104Q13 -104 12 -88L13 -70Q0 -64 -13 -70Z', hair)
      : style === 'plaits'
        ? stroke('M-9 -86Q-15 -76 -12 -64M9 -86Q15 -76 12 -64', hair, 5)
        : style === 'bun'
          ? disc(0, -101, 6, hair)
          : '';
  const face = person.back
    ? disc(0, -88, 11, hair)
    : disc(0, -87, 11, skin) +
      disc(-4, -87, 1.2, INK) +
      disc(4, -87, 1.2, INK) +
      stroke('M-3.4 -82.4Q0 -79.6 3.4 -82.4', INK, 1.1);
  const front =
    style === 'turban'
      ? blob('M-12.5 -89Q-14 -106 0 -106Q14 -106 12.5 -89Q0 -101 -12.5 -89Z', person.tie ?? MARIGOLD)
      : blob('M-11.6 -87Q-13 -101 0 -100.6Q13 -101 11.6 -87Q9 -95 1 -95Q-8 -95 -11.6 -87Z', hair);
  return behind + rect(-3.5, -80, 7, 7, skin) + face + front;
}

/** Draws a figure whose feet stand at (x, y); `scale` 1 is 100 units tall. */
export function figure(person: Person, x: number, y: number, scale: number, mirrored = false): Svg {
  const { arms, feet } = LIMBS[person.pose];
  const sleeve = (bend: Point, hand: Point, from: Point): Svg =>
    curve(from, bend, hand, person.skin, 5.4) + line(from, [(from[0] + bend[0]) / 2, (from[1] + bend[1]) / 2], person.top, 7);
  const tie =
    person.tie && !person.back && person.style !== 'turban'
      ? shape(
          [
            [-2, -75],
            [2, -75],
            [3, -54],
            [0, -50],
            [-3, -54],
          ],
          person.tie,
        )
      : '';
  const front = person.pose === 'hold' || person.pose === 'pray' || person.pose === 'sit';
  const bothArms = sleeve(arms[0], arms[1], [-11, -71]) + sleeve(arms[2], arms[3], [11, -71]);
  return at(
    x,
    y,
    scale,
    legs(person, feet) + (front ? '' : bothArms) + clothes(person) + tie + (front ? bothArms : '') + head(person),
    mirrored,
  );
}
