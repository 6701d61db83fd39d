import { BRIGHT, GREEN, INK, MARIGOLD, PAPER, STEEL, WHITE, WOOD_DARK } from './palette.ts';
import type { Canvas } from './places.ts';
import { at, blob, curve, disc, faded, line, oval, rect, type Svg, shape, times } from './shapes.ts';

export function cloud(x: number, y: number, s: number): Svg {
  return faded(
    0.85,
    oval(x, y, 60 * s, 18 * s, WHITE) + disc(x - 22 * s, y - 12 * s, 22 * s, WHITE) + disc(x + 14 * s, y - 18 * s, 28 * s, WHITE),
  );
}

export function tree(x: number, y: number, s: number, { r, p }: Canvas): Svg {
  const trunk = rect(-5, -60, 10, 60, WOOD_DARK, 3);
  const crown = r.pick([
    () => disc(0, -92, 44, p.leafDark) + disc(-22, -78, 30, p.leaf) + disc(20, -84, 32, p.leaf) + disc(0, -112, 30, p.leaf),
    () => oval(0, -104, 34, 62, p.leafDark) + oval(-7, -110, 24, 50, p.leaf),
    () =>
      shape(
        [
          [-42, -48],
          [42, -48],
          [0, -110],
        ],
        p.leafDark,
      ) +
      shape(
        [
          [-34, -82],
          [34, -82],
          [0, -140],
        ],
        p.leaf,
      ) +
      shape(
        [
          [-24, -116],
          [24, -116],
          [0, -166],
        ],
        p.leafDark,
      ),
  ]);
  return at(x, y, s, trunk + crown());
}

export function bush(x: number, y: number, s: number, { r, p }: Canvas, flower = r.pick(BRIGHT)): Svg {
  return at(
    x,
    y,
    s,
    oval(0, -12, 36, 18, p.leafDark) +
      disc(-14, -20, 15, p.leaf) +
      disc(12, -22, 17, p.leaf) +
      times(6, () => disc(r.between(-26, 26), r.between(-30, -8), 3.2, flower)),
  );
}

/** A string of paper flags between two points. */
export function bunting(x1: number, x2: number, y: number, sag: number): Svg {
  const flags = Math.max(4, Math.round((x2 - x1) / 46));
  const flag = (i: number): Svg => {
    const t = (i + 0.5) / flags;
    const x = x1 + (x2 - x1) * t;
    const top = y + 2 * sag * t * (1 - t);
    return shape(
      [
        [x - 13, top],
        [x + 13, top],
        [x, top + 28],
      ],
      BRIGHT[i % BRIGHT.length] ?? MARIGOLD,
    );
  };
  return curve([x1, y], [(x1 + x2) / 2, y + sag], [x2, y], INK, 2) + times(flags, flag);
}

/** A flagpole; the flag of India, or the school's own in green. */
export function flagpole(x: number, y: number, height: number, national: boolean): Svg {
  const top = y - height;
  const wave = (dy: number, fill: string): Svg => blob(`M${x + 3} ${top + dy}q26 -10 52 0t52 0v24q-26 10 -52 0t-52 0z`, fill);
  const cloth = national
    ? wave(4, '#e58a2e') +
      wave(27, WHITE) +
      wave(50, '#2f7d45') +
      disc(x + 55, top + 40, 8, '#2b4a86') +
      disc(x + 55, top + 40, 5.5, WHITE) +
      disc(x + 55, top + 40, 1.6, '#2b4a86')
    : wave(4, GREEN) + wave(27, MARIGOLD) + wave(50, GREEN);
  return (
    rect(x - 3, top - 6, 6, height + 6, STEEL, 3) +
    disc(x, top - 8, 6, MARIGOLD) +
    cloth +
    rect(x - 26, y - 12, 52, 12, '#d9cdb4', 2) +
    rect(x - 16, y - 22, 32, 12, '#e8dec8', 2)
  );
}

/** The school: three floors of arched verandas, a gable with a clock, a porch. `s` 1 is 640 units wide. */
export function school(x: number, y: number, s: number): Svg {
  const cream = '#f4e3c1';
  const roof = '#a9523a';
  const arch = (ax: number, ay: number, w: number, hh: number): Svg =>
    blob(`M${ax} ${ay}v${-hh + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${hh - w / 2}z`, '#3b5a52') +
    blob(`M${ax + w * 0.5} ${ay}v${-hh + w / 2}h${w * 0.5}v${hh - w / 2}z`, '#4d7068');
  const floor = (top: number): Svg =>
    times(10, (i) =>
      i === 4 || i === 5 ? '' : arch(-296 + i * 60, top + 66, 38, 50) + rect(-302 + i * 60, top + 50, 50, 5, '#c9ad7d'),
    );
  return at(
    x,
    y,
    s,
    shape(
      [
        [-326, -206],
        [326, -206],
        [300, -236],
        [-300, -236],
      ],
      roof,
    ) +
      rect(-314, -206, 628, 206, cream) +
      rect(-314, -206, 628, 7, '#d8bd8b') +
      times(2, (i) => rect(-320, -140 + i * 68, 640, 8, '#d8bd8b')) +
      floor(-206) +
      floor(-138) +
      floor(-70) +
      rect(-78, -250, 156, 250, '#fbefd6') +
      shape(
        [
          [-92, -246],
          [92, -246],
          [0, -318],
        ],
        roof,
      ) +
      shape(
        [
          [-58, -252],
          [58, -252],
          [0, -298],
        ],
        '#fbefd6',
      ) +
      disc(0, -270, 14, GREEN) +
      disc(0, -270, 11, WHITE) +
      line([0, -270], [0, -278], INK, 2) +
      line([0, -270], [5, -267], INK, 2) +
      times(3, (i) => arch(-58 + i * 42, -160, 32, 62)) +
      rect(-70, -152, 140, 30, GREEN, 4) +
      times(9, (i) => rect(-56 + i * 13, -142, 8, 10, PAPER, 2)) +
      times(4, (i) => rect(-66 + i * 40, -112, 12, 112, '#e7d2a6')) +
      rect(-84, -118, 168, 10, '#d8bd8b') +
      arch(-22, 0, 44, 88) +
      rect(-110, -6, 220, 6, '#cdbb95') +
      rect(-330, -3, 660, 6, '#cdbb95'),
  );
}
